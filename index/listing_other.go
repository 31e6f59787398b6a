//go:build !linux && !darwin

package index

import (
	"errors"
	"io/fs"
	"os"
)

// stampOf tells no time of change: an edit that keeps size and time of
// modification is not seen on these systems before the file changes again.
func stampOf(info fs.FileInfo) stamp {
	return stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
}

// eachFolder visits the folders in a folder whose names can be part of a day.
func eachFolder(path string, visit func(name string) error) error {
	entries, err := entriesOf(path)
	for _, e := range entries {
		if err == nil && e.IsDir() && digits(e.Name()) {
			err = visit(e.Name())
		}
	}
	return err
}

// entriesOf lists a folder, which may be missing or no folder at all.
func entriesOf(path string) ([]fs.DirEntry, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return os.ReadDir(path)
}

func listDay(number uint32, path string) ([]seen, error) {
	entries, err := entriesOf(path)
	all := make([]seen, 0, len(entries))
	for _, e := range entries {
		id, ok := idOf(e.Name())
		if !ok || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil {
			all = append(all, seen{place{number, id}, stampOf(info)})
		}
	}
	return all, err
}
