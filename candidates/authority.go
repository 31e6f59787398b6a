package candidates

import (
	_ "embed"
	"strings"
)

// marks lists the environment variables by which agents show that a command
// runs under them.
//
//go:embed marks.txt
var marks string

// Mark is an agent's mark in the environment.
type Mark struct {
	Agent    string
	Variable string
}

// FindMark looks for an agent's mark in an environment, given as NAME=value
// lines. An empty value is no mark. The first line of the list that fits counts.
func FindMark(environ []string) (Mark, bool) {
	none := map[string]bool{}
	for line := range strings.Lines(marks) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "!"); ok {
			none[name] = true
			continue
		}
		pattern, agent, ok := strings.Cut(line, " ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, entry := range environ {
			name, value, _ := strings.Cut(entry, "=")
			if value != "" && !none[name] && matchMark(pattern, name) {
				return Mark{Agent: agent, Variable: name}, true
			}
		}
	}
	return Mark{}, false
}

func matchMark(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return name == pattern
}
