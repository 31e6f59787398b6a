package search

import "fmt"

// QuestionError says what in a question cannot be meant.
type QuestionError struct {
	Field  string // limit, kind, status or match
	Value  string
	Reason string
}

func (e *QuestionError) Error() string { return fmt.Sprintf("%s %q: %s", e.Field, e.Value, e.Reason) }
