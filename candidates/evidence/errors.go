package evidence

import (
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
)

// StateError says that an experience is not in a state for what was asked. It
// wraps a *TransitionError.
type StateError struct {
	ID memfile.ID
	*TransitionError
	// Supports is the candidate that it was promoted to, if it was.
	Supports memfile.ID
}

func (e *StateError) Error() string {
	text := string(e.ID) + ": " + e.TransitionError.Error()
	if e.Supports != "" {
		text += "; it supports " + string(e.Supports)
	}
	return text
}

func (e *StateError) Unwrap() error { return e.TransitionError }

// ForgottenError says that the same was recorded before and that a person has
// forgotten it.
type ForgottenError struct {
	ID memfile.ID // of what was forgotten
}

func (e *ForgottenError) Error() string {
	return fmt.Sprintf("a person has forgotten this before (%s); it is not recorded again in the same words", e.ID)
}

// OtherContentError says that an experience with the same identity was recorded
// before, and says something else.
type OtherContentError struct {
	ID   memfile.ID
	What string // in which field they differ
}

func (e *OtherContentError) Error() string {
	return fmt.Sprintf("%s: it was recorded before with another %s; nothing was written", e.ID, e.What)
}

// StaleError says that feedback names another revision than the present one.
type StaleError struct {
	// Present is the feedback as it stands; its revision is 0 where there is none.
	Present  memfile.Feedback
	Expected int
}

func (e *StaleError) Error() string {
	if e.Present.Revision == 0 {
		return fmt.Sprintf("there is no feedback on this message yet: its revision is 0, and %d was expected", e.Expected)
	}
	return fmt.Sprintf("the feedback on this message has revision %d, %s, and %d was expected", e.Present.Revision, e.Present.Rating, e.Expected)
}

// notFound is the error of an id that no experience has; it is a
// candidates.ErrNotFound.
type notFound struct {
	prefix string
	path   string // where its file was
}

func (e *notFound) Error() string {
	if e.path != "" {
		return fmt.Sprintf("%s: its file %s was deleted by hand; put it back first", e.prefix, e.path)
	}
	return e.prefix + ": no such experience"
}

func (e *notFound) Unwrap() error { return candidates.ErrNotFound }
