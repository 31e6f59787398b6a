package turns

import (
	"iter"
	"strings"
)

// dataLines are the lines of an embedded list that say something.
func dataLines(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(list) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// sectionName reads a line such as [en].
func sectionName(line string) (string, bool) {
	inner, ok := strings.CutPrefix(line, "[")
	name, ended := strings.CutSuffix(inner, "]")
	return name, ok && ended && !strings.ContainsAny(name, "[]|")
}
