package repo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gofrs/flock"
)

// ErrLockBusy means that another holder kept the lock of a file all the time.
var ErrLockBusy = errors.New("held by another process")

// TryLockFile takes a file's lock, which no two holders on this machine have at
// once, also within one process; the system frees it when its holder dies. It
// waits as long as wait for another holder, not at all for 0. The file is made
// where it is missing, its folder is not. It returns what releases the lock.
// The error is ErrLockBusy where the waiting was in vain.
//
// It is for private work beside a store, such as its index; operations hold the
// store's own lock.
func TryLockFile(ctx context.Context, path string, wait time.Duration) (release func(), err error) {
	l := flock.New(path, flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if !ok && err == nil && wait > 0 {
		limited, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		if ok, err = l.TryLockContext(limited, lockRetry); errors.Is(err, context.DeadlineExceeded) {
			err = ctx.Err()
		}
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case !ok:
		return nil, fmt.Errorf("%s: %w", path, ErrLockBusy)
	}
	return func() { _ = l.Unlock() }, nil
}
