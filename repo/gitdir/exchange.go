package gitdir

import "os"

// linkThenRemove moves a file without overwriting: the link fails where the
// target exists, and a crash between the two leaves both names.
func linkThenRemove(from, to string) error {
	if err := os.Link(from, to); err != nil {
		return err
	}
	return os.Remove(from)
}
