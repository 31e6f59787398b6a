package gitdir

import (
	"fmt"
	"io"
	"maps"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

func BenchmarkParseIndex50k(b *testing.B) {
	for _, version := range []uint32{2, 4} {
		data := syntheticIndex(50_000, version)
		b.Run(fmt.Sprint("v", version), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseIndex(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEditIndex50k(b *testing.B) {
	for _, version := range []uint32{2, 4} {
		data := syntheticIndex(50_000, version)
		edits := []IndexEdit{{Path: "memories/80/000128.md", Mode: ModeFile, Hash: emptyTree}, {Path: "memories/80/new.md", Mode: ModeFile, Hash: emptyTree}}
		x, err := ParseIndex(data)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("v%d/edit", version), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Edit(edits); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("v%d/seal", version), func(b *testing.B) {
			e, err := x.Edit(edits)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				e.Seal()
				if _, err := e.WriteTo(io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func bigFolder(p *Pack, n int) (Hash, Hash) {
	blob := p.Add(plumbing.BlobObject, []byte("x"))
	var raw []byte
	for i := range n {
		id := HashObject(plumbing.BlobObject, fmt.Append(nil, i))
		raw = appendEntry(raw, TreeEntry{fmt.Sprintf("c%016x.md", i*7), ModeFile, id})
	}
	folder := p.Add(plumbing.TreeObject, raw)
	return p.Add(plumbing.TreeObject, appendEntry(nil, TreeEntry{"candidates", ModeFolder, folder})), blob
}

// known is a pack that can read the objects of another and has nothing to write.
func known(base *Pack) *Pack {
	return &Pack{objects: maps.Clone(base.objects)}
}

func BenchmarkEditTree10k(b *testing.B) {
	base := NewPack()
	root, blob := bigFolder(base, 10_000)
	d := newDir(b.TempDir(), b.TempDir(), "")
	edits := []TreeEdit{{"candidates/c0000000000000777.md", ModeFile, blob}, {"MEMORY.md", ModeFile, blob}}
	b.Run("edit", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := d.EditTree(known(base), root, edits); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("edit and write", func(b *testing.B) {
		b.ReportAllocs()
		folder := b.TempDir()
		for b.Loop() {
			p := known(base)
			if _, err := d.EditTree(p, root, edits); err != nil {
				b.Fatal(err)
			}
			if _, err := p.Write(folder); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkReadSmallPacks(b *testing.B) {
	r := newRealRepo(b)
	var ids []Hash
	for i := range 90 {
		p := NewPack()
		ids = append(ids, p.Add(plumbing.BlobObject, fmt.Append(nil, "blob ", i)))
		p.Add(plumbing.CommitObject, EncodeCommit(CommitDraft{Tree: emptyTree, Message: fmt.Sprint(i)}))
		files, err := p.Write(b.TempDir())
		must(b, err)
		_ = files
		r.addPack(p)
	}
	b.Run("one-shot", func(b *testing.B) {
		for b.Loop() {
			d := r.dir()
			if _, err := d.Blob(ids[0]); err != nil {
				b.Fatal(err)
			}
			d.Close()
		}
	})
	b.Run("held open", func(b *testing.B) {
		d := r.dir()
		for i := 0; b.Loop(); i++ {
			if _, err := d.Blob(ids[i%len(ids)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWalkHistory(b *testing.B) {
	r := newRealRepo(b)
	r.history(200, 400)
	r.git("gc", "-q")
	head := r.id("rev-parse", "HEAD")
	for b.Loop() {
		d := r.dir()
		for at := head; ; {
			c, err := d.Commit(at)
			must(b, err)
			if len(c.Parents) == 0 {
				break
			}
			parent, err := d.Commit(c.Parents[0])
			must(b, err)
			must(b, d.DiffTrees(parent.Tree, c.Tree, func(string, TreeEntry, TreeEntry) error { return nil }))
			at = parent.Hash
		}
		d.Close()
	}
}
