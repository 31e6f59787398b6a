package repo

import (
	"errors"
	"fmt"
	"strings"

	"gitmem/memfile"
)

// ErrNoStore says that no store was found where one was looked for.
var ErrNoStore = errors.New("no store here")

// ErrUnsigned says that a decision has to be signed and that the person's git
// configuration does not sign with an ssh key. Nothing was changed.
var ErrUnsigned = errors.New("approvals.require_signature is set, and git is not set up to sign commits with an ssh key")

// ErrNoSigners says that a decision has to be signed and that nothing says by
// whose key. Nothing was changed.
var ErrNoSigners = errors.New("approvals.require_signature is set, and approvals.allowed_signers names no file of keys")

// ErrNotUncertain says that there is no uncertain operation to resolve.
var ErrNotUncertain = errors.New("nothing to resolve")

// DriftError says that a path does not hold what the operation expected:
// bytes that no operation wrote. Nothing was changed.
type DriftError struct {
	Path   string
	Reason string
}

func (e *DriftError) Error() string { return fmt.Sprintf("%s: drift: %s", e.Path, e.Reason) }

// ConflictError says that somebody saved a path while the operation ran. What
// they saved stands; nothing was changed.
type ConflictError struct {
	Path   string
	Reason string
}

func (e *ConflictError) Error() string { return fmt.Sprintf("%s: conflict: %s", e.Path, e.Reason) }

// StateError says that the repository is in a state in which nothing may be
// written: a detached HEAD, an open merge.
type StateError struct {
	Root   string
	Reason string
	Hint   string
}

func (e *StateError) Error() string { return fmt.Sprintf("%s: %s", e.Root, e.Reason) }

// UncertainError says that a path belongs to an operation that recovery could
// not classify; a person must look.
type UncertainError struct {
	Path      string
	Operation memfile.ID
	IDs       []memfile.ID
}

func (e *UncertainError) Error() string {
	ids := make([]string, len(e.IDs))
	for i, id := range e.IDs {
		ids[i] = string(id)
	}
	return fmt.Sprintf("%s: belongs to the uncertain operation %s (%s)", e.Path, e.Operation, strings.Join(ids, ", "))
}

// UnfinishedError says that the files were changed and the commit could not
// be published. The next command that writes, or `gitmem recover`, settles it.
type UnfinishedError struct {
	Operation memfile.ID
	Err       error
}

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("operation %s was begun and not finished: %v", e.Operation, e.Err)
}

func (e *UnfinishedError) Unwrap() error { return e.Err }

// UnsafePathError refuses a path that could lead out of the store or be
// somebody else's: a symbolic link, a hard link, a device, an odd name.
type UnsafePathError struct {
	Path   string
	Reason string
}

func (e *UnsafePathError) Error() string { return fmt.Sprintf("%s: refused: %s", e.Path, e.Reason) }
