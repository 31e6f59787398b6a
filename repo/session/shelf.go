package session

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// Folder is where the sessions lie in a store's private folder.
const Folder = "sessions"

// Options are what a shelf needs besides its place.
type Options struct {
	// Default is the policy that a session gets when it is first seen, by the
	// settings. The zero value uses memory and learns.
	Default Frozen
	// ExcludeExternal takes a session out of learning for good once it, or a
	// subagent of it, took in external content.
	ExcludeExternal bool
	// Wait is how long to wait for another process that writes; 0: not at all.
	Wait time.Duration
	Now  func() time.Time // nil: time.Now
	// Probe stands before every change of the disk; its error stops the work
	// there. Nil asks nothing.
	Probe func(step, path string) error
}

// Shelf is all sessions of one store. Any number of processes may read and add.
type Shelf struct {
	root string
	o    Options

	firstsOnce sync.Once
	firsts     map[string][]string // sessions by the id of their first message
}

// Open gives the sessions below a store's private folder. It does no I/O.
func Open(state string, o Options) *Shelf {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Shelf{root: filepath.Join(state, Folder), o: o}
}

// Root is the folder of the sessions.
func (s *Shelf) Root() string { return s.root }

// folder is a session's own. Names of sessions come from other programs; they
// are made safe as those of feedback are, so that a person finds both.
func (s *Shelf) folder(id string) string {
	return filepath.Join(s.root, "by-id", path.Base(path.Dir(memfile.FeedbackPath(id, "m"))))
}

func (s *Shelf) now() time.Time { return s.o.Now().UTC().Truncate(time.Second) }

func (s *Shelf) at(step, path string) error {
	if s.o.Probe == nil {
		return nil
	}
	return s.o.Probe(step, path)
}

// lock keeps other writers out until released.
func (s *Shelf) lock(ctx context.Context) (release func(), err error) {
	if err := s.makeFolder(s.root); err != nil {
		return nil, err
	}
	return repo.TryLockFile(ctx, filepath.Join(s.root, ".lock"), s.o.Wait)
}

func (s *Shelf) makeFolder(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := s.at("session.folder", path); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o700)
}

// saveJSON replaces a small file in one step, unless it holds the same.
func (s *Shelf) saveJSON(path string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if old, err := os.ReadFile(path); err == nil && string(old) == string(data) {
		return nil
	}
	if err := s.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	return s.replace(path, data)
}

// replace writes a file beside and renames it. Writers hold the lock, so that
// one name for what is not yet renamed is enough, and a rest of a kill is overwritten.
func (s *Shelf) replace(path string, data []byte) error {
	beside := path + ".new"
	if err := s.at("session.write", beside); err != nil {
		return err
	}
	if err := os.WriteFile(beside, data, 0o600); err != nil {
		return err
	}
	if err := s.at("session.rename", path); err != nil {
		return err
	}
	return os.Rename(beside, path)
}

// remove deletes a file that may be missing.
func (s *Shelf) remove(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err := s.at("session.remove", path); err != nil {
		return err
	}
	return os.Remove(path)
}
