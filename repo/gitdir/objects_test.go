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
