package extract

import (
	"errors"
	"fmt"

	"gitmem/memfile"
)

// ErrNoTurn says that a session has no finished turn.
var ErrNoTurn = errors.New("the session has no finished turn yet")

// ErrGone says that the message of a job is not kept any more.
var ErrGone = errors.New("the turn is not kept any more")

// OffError says that nothing is learned, and by which setting.
type OffError struct{ Reason string }

func (e *OffError) Error() string { return "nothing is learned from finished work: " + e.Reason }

// PolicyError says that a session may not be learned from.
type PolicyError struct{ Session, Generation, Reason string }

func (e *PolicyError) Error() string {
	text := fmt.Sprintf("session %s: learning from it is %s", e.Session, e.Generation)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// SkippedError says why a turn is not sent to a model.
type SkippedError struct {
	Job    memfile.ID
	Reason string
}

func (e *SkippedError) Error() string { return fmt.Sprintf("%s: not sent: %s", e.Job, e.Reason) }

// ShapeError says that an answer is not what was asked for.
type ShapeError struct{ Reason string }

func (e *ShapeError) Error() string {
	return "the answer has not the form that was asked for: " + e.Reason
}

// FailedError says that a job came to nothing, and why.
type FailedError struct {
	Job      memfile.ID
	Kind     string // one word, such as timeout
	Attempts int
	Final    bool // no further attempt is made
	Err      error
}

func (e *FailedError) Error() string {
	text := fmt.Sprintf("%s: attempt %d failed: %v", e.Job, e.Attempts, e.Err)
	if e.Final {
		text += "; it is not tried again"
	}
	return text
}

func (e *FailedError) Unwrap() error { return e.Err }
