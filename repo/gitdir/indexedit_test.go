package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// edit changes git's index through this package.
func (r *realRepo) edit(edits ...IndexEdit) *EditedIndex {
	r.t.Helper()
	e, err := r.parseIndex().Edit(edits)
	must(r.t, err)
	r.publish(e)
	return e
}

func (r *realRepo) publish(e *EditedIndex) {
	r.t.Helper()
	e.Seal()
	must(r.t, os.WriteFile(r.index()+".next", e.Bytes(), 0o644))
	must(r.t, os.Rename(r.index()+".next", r.index()))
}

func (r *realRepo) put(path, content string) IndexEdit {
	r.t.Helper()
	r.write(path, content)
	info, err := os.Lstat(filepath.Join(r.root, filepath.FromSlash(path)))
	must(r.t, err)
	blob := plumbing.NewHash(strings.TrimSpace(r.gitIn(content, "hash-object", "-w", "--stdin")))
	return IndexEdit{Path: path, Mode: ModeFile, Hash: blob, Stat: StatOf(info)}
}

// remove removes a file and the folders that it leaves empty, as git does.
func (r *realRepo) remove(path string) {
	for path != "." && os.Remove(filepath.Join(r.root, filepath.FromSlash(path))) == nil {
		path = filepath.Dir(path)
	}
}

// Random edits leave the index that git would have made, and git agrees about trees, files and checksum.
func TestIndexEditAsGit(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := newRealRepo(t)
		r.write("keep/me", "unrelated")
		r.git("add", "keep/me")
		r.git("update-index", "--index-version", version)
		r.git("write-tree") // fills the cache of trees
		mirror := newRealRepo(t)
		mirror.write("keep/me", "unrelated")
		mirror.git("add", "keep/me")
		steps := [][]string{{"m"}, {"a", "z/z/z"}, {"m/../n", "a"}, {"keep/a", "keep/z"}, {"-a"}, {"-z/z/z", "z/z/y", "z/a"}, {"-m", "m/x"}, {"-m/x", "-n", "m"}, {"-z/z/y", "-z/a", "z"}, {"-keep/me", "keep/me2", "-absent"}, {"-keep/a", "-keep/z", "-keep/me2", "-m", "-z"}, {"again"}}
		for i, step := range steps {
			var edits []IndexEdit
			for _, path := range step {
				if name, remove := strings.CutPrefix(path, "-"); remove {
					r.remove(name)
					edits = append(edits, IndexEdit{Path: name, Remove: true})
					continue
				}
				path = strings.ReplaceAll(path, "m/../", "")
				edits = append(edits, IndexEdit{Path: path, Mode: ModeFile})
			}
			for j, e := range edits {
				if !e.Remove {
					edits[j] = r.put(e.Path, fmt.Sprint("content ", i, j))
				}
			}
			r.edit(edits...)
			r.checkStaged()
			for _, e := range edits {
				if e.Remove {
					mirror.git("update-index", "--force-remove", e.Path)
				} else {
					mirror.git("update-index", "--add", "--cacheinfo", fmt.Sprintf("%o,%s,%s", e.Mode, e.Hash, e.Path))
				}
			}
			if got, want := r.git("ls-files", "--stage"), mirror.git("ls-files", "--stage"); got != want {
				t.Fatalf("version %s, step %d:\n%s\nwant\n%s", version, i, got, want)
			}
			if out := r.git("diff-files"); out != "" {
				t.Fatalf("step %d: files differ from the index: %s", i, out)
			}
			r.git("fsck", "--cache", "--strict") // compares the checksum and the cached trees
			if i%2 == 0 {
				if got, want := r.git("write-tree"), mirror.git("write-tree", "--missing-ok"); got != want {
					t.Fatalf("version %s, step %d: tree %s, want %s", version, i, got, want)
				}
			}
		}
	}
}

