package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lockPoll is how often a foreign lock is looked at while waiting for it.
const lockPoll = 5 * time.Millisecond

// LockedError says that somebody else's lock did not go away in time. Age is
// how long the lock file has been there.
type LockedError struct {
	Path  string
	Owner string
	Age   time.Duration
}

func (e *LockedError) Error() string {
	who := "another program"
	if e.Owner != "" {
		who = e.Owner
	}
	return fmt.Sprintf("%s: locked by %s for %s", e.Path, who, e.Age.Round(time.Second))
}

// Lock is a lock file of git that this process holds.
type Lock struct {
	dir  *Dir
	path string
}

// Private is the folder of gitmem in the common git directory: the lock, the
// owner file, and what operations stage.
func (d *Dir) Private() string { return filepath.Join(d.Common, "gitmem") }

func (d *Dir) ownerPath() string { return filepath.Join(d.Private(), "owner") }

// EnsureOwner makes the permanent file of which every lock is a hard link, so
// that after a crash it is certain whose a lock is. It is never rewritten.
func (d *Dir) EnsureOwner(token string) error {
	if _, err := os.Lstat(d.ownerPath()); err == nil {
		return nil
	}
	if err := os.MkdirAll(d.Private(), 0o755); err != nil {
		return err
	}
	next := d.ownerPath() + ".new"
	if err := d.WriteDurable(next, []byte(token+"\n"), 0o644); err != nil {
		return err
	}
	if err := d.Rename("owner", next, d.ownerPath()); err != nil {
		return err
	}
	return d.Sync(d.Private())
}

// TakeLock takes a lock file of git as a hard link of the owner file. A lock
// that is such a link already was left by a crash of ours and is adopted: the
// caller must hold the store lock. Any other is waited for, never removed.
func (d *Dir) TakeLock(path string, deadline time.Time) (*Lock, error) {
	for {
		if err := d.hit("lock", path); err != nil {
			return nil, err
		}
		err := d.linkOwner(path)
		if err == nil || (errors.Is(err, fs.ErrExist) && d.Ours(path)) {
			return &Lock{dir: d, path: path}, nil
		}
		if isAbsent(err) {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return nil, err
			}
			err = fs.ErrExist // the folder vanished and is back: try again
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if !time.Now().Before(deadline) {
			return nil, lockedError(path)
		}
		time.Sleep(lockPoll)
	}
}

// linkOwner links the lock, or, where the file system has no hard links,
// creates it with the owner's own content.
func (d *Dir) linkOwner(path string) error {
	err := os.Link(d.ownerPath(), path)
	if err == nil || errors.Is(err, fs.ErrExist) || isAbsent(err) || !noHardLinks(err) {
		return err
	}
	token, err := os.ReadFile(d.ownerPath())
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, werr := f.Write(token)
	return errors.Join(werr, f.Close())
}

// Ours is true for a lock file that gitmem made: a link of the owner file, or
// a copy of its content. An empty file is nobody's.
func (d *Dir) Ours(path string) bool {
	lock, err := os.Lstat(path)
	if err != nil {
		return false
	}
	owner, err := os.Lstat(d.ownerPath())
	if err != nil {
		return false
	}
	if os.SameFile(lock, owner) {
		return true
	}
	if lock.Size() == 0 || lock.Size() != owner.Size() {
		return false
	}
	a, errA := os.ReadFile(path)
	b, errB := os.ReadFile(d.ownerPath())
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// Release removes the lock file; releasing twice is harmless.
func (l *Lock) Release() error {
	if l == nil || l.path == "" {
		return nil
	}
	path := l.path
	l.path = ""
	if err := l.dir.hit("unlock", path); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !isAbsent(err) {
		return err
	}
	return nil
}

// SweepLocks removes the lock files that a crash of ours left. The caller
// holds the store lock and has no operation under way.
func (d *Dir) SweepLocks() error {
	if links, ok := linkCount(d.ownerPath()); ok && links < 2 {
		return nil
	}
	candidates := []string{filepath.Join(d.Git, "index.lock"), filepath.Join(d.Git, "HEAD.lock"), d.packedPath() + ".lock"}
	keeps, _ := filepath.Glob(filepath.Join(d.Common, "objects", "pack", "*.keep"))
	candidates = append(candidates, keeps...)
	err := filepath.WalkDir(d.refPath("refs"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ".lock") {
			candidates = append(candidates, path)
		}
		return nil
	})
	for _, path := range candidates {
		if d.Ours(path) {
			err = errors.Join(err, (&Lock{dir: d, path: path}).Release())
		}
	}
	return err
}

func lockedError(path string) error {
	e := &LockedError{Path: path}
	if info, err := os.Lstat(path); err == nil {
		e.Age = time.Since(info.ModTime())
	}
	return e
}
