package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func (r *realRepo) index() string { return filepath.Join(r.root, ".git", "index") }

func (r *realRepo) parseIndex() *Index {
	r.t.Helper()
	data, err := os.ReadFile(r.index())
	must(r.t, err)
	x, err := ParseIndex(data)
	must(r.t, err)
	must(r.t, x.Verify())
	return x
}

// staged is `git ls-files --stage`, as this package reads the index.
func (r *realRepo) staged() string {
	var b strings.Builder
	r.parseIndex().Entries(func(e IndexEntry) bool {
		fmt.Fprintf(&b, "%06o %s %d\t%s\x00", e.Mode, e.Hash, e.Stage, e.Path)
		return true
	})
	return b.String()
}

func (r *realRepo) checkStaged() {
	r.t.Helper()
	if got, want := r.staged(), r.git("ls-files", "--stage", "-z"); got != want {
		r.t.Fatalf("got %q\nwant %q", got, want)
	}
}

var oddPaths = []string{
	"a", "a-b/c", "a.d", "b/c/d", "b/c/e", "b/x", "z", "é/ü", "\xff\xfe", "new\nline", "tab\there", " ", "q\"uote",
	strings.Repeat("long/", 30) + "x", strings.Repeat("n", 200), strings.Repeat(strings.Repeat("d", 200)+"/", 20) + "deep",
}

// Everything that git writes is read as git reads it, in every version.
func TestIndexVersions(t *testing.T) {
	for _, version := range []string{"2", "3", "4"} {
		r := newRealRepo(t)
		var list strings.Builder
		for i, path := range oddPaths {
			fmt.Fprintf(&list, "100644 %040x\t%s\x00", i+1, path)
		}
		r.gitIn(list.String(), "update-index", "-z", "--index-info")
		r.git("update-index", "--index-version", version)
		r.checkStaged()
		r.git("update-index", "--assume-unchanged", "z")
		r.git("update-index", "--skip-worktree", "a")
		r.write("b/intent", "x")
		r.git("add", "-N", "b/intent")
		r.checkStaged()
		x := r.parseIndex()
		if want := map[string]uint32{"2": 3, "3": 3, "4": 4}[version]; x.version != want {
			t.Errorf("version %d", x.version)
		}
		for path, want := range map[string][3]bool{"z": {true}, "a": {false, true}, "b/intent": {false, false, true}, "b/x": {}} {
			e, ok := x.Entry(path)
			if !ok || e.Path != path || [3]bool{e.AssumeValid, e.SkipWorktree, e.IntentToAdd} != want {
				t.Errorf("version %s, %s: %+v", version, path, e)
			}
		}
		for _, path := range []string{"", "a-", "a-b", "b", "zz", "\xff\xff"} {
			if _, ok := x.Entry(path); ok {
				t.Errorf("%q is not there", path)
			}
		}
	}
}

func TestEmptyAndBrokenIndex(t *testing.T) {
	r := newRealRepo(t)
	x, err := ParseIndex(nil)
	must(t, err)
	e, err := x.Edit([]IndexEdit{r.put("first", "x")})
	must(t, err)
	r.publish(e)
	r.checkStaged()
	if r.git("diff-files") != "" {
		t.Error("the first entry is not clean")
	}
	r.edit(IndexEdit{Path: "first", Remove: true})
	if out := r.git("ls-files"); out != "" {
		t.Error(out)
	}
	r.write("second", "y")
	r.git("add", "second")
	good, err := os.ReadFile(r.index())
	must(t, err)
	for size := range good {
		if _, err := ParseIndex(good[:size:size]); err == nil {
			t.Errorf("cut to %d bytes it was accepted", size)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		if x, err := ParseIndex(bad); err == nil && x.Verify() == nil {
			t.Errorf("byte %d turned over was not seen", i)
		}
	}
}

func TestUnsortedIndexRefused(t *testing.T) {
	r := newRealRepo(t)
	r.write("a", "x")
	r.write("b", "x")
	r.git("add", "-A")
	data, err := os.ReadFile(r.index())
	must(t, err)
	for _, swap := range [][2]string{{"a", "c"}, {"b", "a"}} {
		bad := bytes.Clone(data)
		x, _ := ParseIndex(bad)
		for n := range 2 {
			if name := x.name(n); string(name) == swap[0] {
				name[0] = swap[1][0]
			}
		}
		if _, err := ParseIndex(bad); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v: %v", swap, err)
		}
	}
}