// Only the edited entries and what depends on them change, byte for byte.
func TestIndexEditKeepsTheRest(t *testing.T) {
	r := newRealRepo(t)
	for i := range 50 {
		r.write(fmt.Sprintf("d%d/f%d", i%5, i), fmt.Sprint(i))
	}
	r.git("add", "-A")
	r.git("update-index", "--assume-unchanged", "d1/f1")
	r.git("update-index", "--skip-worktree", "d2/f2")
	before := r.parseIndex()
	e, err := before.Edit([]IndexEdit{{Path: "d1/f1", Mode: ModeFile, Hash: emptyTree}, {Path: "d2/f2", Mode: ModeExec, Hash: emptyTree}, {Path: "d3/new", Mode: ModeFile, Hash: emptyTree}, {Path: "d3/f3", Smudge: true}})
	must(t, err)
	e.Seal()
	after, err := ParseIndex(e.Bytes())
	must(t, err)
	must(t, after.Verify())
	if after.Len() != before.Len()+1 || e.Len() != len(e.Bytes()) {
		t.Fatal(after.Len(), e.Len())
	}
	for n := range before.Len() {
		was := before.entry(n)
		is, ok := after.Entry(was.Path)
		switch was.Path {
		case "d1/f1":
			if !is.AssumeValid || is.Hash != emptyTree {
				t.Errorf("%+v", is)
			}
		case "d2/f2":
			if !is.SkipWorktree || is.Hash != emptyTree || is.Mode != ModeExec {
				t.Errorf("%+v", is)
			}
		case "d3/f3":
			was.Stat.Size = 0
			fallthrough
		default:
			if !ok || is != was {
				t.Errorf("%+v became %+v", was, is)
			}
		}
	}
	var plain bytes.Buffer
	n, err := e.WriteTo(&plain)
	if err != nil || n != int64(plain.Len()) || !bytes.Equal(plain.Bytes(), e.Bytes()) {
		t.Error("WriteTo and Bytes differ")
	}
}

// The way of an operation: prepare, write, exchange the files, patch, seal, write the patches.
func TestPatchStat(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := newRealRepo(t)
		r.write("other", "o")
		r.write("m", "before")
		r.git("add", "-A")
		r.git("update-index", "--index-version", version)
		edit := r.put("x", "after")
		edit.Path, edit.Stat = "m", Stat{}
		fresh := r.put("new/file", "after")
		fresh.Stat = Stat{}
		e, err := r.parseIndex().Edit([]IndexEdit{edit, fresh})
		must(t, err)
		f, err := os.Create(r.index() + ".next")
		must(t, err)
		_, err = e.WriteTo(f)
		must(t, err)
		must(t, os.Rename(filepath.Join(r.root, "x"), filepath.Join(r.root, "m")))
		for _, path := range []string{"m", "new/file"} {
			info, err := os.Lstat(filepath.Join(r.root, path))
			must(t, err)
			must(t, e.PatchStat(path, StatOf(info)))
		}
		if err := e.PatchStat("other", Stat{}); err == nil {
			t.Error("an entry that is not edited was patched")
		}
		e.Seal()
		must(t, e.WritePatches(f))
		must(t, f.Close())
		must(t, os.Rename(r.index()+".next", r.index()))
		if data, _ := os.ReadFile(r.index()); !bytes.Equal(data, e.Bytes()) {
			t.Error("the file is not what Bytes says")
		}
		r.checkStaged()
		if out := r.git("diff-files"); out != "" {
			t.Errorf("version %s: %s", version, out)
		}
		r.git("fsck", "--cache")
	}
}

