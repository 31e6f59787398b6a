package session

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// List gives all sessions that have messages, the newest first. A damaged one is
// left out and named in the error, which does not stop the others.
func (s *Shelf) List() ([]Session, error) {
	var list []Session
	err := s.each(func(about Session) {
		if about.there() {
			list = append(list, about)
		}
	})
	slices.SortFunc(list, func(a, b Session) int {
		return cmp.Or(b.Last().Compare(a.Last()), strings.Compare(a.ID, b.ID))
	})
	return list, err
}

func (s *Shelf) each(visit func(Session)) error {
	folder := filepath.Join(s.root, "by-id")
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		about, readErr := s.aboutIn(filepath.Join(folder, e.Name()))
		err = errors.Join(err, readErr)
		if readErr == nil && about.ID != "" {
			visit(about)
		}
	}
	return err
}

// Find gives the session with an id, or the only one whose id begins so. The
// error is a *NotFoundError or an *AmbiguousError.
func (s *Shelf) Find(prefix string) (Session, error) {
	if about, err := s.about(prefix); err == nil && about.ID == prefix && about.there() {
		return about, nil
	}
	list, err := s.List()
	if err != nil {
		return Session{}, err
	}
	var fits []Session
	for _, about := range list {
		if prefix != "" && strings.HasPrefix(about.ID, prefix) {
			fits = append(fits, about)
		}
	}
	// Subagents are named after their session: its prefix means itself.
	if above := slices.DeleteFunc(slices.Clone(fits), func(a Session) bool { return a.Relation == Subagent }); len(above) == 1 {
		fits = above
	}
	switch len(fits) {
	case 0:
		return Session{}, &NotFoundError{Session: prefix}
	case 1:
		return fits[0], nil
	}
	return Session{}, &AmbiguousError{Prefix: prefix, Sessions: names(fits)}
}

func names(list []Session) []string {
	out := make([]string, len(list))
	for i, about := range list {
		out[i] = about.ID
	}
	return out
}

// Bytes is what all messages take on disk.
func (s *Shelf) Bytes() (int64, error) {
	folder := filepath.Join(s.root, "by-id")
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	total := int64(0)
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(folder, e.Name(), messagesFile)); err == nil {
			total += info.Size()
		}
	}
	return total, err
}
