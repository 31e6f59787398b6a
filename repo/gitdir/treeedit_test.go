package gitdir

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// The names are chosen for git's order: what sorts between a file and the folder of the same name.
var orderNames = []string{"a", "a-", "a.", "a0", "a/", "ab", "b", "b-b", "b.b", "B", "é", "a b", "\x01", "\xff", "-", "0", "z~"}

// Random edits of random trees give the tree that git itself writes.
func TestEditTreeAsGit(t *testing.T) {
	r := newRealRepo(t)
	d := r.dir()
	random := rand.New(rand.NewPCG(7, 7))
	blobs := make([]Hash, 5)
	for i := range blobs {
		blobs[i] = plumbing.NewHash(strings.TrimSpace(r.gitIn(fmt.Sprint(i), "hash-object", "-w", "--stdin")))
	}
	files, root, refused := map[string]TreeEdit{}, emptyTree, 0
	for round := range 120 {
		edits := randomTreeEdits(random, files, blobs)
		p := NewPack()
		next, err := d.EditTree(p, root, edits)
		if clash := new(ClashError); errors.As(err, &clash) {
			if !clashes(files, edits) {
				t.Fatalf("round %d: no reason for %v\n%v\n%v", round, err, slices.Sorted(maps.Keys(files)), edits)
			}
			refused++
			continue
		}
		must(t, err)
		if clashes(files, edits) {
			t.Fatalf("round %d: a clash was not seen: %v", round, edits)
		}
		applyTreeEdits(files, edits)
		if want := gitTree(r, files); next != want {
			t.Fatalf("round %d: %s, git says %s\n%v", round, next, want, edits)
		}
		if p.Len() > 0 {
			r.addPack(p)
		}
		root = next
	}
	r.fsck()
	if refused < 10 || refused > 90 {
		t.Errorf("%d of 120 rounds were refused: the test has lost its balance", refused)
	}
}

func randomTreeEdits(random *rand.Rand, files map[string]TreeEdit, blobs []Hash) []TreeEdit {
	edits := map[string]TreeEdit{}
	for range 1 + random.IntN(8) {
		var parts []string
		for range 1 + random.IntN(3) {
			parts = append(parts, strings.TrimSuffix(orderNames[random.IntN(len(orderNames))], "/"))
		}
		path := strings.Join(parts, "/")
		if existing := slices.Sorted(maps.Keys(files)); len(existing) > 0 && random.IntN(2) == 0 {
			path = existing[random.IntN(len(existing))]
		}
		e := TreeEdit{Path: path, Mode: []uint32{ModeFile, ModeExec, ModeSymlink}[random.IntN(3)], Hash: blobs[random.IntN(len(blobs))]}
		if random.IntN(5) < 2 {
			e.Hash = Hash{}
		}
		edits[path] = e
	}
	return slices.Collect(maps.Values(edits))
}

func applyTreeEdits(files map[string]TreeEdit, edits []TreeEdit) {
	for _, e := range edits {
		if e.Hash == (Hash{}) {
			delete(files, e.Path)
		} else {
			files[e.Path] = e
		}
	}
}

// clashes is the naive rule: after all edits no path is a folder of another; and no folder is removed by
// its bare name.
func clashes(files map[string]TreeEdit, edits []TreeEdit) bool {
	after := maps.Clone(files)
	applyTreeEdits(after, edits)
	for path := range after {
		for other := range after {
			if strings.HasPrefix(other, path+"/") {
				return true
			}
		}
	}
	for _, e := range edits {
		for other := range after {
			if e.Hash == (Hash{}) && strings.HasPrefix(other, e.Path+"/") && !touchedBelow(edits, e.Path) {
				return true
			}
		}
	}
	return false
}

func touchedBelow(edits []TreeEdit, folder string) bool {
	return slices.ContainsFunc(edits, func(e TreeEdit) bool { return strings.HasPrefix(e.Path, folder+"/") })
}

// gitTree has git write the tree through an index of its own.
func gitTree(r *realRepo, files map[string]TreeEdit) Hash {
	var list strings.Builder
	for _, e := range files {
		fmt.Fprintf(&list, "%06o %s\t%s\x00", e.Mode, e.Hash, e.Path)
	}
	r.git("read-tree", "--empty")
	r.gitIn(list.String(), "update-index", "-z", "--index-info")
	return r.id("write-tree")
}

