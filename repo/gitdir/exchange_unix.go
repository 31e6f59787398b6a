//go:build linux || darwin

package gitdir

import (
	"os"

	"golang.org/x/sys/unix"
)

var errNotDir error = unix.ENOTDIR

func exchange(a, b string) error {
	err := swap(a, b)
	if unsupported(err) {
		return ErrNoExchange
	}
	return pathError("exchange", b, err)
}

func renameNoReplace(from, to string) error {
	err := renameNew(from, to)
	if unsupported(err) {
		return linkThenRemove(from, to)
	}
	return pathError("rename", to, err)
}

func pathError(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: op, Path: path, Err: err}
}
