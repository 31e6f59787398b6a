package session

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNotAnswer says that a message is not an assistant's.
var ErrNotAnswer = errors.New("a person said this, and feedback is for what an assistant said")

// ErrExcluded says that a session is excluded from learning for good.
var ErrExcluded = errors.New("the session is excluded from learning, which is final")

// StaleError says that a policy was changed from another revision than the
// present one. Nothing was changed.
type StaleError struct {
	Session  string
	Expected int
	Present  Policy
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("session %s: the policy has revision %d, not %d", e.Session, e.Present.Revision, e.Expected)
}

// MovedError says that another process read the same transcript meanwhile.
// Nothing was added; the source has to be loaded again.
type MovedError struct{ Path string }

func (e *MovedError) Error() string { return e.Path + ": another process reads this transcript" }

// NotFoundError says that no session, or no message of one, has a name.
type NotFoundError struct{ Session, Message string }

func (e *NotFoundError) Error() string {
	if e.Message != "" {
		return fmt.Sprintf("session %s: no message %q", e.Session, e.Message)
	}
	return fmt.Sprintf("no session %q", e.Session)
}

// AmbiguousError says that a prefix fits several sessions.
type AmbiguousError struct {
	Prefix   string
	Sessions []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits several sessions: %s", e.Prefix, strings.Join(e.Sessions, ", "))
}
