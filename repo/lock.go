package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// lockRetry is how often a busy store lock is tried again.
const lockRetry = 3 * time.Millisecond

// lock takes the store's own lock, which every command that writes holds from
// its first look to its last change. It returns what releases it.
func (s *Store) lock(ctx context.Context) (func(), error) {
	path := filepath.Join(s.Git.Private(), "lock")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.lockWait)
	defer cancel()
	for {
		l := flock.New(path)
		ok, err := l.TryLockContext(ctx, lockRetry)
		if !ok {
			return nil, s.lockBusy(path, err)
		}
		if sameFile(path, l) {
			return s.holdLock(path, l)
		}
		_ = l.Unlock() // the file was replaced while we waited: lock the new one
	}
}

// holdLock notes who holds the lock. What a dead holder left is taken over only
// where it is certain that the lock really excluded it.
func (s *Store) holdLock(path string, l *flock.Flock) (func(), error) {
	former, _ := os.ReadFile(path)
	if who := parseHolder(string(former)); who.stranger(s.self()) {
		_ = l.Unlock()
		return nil, &gitdir.LockedError{Path: path, Owner: fmt.Sprintf("process %s on %s, which this machine cannot see (if it is gone, delete the file)", who.pid, who.host)}
	}
	if err := os.WriteFile(path, []byte(s.self().String()), 0o644); err != nil {
		_ = l.Unlock()
		return nil, err
	}
	token, err := memfile.RandomID(memfile.KindOperation, s.rand)
	if err == nil {
		err = s.Git.EnsureOwner("gitmem " + string(token))
	}
	if err != nil {
		_ = l.Unlock()
		return nil, err
	}
	return func() { _ = os.Truncate(path, 0); _ = l.Unlock() }, nil
}

func (s *Store) lockBusy(path string, err error) error {
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	held, _ := os.ReadFile(path)
	who := parseHolder(string(held))
	busy := &gitdir.LockedError{Path: path, Owner: "gitmem"}
	if who.pid != "" {
		busy.Owner = fmt.Sprintf("gitmem, process %s on %s", who.pid, who.host)
		busy.Age = s.now().Sub(who.since)
	}
	return busy
}

// holder is who holds a store lock. boot and space tell whether a dead holder
// ran under the same kernel, where a file lock surely excludes.
type holder struct {
	pid, host, boot string
	since           time.Time
}

func (s *Store) self() holder {
	host, _ := os.Hostname()
	return holder{pid: strconv.Itoa(os.Getpid()), host: host, boot: bootID(), since: s.now()}
}

func (h holder) String() string {
	return strings.Join([]string{h.pid, h.host, h.boot, strconv.FormatInt(h.since.Unix(), 10)}, "\t") + "\n"
}

func parseHolder(line string) holder {
	parts := strings.Split(strings.TrimSpace(line), "\t")
	if len(parts) != 4 {
		return holder{}
	}
	unix, _ := strconv.ParseInt(parts[3], 10, 64)
	return holder{pid: parts[0], host: parts[1], boot: parts[2], since: time.Unix(unix, 0)}
}

// stranger is true for a holder of another machine, whose death cannot be seen.
func (h holder) stranger(self holder) bool {
	return h.pid != "" && h.host != self.host && h.boot != self.boot
}

// bootID names the running kernel, where the platform tells.
func bootID() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(id))
}

func sameFile(path string, l *flock.Flock) bool {
	a, errA := os.Lstat(path)
	b, errB := l.Stat()
	return errA == nil && errB == nil && os.SameFile(a, b)
}
