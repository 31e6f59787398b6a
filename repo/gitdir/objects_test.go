package gitdir

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

func TestObjectsInEveryForm(t *testing.T) {
	r := newRealRepo(t)
	r.history(40, 400)
	r.git("tag", "-a", "-m", "a tag object", "v1")
	d := r.dir()
	if n := r.checkAll(d); n < 500 {
		t.Fatalf("only %d objects: the test is too small", n)
	}
	steps := [][]string{
		{"gc", "-q"}, // deltas by offset
		{"-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d", "-f", "--depth=200", "--window=50"}, // deltas by id
		{"repack", "-q", "-a", "-d", "-f", "--depth=4000"},
		{"-c", "core.compression=0", "repack", "-q", "-a", "-d", "-F"},
		{"-c", "pack.indexVersion=2", "-c", "pack.packSizeLimit=64k", "repack", "-q", "-a", "-d"},
		{"multi-pack-index", "write"},
		{"pack-refs", "--all"},
	}
	for _, args := range steps {
		r.git(args...)
		r.checkAll(d)       // an open one, which finds its packs gone
		r.checkAll(r.dir()) // and a fresh one
	}
}

// A pack with a large idx file is searched through a window of it.
func TestLargePackIndex(t *testing.T) {
	r := newRealRepo(t)
	var list strings.Builder
	for i := range 120_000 {
		list.WriteString("blob\ndata 6\n" + string([]byte{'0' + byte(i/100000), '0' + byte(i/10000%10), '0' + byte(i/1000%10), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)}) + "\n")
	}
	r.gitIn(list.String(), "fast-import", "--quiet")
	d := r.dir()
	for i := range 120_000 {
		if i%97 != 0 {
			continue
		}
		data := []byte{'0' + byte(i/100000), '0' + byte(i/10000%10), '0' + byte(i/1000%10), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)}
		got, err := d.Blob(HashObject(plumbing.BlobObject, data))
		if err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%s: %q, %v", data, got, err)
		}
	}
	if _, err := d.Blob(HashObject(plumbing.BlobObject, []byte("no such"))); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
	list120k, _ := d.packList()
	if len(list120k) == 0 || list120k[0].idx == nil || list120k[0].idx.data != nil {
		t.Fatal("the idx file was read whole")
	}
}

func TestMissingObjects(t *testing.T) {
	r := newRealRepo(t)
	d := r.dir()
	nowhere := HashObject(plumbing.BlobObject, []byte("nowhere"))
	if _, _, err := d.Object(nowhere); !errors.Is(err, ErrNoObject) || !strings.Contains(err.Error(), nowhere.String()) {
		t.Fatal(err)
	}
	if ok, err := d.Has(nowhere); ok || err != nil {
		t.Fatal(ok, err)
	}
	// written by another process since: loose, then packed
	r.gitIn("nowhere", "hash-object", "-w", "--stdin")
	if data, err := d.Blob(nowhere); err != nil || string(data) != "nowhere" {
		t.Fatal(err)
	}
	p := NewPack()
	later := p.Add(plumbing.BlobObject, []byte("later"))
	if _, err := d.Blob(later); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
	r.addPack(p)
	if data, err := d.Blob(later); err != nil || string(data) != "later" {
		t.Fatal(err)
	}
	if ok, err := d.Has(later); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if tree, err := d.Tree(emptyTree); err != nil || len(tree) != 0 {
		t.Fatal("git knows the empty tree without an object", err)
	}
	if _, err := d.Commit(later); !errors.Is(err, ErrDamaged) {
		t.Fatal("a blob is no commit", err)
	}
}

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

func TestAlternates(t *testing.T) {
	lender := newRealRepo(t)
	lender.history(5, 10)
	r := newRealRepo(t)
	must(t, os.WriteFile(filepath.Join(r.root, ".git", "objects", "info", "alternates"),
		[]byte("# a comment\n"+filepath.Join(lender.root, ".git", "objects")+"\n"), 0o644))
	// and back again: a circle is followed once
	must(t, os.WriteFile(filepath.Join(lender.root, ".git", "objects", "info", "alternates"),
		[]byte(filepath.Join(r.root, ".git", "objects")+"\n"), 0o644))
	for _, args := range [][]string{{"repack", "-q"}, {"repack", "-q", "-a", "-d"}} {
		d := r.dir()
		for id := range lender.allObjects() {
			if _, _, err := d.Object(id); err != nil {
				t.Fatal(err)
			}
		}
		lender.git(args...)
	}
}

// Readers go on while git repacks under them.
func TestReadersBesideRepack(t *testing.T) {
	r := newRealRepo(t)
	r.history(10, 60)
	ids := r.allObjects()
	d := r.dir()
	stop := make(chan struct{})
	var wg sync.WaitGroup
	finish := sync.OnceFunc(func() { close(stop); wg.Wait() })
	defer finish()
	for range 4 {
		wg.Go(func() {
			for {
				for id := range ids {
					if _, _, err := d.readFresh(id); err != nil {
						t.Error(err)
						return
					}
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for range 4 {
		r.git("repack", "-q", "-a", "-d", "-f")
		r.git("-c", "pack.packSizeLimit=20k", "repack", "-q", "-a", "-d")
	}
	finish()
}

// readFresh reads an object past the cache.
func (d *Dir) readFresh(h Hash) (plumbing.ObjectType, []byte, error) {
	d.recent.mu.Lock()
	d.recent.young, d.recent.old = nil, nil
	d.recent.mu.Unlock()
	return d.Object(h)
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
