package jobs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sweep deletes what processes left that were killed before their file took
// its place. One that is still at it is spared for as long as a lease.
func (q *Queue) sweep() error {
	there, err := q.present()
	if err != nil || !there {
		return err
	}
	entries, err := os.ReadDir(q.folder)
	if err != nil {
		return err
	}
	old := q.now().Add(-LeaseTime)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".j") || !strings.Contains(e.Name(), fileEnd+".") {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.ModTime().After(old) {
			continue
		}
		path := filepath.Join(q.folder, e.Name())
		if err := q.at("queue.sweep", path); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
