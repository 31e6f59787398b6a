package setup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"gitmem/repo/durable"
)

// Do carries out a plan. A file that was saved since it was read is a
// *ChangedError and stays as it is; those before it are written. A file keeps its
// mode, and a link to one stays a link.
func (r Request) Do(files []File) error {
	notes, err := readNotes(r.State)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := r.write(f); err != nil {
			return err
		}
		if f.forget {
			err = notes.forget(f.Path)
		} else {
			err = notes.keep(f.note)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r Request) write(f File) error {
	now, err := os.ReadFile(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if f.Exists != (err == nil) || !bytes.Equal(now, f.Before) {
		return &ChangedError{Path: f.Path}
	}
	if f.Delete {
		return f.unmake()
	}
	mode := fs.FileMode(0o600)
	if r.Scope == Project {
		mode = 0o644
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
	}
	return durable.Replace(f.Path, f.After, mode)
}

// unmake deletes a file that gitmem made, and its folder if that too was made
// for it and holds nothing else.
func (f File) unmake() error {
	if err := os.Remove(f.Path); err != nil {
		return err
	}
	if f.note.Folder {
		_ = os.Remove(filepath.Dir(f.Path)) // refused where anything is in it
	}
	return nil
}
