package jobs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gitmem/repo"
)

func TestSomebodyIsAtTheQueueWhileItIsAttended(t *testing.T) {
	q := Open(filepath.Join(t.TempDir(), Folder), Options{})
	look := func(want bool) {
		t.Helper()
		if got, err := q.Attended(); err != nil || got != want {
			t.Fatalf("attended: %v, %v", got, err)
		}
	}
	look(false)
	if _, err := os.Lstat(q.folder); !errors.Is(err, os.ErrNotExist) {
		t.Fatal("looking made a folder", err)
	}
	release, err := q.Attend(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	look(true)
	if _, err := q.Attend(context.Background()); !errors.Is(err, repo.ErrLockBusy) {
		t.Fatal("two at once", err)
	}
	// It keeps nobody from working.
	if _, _, err := q.Admit(work(1)); err != nil {
		t.Fatal(err)
	}
	if c, err := q.Claim(context.Background(), nil); c == nil || err != nil {
		t.Fatal("not claimed", err)
	}
	release()
	look(false)
	if all, bad, err := q.List(); len(all) != 1 || len(bad) != 0 || err != nil {
		t.Fatal("its file is taken for a job", all, bad, err)
	}
}

func TestWhatIsDueIsSeen(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	q := Open(filepath.Join(t.TempDir(), Folder), Options{Now: func() time.Time { return now }})
	look := func(want bool) {
		t.Helper()
		if got, err := q.IsDue(); err != nil || got != want {
			t.Fatalf("due: %v, %v", got, err)
		}
	}
	look(false)
	j := work(1)
	j.Admitted, j.Due = now, now.Add(time.Hour)
	if _, _, err := q.Admit(j); err != nil {
		t.Fatal(err)
	}
	// What holds no job does not hide one.
	if err := os.WriteFile(q.path("j0000000000000000"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	look(false)
	now = now.Add(time.Hour)
	look(true)
	c, err := q.Claim(context.Background(), nil)
	if c == nil || err != nil {
		t.Fatal(err)
	}
	look(false)
	now = now.Add(LeaseTime)
	look(true) // its lease is over
}
