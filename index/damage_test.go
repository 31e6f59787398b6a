package index

import (
	"bytes"
	"context"
	"encoding/json"
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
)

// stocked is a store with some notes whose index has more than one segment.
func stocked(t *testing.T) *fixture {
	f := newFixture(t)
	for n := range 40 {
		f.put(note(n+1, fmt.Sprintf("alpha beta%d\n%s", n%7, strings.Repeat("gamma ", n))))
	}
	x := f.open(Options{})
	f.search(x, "alpha")
	f.put(note(41, "alpha later"))
	f.search(x, "alpha")
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	f.told = nil
	return f
}

// hits are the scores and ids of a question that all answers must share.
func (f *fixture) hits(x *Index) []string {
	f.Helper()
	var all []string
	for _, text := range []string{"alpha", "gamma beta3", "later"} {
		for _, h := range f.results(x, Query{Text: text}).Hits {
			all = append(all, fmt.Sprintf("%s %s %.9f", text, h.ID, h.Score))
		}
	}
	return all
}

// newestFiles are the files of the newest generation.
func (f *fixture) newestFiles() []string {
	f.Helper()
	s := shelf{dir: filepath.Join(f.store.State, "index")}
	numbers, err := s.numbers()
	if err != nil || len(numbers) == 0 {
		f.Fatal("no generation", err)
	}
	var files []string
	err = filepath.WalkDir(s.path(numbers[0]), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	return files
}

// damages are the ways in which a file is damaged.
var damages = map[string]func(path string, data []byte) error{
	"cut to 100": func(path string, data []byte) error { return rewrite(path, data[:min(100, len(data)/2)]) },
	"emptied":    func(path string, _ []byte) error { return rewrite(path, nil) },
	"deleted":    func(path string, _ []byte) error { return os.Remove(path) },
	"zeros":      func(path string, data []byte) error { return rewrite(path, make([]byte, len(data))) },
	"other bytes": func(path string, data []byte) error {
		return rewrite(path, bytes.Repeat([]byte{0xa5, 3}, len(data)/2+1))
	},
	"one bit":  func(path string, data []byte) error { data[len(data)/2] ^= 4; return rewrite(path, data) },
	"longer":   func(path string, data []byte) error { return rewrite(path, append(data, 0)) },
	"a folder": func(path string, _ []byte) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
	"a link": func(path string, _ []byte) error {
		return errors.Join(os.Rename(path, path+"~"), os.Symlink(path+"~", path))
	},
}

// rewrite replaces a file: another generation may share its bytes.
func rewrite(path string, data []byte) error {
	return errors.Join(os.Remove(path), os.WriteFile(path, data, 0o600))
}

func TestDamageOfEveryKindToEveryFile(t *testing.T) {
	f := stocked(t)
	want := f.hits(f.open(Options{}))
	restore := f.saved()
	kinds := map[string]bool{}
	for name, damage := range damages {
		for i := range restore() {
			path := restore()[i]
			what := filepath.Base(path) + " " + name
			kinds[filepath.Base(path)] = true
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := damage(path, data); err != nil {
				t.Logf("%s: cannot be tried here: %v", what, err)
				continue
			}
			f.told = nil
			if got := f.hits(f.open(Options{})); !slices.Equal(got, want) {
				t.Errorf("%s:\n%q\nwant\n%q", what, got, want)
			}
			if len(f.told) != 1 || !strings.Contains(f.told[0], "built anew") {
				t.Errorf("%s: told %q", what, f.told)
			}
			f.told = nil
			if f.hits(f.open(Options{})); len(f.told) != 0 {
				t.Errorf("%s: told again %q", what, f.told)
			}
		}
	}
	if len(kinds) < 5 {
		t.Errorf("only these files were damaged: %v", kinds)
	}
}

// saved gives what puts the index back as it is now, and lists the files of its
// newest generation.
func (f *fixture) saved() func() []string {
	f.Helper()
	dir, copied := filepath.Join(f.store.State, "index"), filepath.Join(f.TempDir(), "index")
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		f.Fatal(err)
	}
	return func() []string {
		f.Helper()
		if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(copied))); err != nil {
			f.Fatal(err)
		}
		return f.newestFiles()
	}
}

