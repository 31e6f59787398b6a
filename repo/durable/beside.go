package durable

import (
	"io/fs"
	"path/filepath"
)

// Beside writes data to a new dot file in the folder of path, synced and with
// this mode, and gives its path. It is for who decides himself how the file
// takes its place, by a rename or a link, and calls SyncFolder after that. A
// crash in between leaves the dot file.
func Beside(path string, data []byte, mode fs.FileMode) (string, error) {
	return writeTemp(filepath.Dir(path), filepath.Base(path), data, mode)
}
