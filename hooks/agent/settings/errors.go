package settings

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gitmem/memfile"
)

// Rules of the faults of this package.
const (
	RuleSyntax = "settings.syntax" // not in the format that the agent reads
	RuleShape  = "settings.shape"  // a value of another type than the agent documents, or a form that is not spliced
	RuleBlock  = "settings.block"  // markers of a managed block that do not belong together
)

// ConflictError says that somebody else's entry has the name that gitmem's must
// have. Nothing was changed.
type ConflictError struct {
	Path, Name   string
	Line, Column int
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s is there already and does not start gitmem", e.Path, e.Line, e.Column, e.Name)
}

// fault names a place in a text by its byte.
func (t *text) fault(at int, rule, message, hint string) error {
	line, column := t.place(at)
	return &memfile.Fault{Path: t.path, Line: line, Column: column, Rule: rule, Message: message, Hint: hint}
}

// place counts lines from 1, and columns from 1 in code points.
func (t *text) place(at int) (line, column int) {
	before := t.s[:min(at, len(t.s))]
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
