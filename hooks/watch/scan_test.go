package watch_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gitmem/hooks/watch"
)

func TestScanIsOneLookInOrder(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{"MEMORY.md": "m", "candidates/c1.md": "c", "candidates/2026/11/30/c2.md": "settled", "skills/make/SKILL.md": "s", "candidates/c1.md~": "old"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere", filepath.Join(root, "candidates", "link.md")); err != nil {
		t.Skip("no symlinks here:", err)
	}
	var got []string
	var problems []error
	err := watch.Scan(watch.Options{
		Root:    root,
		Changed: func(path string, data []byte) { got = append(got, path+"="+string(data)) },
		Problem: func(err error) { problems = append(problems, err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"MEMORY.md=m", "candidates/c1.md=c", "skills/make/SKILL.md=s"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(problems) != 1 || !errors.Is(problems[0], watch.ErrNotPlain) {
		t.Errorf("problems %v", problems)
	}
}

func TestRootThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(filepath.Dir(file), "missing")
	for _, o := range []watch.Options{{Root: file}, {Root: missing}, {Root: filepath.Dir(file), Folders: []string{"../elsewhere"}}} {
		if err := watch.Run(context.Background(), o); err == nil {
			t.Errorf("%q %q: watched", o.Root, o.Folders)
		}
		if err := watch.Scan(o); err == nil {
			t.Errorf("%q %q: scanned", o.Root, o.Folders)
		}
	}
	if err := watch.Scan(watch.Options{Root: missing}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestRunWithTheSystemsClock(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	ready, changed, ended := make(chan struct{}), make(chan string, 100), make(chan error)
	go func() {
		ended <- watch.Run(ctx, watch.Options{
			Root: root, Folders: []string{"."}, Debounce: time.Millisecond,
			Changed: func(path string, data []byte) { changed <- path + "=" + string(data) },
			Ready:   func() { close(ready) },
		})
	}()
	within(t, ready)
	temporary := filepath.Join(root, ".tmp")
	if err := os.WriteFile(temporary, []byte("- a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(temporary, filepath.Join(root, "MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	if got := within(t, changed); got != "MEMORY.md=- a\n" {
		t.Errorf("reported %q", got)
	}
	cancel()
	if err := within(t, ended); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func within[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(time.Minute):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}
