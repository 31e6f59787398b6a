package repo

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// StoreFileName is the file that makes a folder a store.
const StoreFileName = "store.yaml"

// DefaultLockWait bounds the waiting for the store lock and for git's locks.
const DefaultLockWait = 5 * time.Second

// Options are the values from outside that a store needs; the zero Options are
// the real clock, crypto/rand and no faults.
type Options struct {
	Now      func() time.Time
	Rand     io.Reader
	Probe    gitdir.Probe
	LockWait time.Duration
	Env      Env
	// Notify is told, in one line, what a person should know and what stops
	// nothing: text of a late save that was kept, a record that somebody edited.
	Notify func(line string)
}

// Store is one store. It holds no lock and no open file between calls, so
// that many processes, and git, can work beside it.
type Store struct {
	Root  string // the folder, absolute
	ID    memfile.ID
	Name  string
	Scope string // "project" or "global"
	State string // the private folder of this store, never committed
	Git   *gitdir.Dir

	// OnDrop says how to record that an operation came to nothing: the settle
	// operation that writes `failed`, or nil. The package candidates sets it.
	OnDrop func(Dropped) (*Operation, error)

	env      Env
	now      func() time.Time
	rand     io.Reader
	lockWait time.Duration
	notify   func(string)

	unsettled []*pending // after settleAll: what waits or is uncertain
	person    *Identity  // read once
	spare     string     // an empty folder for the next stage
}

// Open opens the store in a folder. ErrNoStore where it holds none, a
// memfile.Fault where store.yaml is damaged, *gitdir.UnsupportedError where the
// repository has a form that cannot be written safely.
func Open(root string, o Options) (*Store, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(root, StoreFileName))
	if err != nil {
		return nil, notStore(root, err)
	}
	file, err := memfile.ParseStoreFile(StoreFileName, data)
	if err != nil {
		return nil, err
	}
	return OpenWith(root, *file, o)
}

// OpenWith opens a working tree of a store by a store.yaml that is not the one
// on disk, such as that of a commit under way.
func OpenWith(root string, file memfile.StoreFile, o Options) (*Store, error) {
	git, err := gitdir.Open(root, o.Probe)
	if err != nil {
		return nil, notStore(root, err)
	}
	s := &Store{Root: root, ID: file.ID, Name: file.Name, Scope: file.Scope, Git: git}
	s.fill(o)
	return s, nil
}

// notStore is the error of a folder that lacks what makes it a store.
func notStore(root string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &NoStoreError{Dir: root}
	}
	return err
}

// Identity is the person's git identity for this store, read once.
func (s *Store) Identity() (Identity, error) {
	if s.person != nil {
		return *s.person, nil
	}
	id, err := ReadIdentity(s.Git.Common, s.env)
	if err == nil {
		s.person = &id
	}
	return id, err
}

func (s *Store) fill(o Options) {
	s.env, s.now, s.rand, s.lockWait, s.notify = o.Env, o.Now, o.Rand, o.LockWait, o.Notify
	if s.now == nil {
		s.now = time.Now
	}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.lockWait == 0 {
		s.lockWait = DefaultLockWait
	}
	if s.notify == nil {
		s.notify = func(string) {}
	}
	s.State = filepath.Join(o.Env.StateHome, "gitmem", string(s.ID))
}

// Now is the store's clock, in UTC and whole seconds.
func (s *Store) Now() time.Time { return s.now().UTC().Truncate(time.Second) }

// NewID makes a random id of a kind.
func (s *Store) NewID(kind byte) (memfile.ID, error) { return memfile.RandomID(kind, s.rand) }
