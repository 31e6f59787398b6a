package gitdir

import (
	"errors"
	"fmt"
)

// ErrNoObject means that no loose object, pack or alternate holds the id. Objects that another process
// has written meanwhile were looked for: the list of packs is read again before this is said.
var ErrNoObject = errors.New("no such object")

// ErrDamaged means that bytes in the git directory break git's format: a torn object, a pack or an index
// that points outside itself, a tree out of order. Nothing was changed. `git fsck` names the object.
var ErrDamaged = errors.New("damaged")

// ErrNoExchange says that the file system cannot swap two files in one step.
var ErrNoExchange = errors.New("the file system cannot exchange two files in one step")

// damaged makes an error that is ErrDamaged; where says which bytes, in git's words.
func damaged(where, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", where, ErrDamaged, fmt.Sprintf(format, args...))
}

// UnsupportedError says that the repository uses a feature of git that this package refuses to guess at.
type UnsupportedError struct {
	Feature string // what it is called in git's documentation, such as "split index"
	Hint    string // what to do: a command, or what to choose instead
}

func (e *UnsupportedError) Error() string { return "git's " + e.Feature + " is not supported" }

// ClashError says that Path cannot stand beside With in a tree or in the index: a file where a folder is,
// a folder where a file is, two spellings that differ only in case, or the same path twice.
type ClashError struct{ Path, With, Reason string }

func (e *ClashError) Error() string {
	return fmt.Sprintf("%q: clashes with %q: %s", e.Path, e.With, e.Reason)
}

// InvalidPathError says that a path must not be written into a tree or into the index.
type InvalidPathError struct{ Path, Reason string }

func (e *InvalidPathError) Error() string { return fmt.Sprintf("%q: %s", e.Path, e.Reason) }
