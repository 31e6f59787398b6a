package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

func TestLookupAndTree(t *testing.T) {
	r := newRealRepo(t)
	blob := strings.TrimSpace(r.gitIn("x", "hash-object", "-w", "--stdin"))
	list := ""
	for _, path := range []string{"a", "a-b", "a.c", "a0/x", "b/c/d/e", "b/c-d", "z z/ü", "z z/\x01\xff"} {
		list += "100644 " + blob + "\t" + path + "\x00"
	}
	r.gitIn(list, "update-index", "-z", "--index-info")
	root := r.id("write-tree")
	d := r.dir()
	for line := range strings.SplitSeq(strings.TrimSuffix(r.git("ls-tree", "-z", "-r", "-t", root.String()), "\x00"), "\x00") {
		meta, path, _ := strings.Cut(line, "\t")
		e, ok, err := d.Lookup(root, path)
		if err != nil || !ok || fmt.Sprintf("%06o %s", e.Mode, e.Hash) != meta[:7]+meta[len(meta)-40:] {
			t.Errorf("%q: %+v %v %v, want %s", path, e, ok, err, meta)
		}
	}
	for _, path := range []string{"", "x", "a/b", "b/", "b/c/d/e/f", "b//c", "a0", "z z"} {
		e, ok, err := d.Lookup(root, path)
		if err != nil || ok != (path == "a0" || path == "z z") || ok != e.IsFolder() {
			t.Errorf("%q: %+v %v %v", path, e, ok, err)
		}
	}
	entries, err := d.Tree(root)
	must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	if want := strings.Fields(r.git("ls-tree", "--name-only", root.String())); len(names) != len(want)-1 { // one name holds a space
		t.Errorf("%q, want %q", names, want)
	}
}

// DiffTrees tells what git diff-tree tells.
func TestDiffTreesAsGit(t *testing.T) {
	r := newRealRepo(t)
	r.history(12, 60)
	r.write("folder/a", "1")
	r.write("folder/b", "2")
	r.write("file", "3")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "before the swap")
	r.git("rm", "-q", "-r", "folder", "file")
	r.write("folder", "now a file")
	r.write("file/x", "now a folder")
	r.git("add", "-A")
	r.git("update-index", "--chmod=+x", "folder")
	r.git("commit", "-q", "-m", "swapped")
	d := r.dir()
	commits := append(strings.Fields(r.git("rev-list", "HEAD")), "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
	for i, a := range commits {
		for _, b := range []string{commits[(i+1)%len(commits)], commits[(i+5)%len(commits)]} {
			want := strings.Fields(r.git("diff-tree", "-r", "--no-renames", a, b))
			var got []string
			must(t, d.DiffTrees(treeOf(t, d, a), treeOf(t, d, b), func(path string, before, after TreeEntry) error {
				status := "M"
				if before == (TreeEntry{}) {
					status = "A"
				} else if after == (TreeEntry{}) {
					status = "D"
				}
				got = append(got, fmt.Sprintf(":%06o", before.Mode), fmt.Sprintf("%06o", after.Mode), before.Hash.String(), after.Hash.String(), status, path)
				return nil
			}))
			if !slices.Equal(got, want) {
				t.Fatalf("%s %s:\n%q\nwant\n%q", a, b, got, want)
			}
		}
	}
	stop := errors.New("enough")
	if err := d.DiffTrees(Hash{}, treeOf(t, d, commits[0]), func(string, TreeEntry, TreeEntry) error { return stop }); err != stop {
		t.Fatal(err)
	}
}

func treeOf(t *testing.T, d *Dir, id string) Hash {
	t.Helper()
	if h := plumbing.NewHash(id); h == emptyTree {
		return h
	}
	c, err := d.Commit(plumbing.NewHash(id))
	must(t, err)
	return c.Tree
}

func TestDiffReadsOnlyWhatDiffers(t *testing.T) {
	r := newRealRepo(t)
	p := NewPack()
	blob := p.Add(plumbing.BlobObject, []byte("x"))
	gone := HashObject(plumbing.TreeObject, appendEntry(nil, TreeEntry{"never read", ModeFile, blob}))
	one := p.Add(plumbing.TreeObject, appendEntry(appendEntry(nil, TreeEntry{"a", ModeFile, blob}), TreeEntry{"same", ModeFolder, gone}))
	two := p.Add(plumbing.TreeObject, appendEntry(nil, TreeEntry{"same", ModeFolder, gone}))
	r.addPack(p)
	n := 0
	must(t, r.dir().DiffTrees(one, two, func(path string, _, _ TreeEntry) error { n++; return nil }))
	if n != 1 {
		t.Fatal(n)
	}
	if err := r.dir().DiffTrees(Hash{}, two, func(string, TreeEntry, TreeEntry) error { return nil }); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
}

// Forty small trees that name each other twice stand for 2^40 files.
func TestTreeBomb(t *testing.T) {
	r := newRealRepo(t)
	p := NewPack()
	tree := p.Add(plumbing.TreeObject, nil)
	for range 40 {
		tree = p.Add(plumbing.TreeObject, appendEntry(appendEntry(nil, TreeEntry{"a", ModeFolder, tree}), TreeEntry{"b", ModeFolder, tree}))
	}
	r.addPack(p)
	if err := r.dir().DiffTrees(Hash{}, tree, func(string, TreeEntry, TreeEntry) error { return nil }); !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
}

func FuzzTree(f *testing.F) {
	id := strings.Repeat("\x12", 20)
	f.Add([]byte("100644 a\x00"+id+"40000 a\x00"+id), "a/b")
	f.Add([]byte("0100644 a\x00"+id+"40000 dir\x00"+id+"160000 z\x00"+id), "dir0")
	f.Add([]byte("100644 a"), "x")
	f.Add([]byte(""), "deep/er/path")
	f.Fuzz(func(t *testing.T, raw []byte, path string) {
		var printed []byte
		sound := true
		for rest := raw; len(rest) > 0; {
			e, err := firstEntry(rest)
			if err != nil {
				if !errors.Is(err, ErrDamaged) {
					t.Fatal(err)
				}
				sound = false
				break
			}
			entry := appendEntry(nil, e.entry())
			if !bytes.Equal(bytes.TrimLeft(rest[:e.size], "0"), bytes.TrimLeft(entry, "0")) {
				t.Fatalf("printed otherwise: %q %q", rest[:e.size], entry)
			}
			printed = append(printed, rest[:e.size]...)
			rest = rest[e.size:]
		}
		if sound && !bytes.Equal(printed, raw) {
			t.Fatal("bytes lost")
		}
		tmp := t.TempDir()
		d := newDir(tmp, tmp, tmp)
		p := NewPack()
		root := p.Add(plumbing.TreeObject, raw)
		blob := HashObject(plumbing.BlobObject, []byte(path))
		next, err := d.EditTree(p, root, []TreeEdit{{path, ModeFile, blob}})
		if err != nil {
			return
		}
		back, err := d.EditTree(p, next, []TreeEdit{{Path: path}})
		if err != nil {
			t.Fatalf("cannot remove what was added: %v", err)
		}
		_, had, _ := lookupRaw(raw, strings.Split(path, "/")[0])
		if !had && back != root && len(raw) > 0 {
			t.Fatalf("adding and removing %q changed the tree", path)
		}
	})
}
