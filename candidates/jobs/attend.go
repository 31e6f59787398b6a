package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gitmem/repo"
)

// runnerName is the file whose lock a process holds while it works on the
// queue, or lives in order to.
const runnerName = "runner"

// attendWait is enough for somebody who only looks whether anybody is there.
const attendWait = 100 * time.Millisecond

// Attend says that this process works on the queue, until released or until it
// dies. It keeps nobody else from working: others only need not start another
// process for it. The error is repo.ErrLockBusy where somebody is at it.
func (q *Queue) Attend(ctx context.Context) (release func(), err error) {
	if err := q.makeFolder(); err != nil {
		return nil, err
	}
	path := filepath.Join(q.folder, runnerName)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, ErrNotPlain)
	}
	return repo.TryLockFile(ctx, path, attendWait)
}

// Attended tells whether a process that lives works on the queue. It makes
// nothing.
func (q *Queue) Attended() (bool, error) {
	path := filepath.Join(q.folder, runnerName)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s: %w", path, ErrNotPlain)
	}
	release, err := repo.TryLockFile(context.Background(), path, 0)
	if errors.Is(err, repo.ErrLockBusy) {
		return true, nil
	}
	if err == nil {
		release()
	}
	return false, err
}

// IsDue tells whether a job could be claimed now. It reads the jobs up to the
// first that is.
func (q *Queue) IsDue() (bool, error) {
	ids, _, err := q.names()
	if err != nil {
		return false, err
	}
	now := q.now()
	for _, id := range ids {
		if j, err := q.read(id); err == nil && j.due(now) {
			return true, nil
		}
	}
	return false, nil
}

// Log is the file for what a process says that works on the queue unseen. Its
// folder is made where it is missing.
func (q *Queue) Log() (string, error) {
	return filepath.Join(q.folder, runnerName+".log"), q.makeFolder()
}
