package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// traceName is an empty file beside the index folder: an index was written
// there once. Without it a folder that somebody removed could not be told from
// one that never was.
const traceName = "index-built"

func (x *Index) trace() string { return filepath.Join(x.store.State, traceName) }

// leaveTrace notes that there is an index. Where it fails, no more is lost than
// a notice.
func (x *Index) leaveTrace() {
	if f, err := os.OpenFile(x.trace(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_ = f.Close()
	}
}

// errMissing: there was an index, and nothing of it is there any more.
var errMissing = errors.New("it is missing")

// missing gives errMissing for an empty shelf on which there was an index; nil
// for one on which there never was.
func (x *Index) missing() error {
	if _, err := os.Lstat(x.trace()); err != nil {
		return nil
	}
	return fmt.Errorf("%s: %w", x.shelf.dir, errMissing)
}
