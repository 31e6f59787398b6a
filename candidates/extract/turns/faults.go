package turns

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"gitmem/repo/session"
)

//go:embed faults.txt
var faultList string

// fault is one line of the list.
type fault struct {
	name   string // of its section
	phrase string // in small letters; "" where the exit code tells
	exit   int
}

// refusedName is the section of what is no fault but a person's refusal.
const refusedName = "refused"

var faults = sync.OnceValue(func() []fault {
	var list []fault
	name := ""
	for line := range dataLines(faultList) {
		if section, ok := sectionName(line); ok {
			name = section
			continue
		}
		f := fault{name: name, phrase: strings.ToLower(line)}
		if code, ok := strings.CutPrefix(line, "exit "); ok {
			if n, err := strconv.Atoi(code); err == nil {
				f.phrase, f.exit = "", n
			}
		}
		list = append(list, f)
	}
	return list
})

// faultOf names the fault of the environment that made a call fail; "" where
// none is known.
func faultOf(c session.ToolCall) string { return mark(c, false) }

// refused reports whether a person did not let a call run.
func refused(c session.ToolCall) bool {
	return c.Status == session.Failed && mark(c, true) != ""
}

// mark names the section of the list's first line that fits a call. A refusal is
// all that there is of an output; a fault may stand behind other lines.
func mark(c session.ToolCall, refusal bool) string {
	lower := strings.ToLower(c.Output)
	for _, f := range faults() {
		switch {
		case refusal != (f.name == refusedName):
		case f.phrase == "" && c.Exit != nil && *c.Exit == f.exit,
			f.phrase != "" && refusal && strings.HasPrefix(lower, f.phrase),
			f.phrase != "" && !refusal && strings.Contains(lower, f.phrase):
			return f.name
		}
	}
	return ""
}
