package transcript

import (
	_ "embed"
	"path"
	"strings"
	"sync"

	"gitmem/repo/session"
)

//go:embed network.txt
var networkList string

// clients are the network clients of the list.
type clients struct {
	programs map[string][]string // by name; what has to follow, "" for nothing
	anywhere []string
}

var network = sync.OnceValue(func() clients {
	c := clients{programs: map[string][]string{}}
	for line := range strings.Lines(networkList) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if words, ok := strings.CutPrefix(line, "="); ok {
			c.anywhere = append(c.anywhere, words)
			continue
		}
		name, second, _ := strings.Cut(line, " ")
		c.programs[name] = append(c.programs[name], second)
	}
	return c
})

// setCommand keeps a shell call's command, and whether it names a network client.
func setCommand(c *session.ToolCall, command string, cut bool) {
	c.Command = bounded(command, false, session.MaxCommand)
	c.Target = bounded(command, false, session.MaxTarget)
	c.Network = cut || namesNetworkClient(command) // what cannot be looked at whole may name one
}

// namesNetworkClient looks at the words of a command. It does not understand a
// shell: a word that is a client's name counts wherever it stands.
func namesNetworkClient(command string) bool {
	list, lower := network(), strings.ToLower(command)
	for _, words := range list.anywhere {
		if strings.Contains(lower, words) {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(lower, func(r rune) bool { return strings.ContainsRune("\n;|&", r) }) {
		words := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" \t\r'\"`(){}<>$,[]=\\", r) })
		for i, w := range words {
			for _, second := range list.programs[strings.TrimSuffix(path.Base(w), ".exe")] {
				if second == "" || subcommand(words[i+1:], second) {
					return true
				}
			}
		}
	}
	return false
}

// subcommand reports whether a command's first word is w, options and what
// follows them aside.
func subcommand(words []string, w string) bool {
	for i, have := range words {
		if have == w {
			return true
		}
		if !strings.HasPrefix(have, "-") && (i == 0 || !strings.HasPrefix(words[i-1], "-")) {
			return false
		}
	}
	return false
}
