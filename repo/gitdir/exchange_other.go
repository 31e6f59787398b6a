//go:build !linux && !darwin

package gitdir

import "errors"

var errNotDir = errors.New("not a folder")

// exchange has no counterpart in one step here; callers move the old file
// aside and the new one in.
func exchange(_, _ string) error { return ErrNoExchange }

func renameNoReplace(from, to string) error { return linkThenRemove(from, to) }
