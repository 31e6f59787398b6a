package gitdir

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

var errNotDir error = unix.ENOTDIR

func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
		return ErrNoExchange
	}
	return pathError("exchange", b, err)
}

func renameNoReplace(from, to string) error {
	err := unix.RenamexNp(from, to, unix.RENAME_EXCL)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
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
