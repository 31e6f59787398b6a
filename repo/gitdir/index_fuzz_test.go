package gitdir

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"testing"
)

func FuzzIndex(f *testing.F) {
	for _, version := range []uint32{2, 3, 4} {
		f.Add(syntheticIndex(3, version), "memories/01/new", false)
		f.Add(syntheticIndex(1, version), "memories/00/000000.md", true)
	}
	f.Add(emptyIndex(), "a", false)
	cached := syntheticIndex(1, 2)
	cached = append(cached[:len(cached)-20], "TREE\x00\x00\x00\x1a\x001 0\n12345678901234567890\n"...)
	f.Add(append(cached, make([]byte, 20)...), "b", false)
	f.Fuzz(func(t *testing.T, data []byte, path string, remove bool) {
		x, err := ParseIndex(data)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.As(err, new(*UnsupportedError)) {
				t.Fatal(err)
			}
			return
		}
		same, err := x.Edit(nil)
		if err != nil {
			t.Fatal(err)
		}
		entries := x.offsets[x.Len()]
		if !bytes.Equal(same.Bytes()[:entries], data[:entries]) {
			t.Fatal("an edit of nothing changed an entry")
		}
		before := collect(x)
		edited, err := x.Edit([]IndexEdit{{Path: path, Remove: remove, Mode: ModeFile, Hash: emptyTree}})
		if err != nil {
			if !errors.As(err, new(*ClashError)) && !errors.As(err, new(*InvalidPathError)) {
				t.Fatal(err)
			}
			return
		}
		edited.Seal()
		out := edited.Bytes()
		y, err := ParseIndex(out)
		if err != nil {
			t.Fatalf("what we wrote does not parse: %v", err)
		}
		if err := y.Verify(); err != nil || len(out) != edited.Len() || len(out) < sha1.Size {
			t.Fatal(err)
		}
		after := collect(y)
		e, there := after[path]
		if there == remove || (!remove && e.Hash != emptyTree) {
			t.Fatalf("%q: %+v", path, e)
		}
		delete(after, path)
		delete(before, path)
		if len(before) != len(after) {
			t.Fatalf("%d entries became %d", len(before), len(after))
		}
		for path, e := range before {
			if after[path] != e {
				t.Fatalf("%+v became %+v", e, after[path])
			}
		}
	})
}

func collect(x *Index) map[string]IndexEntry {
	entries := map[string]IndexEntry{}
	x.Entries(func(e IndexEntry) bool {
		if e.Stage == 0 {
			entries[e.Path] = e
		}
		return true
	})
	return entries
}
