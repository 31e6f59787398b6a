package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/repo"
)

// TestIndexThatCannotBeWritten has the same hits, one notice, and leaves nothing.
func TestIndexThatCannotBeWritten(t *testing.T) {
	f := stocked(t)
	want := f.hits(f.open(Options{}))
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	f.put(note(41, "alpha later\nand later still"))
	readOnly := f.open(Options{ReadOnly: true})
	full := f.hits(readOnly)
	if err := readOnly.Close(); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(full, want) || !strings.Contains(full[len(full)-1], "later") {
		t.Fatalf("the change is not seen: %q", full)
	}
	faults := map[string]func(step string) error{
		"no lock":      func(step string) error { return on(step, "index.lock") },
		"no copy":      func(step string) error { return on(step, "index.copy") },
		"no manifest":  func(step string) error { return on(step, "index.manifest") },
		"no marker":    func(step string) error { return on(step, "index.marker") },
		"no publish":   func(step string) error { return on(step, "index.publish") },
		"no disk":      func(step string) error { return on(step, "index.lock", "index.beside") },
		"disk is full": func(step string) error { return on(step, "index.copy", "index.build", "index.manifest") },
	}
	for name, fault := range faults {
		f.told = nil
		x := f.open(Options{Probe: func(step, _ string) error { return fault(step) }})
		if got := f.hits(x); !slices.Equal(got, full) {
			t.Errorf("%s: %q\nwant\n%q", name, got, full)
		}
		if f.hits(x); len(f.told) != 1 || !strings.Contains(f.told[0], "beside") {
			t.Errorf("%s: told %q", name, f.told)
		}
		if r := f.results(x, Query{Text: "alpha"}); r.Generation != 0 {
			t.Errorf("%s: generation %d", name, r.Generation)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if got := f.hits(f.open(Options{})); !slices.Equal(got, full) {
		t.Errorf("afterwards: %q", got)
	}
}

// on fails at steps.
func on(step string, steps ...string) error {
	if slices.Contains(steps, step) {
		return fmt.Errorf("%s: %w", step, fs.ErrPermission)
	}
	return nil
}

func TestOldGenerationsAndLitterAreRemoved(t *testing.T) {
	f := newFixture(t)
	x := f.open(Options{})
	litter := filepath.Join(f.store.State, "index", newPrefix+"dead")
	if err := os.MkdirAll(litter, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 25 {
		f.put(note(n+1, "alpha"))
		f.search(x, "alpha")
	}
	s, err := x.Status(context.Background())
	if err != nil || s.Documents != 25 || !s.CaughtUp || s.Behind != 0 || s.Bytes == 0 || s.Problem != "" {
		t.Errorf("%+v %v", s, err)
	}
	if s.Segments > 9 {
		t.Errorf("%d segments", s.Segments)
	}
	entries, err := os.ReadDir(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{fmt.Sprintf("g-%d", s.Generation-1), fmt.Sprintf("g-%d", s.Generation), lockName}; len(names) != 3 || !slices.Contains(names, want[1]) {
		t.Errorf("%q, want %q", names, want)
	}
	info, _ := os.Stat(s.Path)
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestStatusWritesNothing(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "alpha"))
	x := f.open(Options{})
	s, err := x.Status(context.Background())
	if err != nil || s.Generation != 0 || s.CaughtUp || s.Behind != 1 {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := os.Stat(s.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s: %v", s.Path, err)
	}
	f.search(x, "alpha")
	f.put(note(2, "alpha"))
	if err := os.Remove(f.path(f.put(note(1, "alpha")))); err != nil {
		t.Fatal(err)
	}
	if s, err = x.Status(context.Background()); err != nil || s.Generation != 1 || s.Behind != 2 {
		t.Errorf("%+v %v", s, err)
	}
	for _, path := range f.newestFiles() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if s, err = f.open(Options{}).Status(context.Background()); err != nil || s.Problem == "" || s.CaughtUp {
		t.Errorf("%+v %v", s, err)
	}
}

func TestBusyLockIsBypassedInTime(t *testing.T) {
	f := stocked(t)
	x := f.open(Options{Wait: 50 * time.Millisecond})
	release, err := repo.TryLockFile(context.Background(), x.shelf.lock(), 0)
	if err != nil {
		t.Fatal(err)
	}
	f.finds(x, "later", "29") // nothing to write
	if len(f.told) != 0 {
		t.Errorf("told %q", f.told)
	}
	f.put(note(42, "later"))
	f.finds(x, "later", "29", "2a")
	f.put(note(43, "later"))
	f.finds(x, "later", "29", "2a", "2b")
	if len(f.told) != 1 || !strings.Contains(f.told[0], "another process") {
		t.Errorf("told %q", f.told)
	}
	beside := x.beside.dir
	release()
	if r := f.results(x, Query{Text: "later"}); r.Generation == 0 || len(r.Hits) != 3 {
		t.Errorf("generation %d, %d hits", r.Generation, len(r.Hits))
	}
	if _, err := os.Stat(beside); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", beside, err)
	}
}
