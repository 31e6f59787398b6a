package gitdir

import (
	"errors"
	"os"
)

// ErrNoExchange says that the file system cannot swap two files in one step.
var ErrNoExchange = errors.New("the file system cannot exchange two files in one step")

// linkThenRemove moves a file without overwriting: the link fails where the
// target exists, and a crash between the two leaves both names.
func linkThenRemove(from, to string) error {
	if err := os.Link(from, to); err != nil {
		return err
	}
	return os.Remove(from)
}
