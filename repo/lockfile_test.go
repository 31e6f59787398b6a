package repo

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

func TestLockFileExcludesAndGivesUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	ctx := context.Background()
	release, err := TryLockFile(ctx, path, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, wait := range []time.Duration{0, 20 * time.Millisecond} {
		if _, err := TryLockFile(ctx, path, wait); !errors.Is(err, ErrLockBusy) {
			t.Errorf("waiting %v: %v", wait, err)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := TryLockFile(cancelled, path, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	release()
	again, err := TryLockFile(ctx, path, 0)
	if err != nil {
		t.Fatal(err)
	}
	again()
	if _, err := TryLockFile(ctx, filepath.Join(path, "below", "a", "file"), time.Minute); err == nil || errors.Is(err, ErrLockBusy) {
		t.Errorf("a lock without a folder: %v", err)
	}
}
