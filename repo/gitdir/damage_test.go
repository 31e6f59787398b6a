package gitdir

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

func TestDamagedLooseObject(t *testing.T) {
	r := newRealRepo(t)
	r.write("a", strings.Repeat("some text\n", 50))
	id := r.id("hash-object", "-w", "a")
	path := loosePath(filepath.Join(r.root, ".git", "objects"), id)
	good, err := os.ReadFile(path)
	must(t, err)
	must(t, os.Chmod(path, 0o644))
	other, err := os.ReadFile(loosePath(filepath.Join(r.root, ".git", "objects"), r.id("hash-object", "-w", "--stdin")))
	must(t, err)
	cases := map[string][]byte{"empty": {}, "one byte": good[:1], "cut": good[:len(good)-5], "other": other, "garbage": []byte("garbage garbage")}
	for name, bad := range cases {
		must(t, os.WriteFile(path, bad, 0o644))
		if _, err := r.dir().Blob(id); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// a damaged loose copy does not hide a good packed one
	p := NewPack()
	p.Add(plumbing.BlobObject, []byte(strings.Repeat("some text\n", 50)))
	r.addPack(p)
	if _, err := r.dir().Blob(id); err != nil {
		t.Fatal(err)
	}
}

// Every byte of a pack and of its idx is turned over: never a panic, never wrong content.
func TestDamagedPack(t *testing.T) {
	r := newRealRepo(t)
	r.history(3, 5)
	r.git("repack", "-a", "-d", "-f", "-q")
	r.git("prune-packed")
	ids := r.allObjects()
	list, err := r.dir().packList()
	must(t, err)
	for _, ending := range []string{".pack", ".idx"} {
		path := list[0].base + ending
		good, err := os.ReadFile(path)
		must(t, err)
		must(t, os.Chmod(path, 0o644))
		found := 0
		for i := range good {
			bad := bytes.Clone(good)
			bad[i] ^= 0x41
			must(t, os.WriteFile(path, bad, 0o644))
			d := r.dir()
			for id := range ids {
				kind, data, err := d.Object(id)
				if err == nil && HashObject(kind, data) != id {
					t.Fatalf("%s byte %d: wrong content", ending, i)
				}
				if err != nil {
					found++
				}
			}
			d.Close()
		}
		for _, size := range []int{0, 1, 11, 12, 40, len(good) / 2, len(good) - 1} {
			must(t, os.WriteFile(path, good[:size], 0o644))
			for id := range ids {
				if kind, data, err := r.dir().Object(id); err == nil && HashObject(kind, data) != id {
					t.Fatalf("%s cut to %d: wrong content", ending, size)
				}
			}
		}
		if found < len(good)/4 {
			t.Errorf("%s: only %d reads failed", ending, found)
		}
		must(t, os.WriteFile(path, good, 0o644))
	}
}

// An idx file without its pack, as an interrupted removal leaves it, hides no other copy.
func TestPackWithoutItsPack(t *testing.T) {
	r := newRealRepo(t)
	p := NewPack()
	id := p.Add(plumbing.BlobObject, []byte("x"))
	gone := r.addPack(p).Target(r.dir()) + ".pack"
	must(t, os.Remove(gone))
	if _, err := r.dir().Blob(id); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), gone) {
		t.Error(err)
	}
	p.Add(plumbing.BlobObject, []byte("y"))
	r.addPack(p)
	if _, err := r.dir().Blob(id); err != nil {
		t.Error(err)
	}
}

// A delta chain that names itself, a size that is a lie, a bomb: refused.
func TestHostilePacks(t *testing.T) {
	r := newRealRepo(t)
	text := []byte("the base of a delta")
	victim := HashObject(plumbing.BlobObject, []byte("victim"))
	delta := []byte{byte(len(text)), 6, 0x90, 6}
	cases := map[string]func(*bytes.Buffer){
		"itself by id": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, plumbing.REFDeltaObject, int64(len(delta))))
			b.Write(victim[:])
			must(t, appendDeflated(b, delta))
		},
		"itself by offset": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, plumbing.OFSDeltaObject, int64(len(delta))))
			b.Write(appendOffset(nil, 0))
			must(t, appendDeflated(b, delta))
		},
		"before the pack": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, plumbing.OFSDeltaObject, int64(len(delta))))
			b.Write(appendOffset(nil, 1<<40))
			must(t, appendDeflated(b, delta))
		},
		"size too small": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, plumbing.BlobObject, 2))
			must(t, appendDeflated(b, text))
		},
		"size too large": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, plumbing.BlobObject, 1<<40))
			must(t, appendDeflated(b, text))
		},
		"unknown kind": func(b *bytes.Buffer) {
			b.Write(appendEntryHeader(nil, 5, int64(len(text))))
			must(t, appendDeflated(b, text))
		},
	}
	for name, fill := range cases {
		var body bytes.Buffer
		body.Write(packHeader(1))
		fill(&body)
		m := merged{listing: packListing{{victim, 0, 12}}}
		m.body = body
		files, err := m.write(t.TempDir())
		must(t, err)
		base := filepath.Join(r.root, ".git", "objects", "pack", files.Name)
		must(t, os.Rename(files.Pack, base+".pack"))
		must(t, os.Rename(files.Index, base+".idx"))
		if _, _, err := r.dir().Object(victim); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		must(t, os.Remove(base+".pack"))
		must(t, os.Remove(base+".idx"))
	}
}

// appendDeflated writes compressed bytes without an entry header.
func appendDeflated(b *bytes.Buffer, data []byte) error {
	var whole bytes.Buffer
	if err := appendWhole(&whole, object{plumbing.BlobObject, data}); err != nil {
		return err
	}
	b.Write(whole.Bytes()[len(appendEntryHeader(nil, plumbing.BlobObject, int64(len(data)))):])
	return nil
}