func TestIndexClashes(t *testing.T) {
	r := newRealRepo(t)
	for _, path := range []string{"file", "dir/in", "dir-x", "Case", "straße", "K", "A-Longer-Name.md", "notes/Grüße"} {
		r.write(path, path)
	}
	r.git("add", "-A")
	x := r.parseIndex()
	add := func(paths ...string) (edits []IndexEdit) {
		for _, p := range paths {
			name, remove := strings.CutPrefix(p, "-")
			edits = append(edits, IndexEdit{Path: name, Mode: ModeFile, Remove: remove})
		}
		return edits
	}
	for _, paths := range [][]string{
		{"file/x"}, {"file/x/y"}, {"dir"}, {"new", "new/x"}, {"new", "new-x", "new/x"}, {"case"}, {"CASE"}, {"DIR/in"}, {"dir/IN"}, {"aa", "aA"}, {"STRAßE"}, {"k"}, {"\u212a"}, {"a-longer-name.MD"}, {"notes/GRÜßE"}, {"a-longer-name.md", "long/\u212aelvin"}, {"x", "x"}, {"file", "file"}, {"-dir/in", "dir", "dir/other"}, {"dir-X", "longer/than/eight"},
	} {
		if _, err := x.Edit(add(paths...)); !errors.As(err, new(*ClashError)) {
			t.Errorf("%q: %v", paths, err)
		}
	}
	for _, paths := range [][]string{{"file"}, {"-file", "file/x"}, {"-dir/in", "dir"}, {"-Case", "case"}, {"dir/in2"}, {"di"}, {"dir.x"}, {"dir-"}, {"filE1"}, {"dir0"}} {
		e, err := x.Edit(add(paths...))
		if err != nil {
			t.Errorf("%q: %v", paths, err)
			continue
		}
		if _, err := ParseIndex(e.Bytes()); err != nil {
			t.Errorf("%q: %v", paths, err)
		}
	}
	wide, err := ParseIndex(nil)
	must(t, err)
	e, err := wide.Edit(add("some/folder/\u212aelvin"))
	must(t, err)
	wide, err = ParseIndex(e.Bytes())
	must(t, err)
	if _, err := wide.Edit(add("some/folder/kelvin")); !errors.As(err, new(*ClashError)) {
		t.Error("a letter outside ASCII folds to one inside", err)
	}
	for _, path := range []string{"", "/a", "a//b", "..", ".git/x", "a\x00b"} {
		if _, err := x.Edit(add(path)); !errors.As(err, new(*InvalidPathError)) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := x.Edit([]IndexEdit{{Path: "ok", Mode: ModeFolder}}); !errors.As(err, new(*InvalidPathError)) {
		t.Error(err)
	}
}

func TestUnmergedIndex(t *testing.T) {
	r := newRealRepo(t)
	r.write("f", "base")
	r.write("g", "base")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "base")
	r.git("checkout", "-q", "-b", "side")
	r.write("f", "side")
	r.git("commit", "-q", "-am", "side")
	r.git("checkout", "-q", "main")
	r.write("f", "main")
	r.git("commit", "-q", "-am", "main")
	if err := r.command("merge", "side").Run(); err == nil {
		t.Fatal("the merge was to conflict")
	}
	x := r.parseIndex()
	if e, ok := x.Entry("f"); !ok || e.Stage != 1 {
		t.Errorf("%+v", e)
	}
	if _, err := x.Edit([]IndexEdit{{Path: "f", Mode: ModeFile}}); !errors.As(err, new(*ClashError)) {
		t.Error(err)
	}
	before := r.git("ls-files", "-u")
	r.edit(r.put("g", "ours"), r.put("h", "ours"))
	if r.git("ls-files", "-u") != before {
		t.Error("the conflict changed")
	}
	r.git("add", "f")
	r.edit(r.put("f2", "x"))
	if got := r.git("ls-files", "--resolve-undo"); !strings.Contains(got, "\tf") {
		t.Errorf("the record of the resolved conflict is lost: %q", got)
	}
	r.parseIndex().Entries(func(e IndexEntry) bool {
		if e.Stage != 0 {
			t.Errorf("no conflict is left, but %s has stage %d", e.Path, e.Stage)
		}
		return true
	})
}
