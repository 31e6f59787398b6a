package gitdir

import (
	"errors"

	"golang.org/x/sys/unix"
)

func swap(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }

// renameNew fails where the target exists.
func renameNew(from, to string) error { return unix.RenamexNp(from, to, unix.RENAME_EXCL) }

// unsupported: the file system has no such call.
func unsupported(err error) bool {
	return errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL)
}
