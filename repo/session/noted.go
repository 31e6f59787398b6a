package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Noted is a transcript that a hook saw and that is still to be read.
type Noted struct {
	Path   string    `json:"path"`
	Format string    `json:"format,omitempty"`
	Size   int64     `json:"size,omitempty"`  // up to which it had been written
	Ended  bool      `json:"ended,omitempty"` // the turn, or the session, was over
	Time   time.Time `json:"time,omitzero"`
}

// Note writes down that a transcript has news. It takes no lock and reads
// nothing, so that a hook is done at once.
func (s *Shelf) Note(n Noted) error {
	if n.Time.IsZero() {
		n.Time = s.now()
	}
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	path := s.notePath(n.Path)
	if err := s.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := s.at("session.note", path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func (s *Shelf) notePath(path string) string {
	return filepath.Join(s.root, "noted", filepath.Base(s.sourcePath(path)))
}

// Noted lists the transcripts that are still to be read.
func (s *Shelf) Noted() ([]Noted, error) {
	folder := filepath.Join(s.root, "noted")
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []Noted
	for _, e := range entries {
		var n Noted
		if !strings.HasPrefix(e.Name(), ".") && readJSON(filepath.Join(folder, e.Name()), &n) == nil && n.Path != "" {
			list = append(list, n)
		}
	}
	return list, err
}

// Done takes a note away that was carried out. A newer note of the same
// transcript stays.
func (s *Shelf) Done(n Noted) error {
	path := s.notePath(n.Path)
	want, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, want) {
		return nil //nolint:nilerr // gone or newer: nothing to take away
	}
	return s.remove(path)
}
