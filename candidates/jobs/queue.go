package jobs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/durable"
)

// Folder is where the queue lies in a store's private folder.
const Folder = "queue"

const (
	lockName = "lock"
	fileEnd  = ".json"
)

// Options are what a queue needs besides its place.
type Options struct {
	Now  func() time.Time // nil: time.Now
	Rand io.Reader        // of tokens and of the jitter; nil: crypto/rand
	// Wait is how long to wait for another process that changes the queue; 0:
	// not at all.
	Wait time.Duration
	// Owner names this process to people; "": the host and the process id.
	Owner string
	// Probe stands before every change of the disk; its error stops the work
	// there. Nil asks nothing.
	Probe func(step, path string) error
}

// Queue is all jobs of one store that are not settled. Any number of processes
// may use it, and goroutines of one.
type Queue struct {
	folder string
	o      Options
	link   func(from, to string) error
}

// Open gives the queue in a folder, which is made when the first job is
// admitted. It does no I/O.
func Open(folder string, o Options) *Queue {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Owner == "" {
		host, _ := os.Hostname()
		o.Owner = host + ":" + strconv.Itoa(os.Getpid())
	}
	return &Queue{folder: folder, o: o, link: os.Link}
}

// now is the time of day, which goes on while the machine sleeps, as the
// monotonic clock does not.
func (q *Queue) now() time.Time { return clean(q.o.Now()) }

// clean is a time as it stands in a file.
func clean(t time.Time) time.Time { return t.UTC().Round(0).Truncate(time.Millisecond) }

func (q *Queue) at(step, path string) error {
	if q.o.Probe == nil {
		return nil
	}
	return q.o.Probe(step, path)
}

// path is the file of a job.
func (q *Queue) path(id memfile.ID) string { return filepath.Join(q.folder, string(id)+fileEnd) }

// present tells whether the queue's folder is there. A link in its place would
// lead somewhere else, and is refused.
func (q *Queue) present() (bool, error) {
	info, err := os.Lstat(q.folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, fmt.Errorf("%s: %w", q.folder, ErrNoFolder)
	}
	return true, nil
}

func (q *Queue) makeFolder() error {
	there, err := q.present()
	if there || err != nil {
		return err
	}
	if err := q.at("queue.folder", q.folder); err != nil {
		return err
	}
	return durable.MakeFolder(q.folder)
}

// lock keeps others from changing a job until released. Reading and admitting
// do without.
func (q *Queue) lock(ctx context.Context) (release func(), err error) {
	there, err := q.present()
	if err == nil && !there {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	path := filepath.Join(q.folder, lockName)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, ErrNotPlain)
	}
	return repo.TryLockFile(ctx, path, q.o.Wait)
}

// token makes 128 bits that nobody can guess.
func (q *Queue) token() (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(q.o.Rand, b[:]); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}