func TestEditTreeRefuses(t *testing.T) {
	r := newRealRepo(t)
	d := r.dir()
	p := NewPack()
	blob := p.Add(plumbing.BlobObject, []byte("x"))
	root, err := d.EditTree(p, Hash{}, []TreeEdit{{"file", ModeFile, blob}, {"dir/in", ModeFile, blob}})
	must(t, err)
	clash := [][]TreeEdit{
		{{"file/x", ModeFile, blob}},
		{{"file/x/y", ModeFile, blob}},
		{{"dir", ModeFile, blob}},
		{{"dir", 0, Hash{}}},
		{{"new", ModeFile, blob}, {"new/x", ModeFile, blob}},
		{{"new/x", ModeFile, blob}, {"new-", ModeFile, blob}, {"new", ModeFile, blob}},
		{{"twice", ModeFile, blob}, {"twice", ModeExec, blob}},
		{{"file", ModeFile, blob}, {"file/x", ModeFile, blob}},
	}
	for _, edits := range clash {
		if _, err := d.EditTree(p, root, edits); !errors.As(err, new(*ClashError)) {
			t.Errorf("%v: %v", edits, err)
		}
	}
	invalid := []TreeEdit{
		{"", ModeFile, blob},
		{"/a", ModeFile, blob},
		{"a/", ModeFile, blob},
		{"a//b", ModeFile, blob},
		{"../a", ModeFile, blob},
		{"a/./b", ModeFile, blob},
		{".git", ModeFile, blob},
		{"a/.GIT/config", ModeFile, blob},
		{".git /x", ModeFile, blob},
		{"git~1", ModeFile, blob},
		{".g\u200cit", ModeFile, blob},
		{".git::$INDEX_ALLOCATION/x", ModeFile, blob},
		{"a\x00b", ModeFile, blob},
		{"a", ModeFolder, blob},
		{"a", 0, blob},
		{"a", ModeGitlink, blob},
	}
	for _, e := range invalid {
		if _, err := d.EditTree(p, root, []TreeEdit{e}); !errors.As(err, new(*InvalidPathError)) {
			t.Errorf("%q %o: %v", e.Path, e.Mode, err)
		}
	}
}

func TestEditTreeKeeps(t *testing.T) {
	r := newRealRepo(t)
	d := r.dir()
	p := NewPack()
	blob, other := p.Add(plumbing.BlobObject, []byte("x")), p.Add(plumbing.BlobObject, []byte("y"))
	root, err := d.EditTree(p, Hash{}, []TreeEdit{{"f", ModeFile, blob}, {"d/e/f", ModeFile, blob}})
	must(t, err)
	before := p.Len()
	same := [][]TreeEdit{nil, {{"f", ModeFile, blob}}, {{"d/e/f", ModeFile, blob}}, {{"absent", 0, Hash{}}}, {{"d/absent/x", 0, Hash{}}}, {{"f/below/a/file", 0, Hash{}}}}
	for _, edits := range same {
		if got, err := d.EditTree(p, root, edits); err != nil || got != root || p.Len() != before {
			t.Errorf("%v: %s %v", edits, got, err)
		}
	}
	// a file gives way to a folder, and a folder to a file, in one go
	swapped, err := d.EditTree(p, root, []TreeEdit{{"f", 0, Hash{}}, {"f/x", ModeFile, other}, {"d/e/f", 0, Hash{}}, {"d", ModeFile, other}})
	must(t, err)
	r.addPack(p)
	if e, ok, err := d.Lookup(swapped, "f/x"); err != nil || !ok || e.Hash != other {
		t.Error(e, ok, err)
	}
	if e, ok, err := d.Lookup(swapped, "d"); err != nil || !ok || e.Hash != other {
		t.Error(e, ok, err)
	}
	empty, err := d.EditTree(p, swapped, []TreeEdit{{"f/x", 0, Hash{}}, {"d", 0, Hash{}}})
	if err != nil || empty != emptyTree {
		t.Error(empty, err)
	}
	// entries that only an old git wrote stay as they are, and a folder out of order is refused
	odd := p.Add(plumbing.TreeObject, append([]byte("0100664 a\x00"), append(blob[:], appendEntry(nil, TreeEntry{"z", ModeFolder, emptyTree})...)...))
	next, err := d.EditTree(p, odd, []TreeEdit{{"m", ModeFile, blob}})
	must(t, err)
	if _, raw, _ := p.Object(next); !strings.HasPrefix(string(raw), "0100664 a\x00") {
		t.Errorf("%q", raw)
	}
	unsorted := p.Add(plumbing.TreeObject, appendEntry(appendEntry(nil, TreeEntry{"b", ModeFile, blob}), TreeEntry{"a", ModeFile, blob}))
	if _, err := d.EditTree(p, unsorted, []TreeEdit{{"m", ModeFile, blob}}); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}