// TestDamageThatNoStampShows damages files in place and puts their time back.
// bleve then reads what it must not: the search must survive that as well.
func TestDamageThatNoStampShows(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a fault of memory cannot be caught there")
	}
	f := stocked(t)
	want := f.hits(f.open(Options{}))
	for n, damage := range []func(data []byte){
		func(data []byte) { clear(data) },
		func(data []byte) { clear(data[len(data)/2:]) },
		func(data []byte) { clear(data[:len(data)/2]) },
		func(data []byte) { copy(data, bytes.Repeat([]byte{0xff}, len(data))) },
		func(data []byte) { copy(data, bytes.Repeat([]byte{0x81, 7}, len(data)/2)) },
	} {
		for i, path := range f.newestFiles() {
			if name := filepath.Base(path); name == markerName || name == manifestName {
				continue
			}
			f := stocked(t)
			path := f.newestFiles()[i]
			inPlace(t, path, damage)
			if got := f.hits(f.open(Options{})); !slices.Equal(got, want) && len(f.told) == 0 {
				t.Logf("%s, damage %d: other hits, and nothing told: bleve cannot see it", filepath.Base(path), n)
			}
			f.put(note(99, "omega")) // whoever writes compares every checksum
			if got := f.hits(f.open(Options{})); len(f.told) == 0 {
				t.Errorf("%s, damage %d: never seen:\n%q", filepath.Base(path), n, got)
			}
			if err := os.Remove(f.path("experiences/2026/11/30/e0000000000000063.md")); err != nil {
				t.Fatal(err)
			}
			if got := f.hits(f.open(Options{})); !slices.Equal(got, want) {
				t.Errorf("%s, damage %d:\n%q\nwant\n%q", filepath.Base(path), n, got, want)
			}
		}
	}
}

func inPlace(t *testing.T, path string, damage func([]byte)) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage(data)
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(out.Close(), os.Chtimes(path, time.Now(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
}

// TestFileCutWhileItIsOpen takes the bytes away from under a search.
func TestFileCutWhileItIsOpen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be cut there")
	}
	f := stocked(t)
	x := f.open(Options{})
	want := f.hits(x)
	for _, path := range f.newestFiles() {
		if filepath.Ext(path) == ".zap" {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := f.hits(x); !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if len(f.told) != 1 {
		t.Errorf("told %q", f.told)
	}
}

func TestOlderFormIsBuiltAnew(t *testing.T) {
	f := stocked(t)
	want := f.hits(f.open(Options{}))
	for _, path := range f.newestFiles() {
		if filepath.Base(path) != markerName {
			continue
		}
		var m marker
		data, _ := os.ReadFile(path)
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		m.Format = "gitmem index 0"
		m.Sum = m.sum()
		data, _ = json.Marshal(m)
		if err := rewrite(path, data); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.hits(f.open(Options{})); !slices.Equal(got, want) || len(f.told) != 1 {
		t.Errorf("told %q, hits %q", f.told, got)
	}
}

// TestMissingIndexIsSaid: only the first build of all is a matter of course.
func TestMissingIndexIsSaid(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "alpha"))
	dir := filepath.Join(f.store.State, "index")
	fresh := f.open(Options{})
	if f.finds(fresh, "alpha", "1"); len(f.told) != 0 {
		t.Errorf("the first build tells %q", f.told)
	}
	for _, x := range []*Index{f.open(Options{}), fresh} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if s, err := x.Status(context.Background()); err != nil || !strings.HasSuffix(s.Problem, "it is missing") {
			t.Errorf("status %+v, %v", s, err)
		}
		f.told = nil
		f.finds(x, "alpha", "1")
		if len(f.told) != 1 || f.told[0] != "the search index is built anew from the files: "+dir+": it is missing" {
			t.Errorf("told %q", f.told)
		}
		f.told = nil
		if f.finds(f.open(Options{}), "alpha", "1"); len(f.told) != 0 {
			t.Errorf("told again %q", f.told)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := f.open(Options{}).Rebuild(context.Background()); err != nil || len(f.told) != 0 {
		t.Errorf("who asks for a build is told %q, %v", f.told, err)
	}
}
