package gitdir

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"
)

// Pack collects the new objects of one operation. It is not safe for concurrent use.
type Pack struct {
	objects map[Hash]object
	order   []Hash
}

// NewPack makes an empty pack.
func NewPack() *Pack { return &Pack{objects: map[Hash]object{}} }

// Add puts an object in and returns its id. The same object twice is one object. The pack keeps data
// itself, which must not be changed afterwards.
func (p *Pack) Add(kind plumbing.ObjectType, data []byte) Hash {
	id := HashObject(kind, data)
	if _, ok := p.objects[id]; !ok {
		p.objects[id] = object{kind, data}
		p.order = append(p.order, id)
	}
	return id
}

// Object finds an object that was added.
func (p *Pack) Object(h Hash) (plumbing.ObjectType, []byte, bool) {
	o, ok := p.objects[h]
	return o.kind, o.data, ok
}

// Len is the number of objects.
func (p *Pack) Len() int { return len(p.order) }

// PackFiles are the two files of a pack that was written.
type PackFiles struct {
	Name  string // "pack-" and forty hex digits
	Pack  string // path of the .pack file, which is to be renamed first
	Index string // path of the .idx file
	Size  int64  // bytes of both
}

// Target is the path that the pack has in its git directory, without the ending.
func (f PackFiles) Target(d *Dir) string { return filepath.Join(d.Common, "objects", "pack", f.Name) }

// Write makes the two files in a folder, read-only as git makes them. They are not synced. Files of the
// same names hold the same bytes and are replaced.
func (p *Pack) Write(folder string) (PackFiles, error) {
	if p.Len() == 0 {
		return PackFiles{}, errors.New("a pack without objects")
	}
	body := bytes.NewBuffer(make([]byte, 0, p.estimate()))
	body.Write(packHeader(p.Len()))
	listing := make(packListing, 0, p.Len())
	for _, id := range p.order {
		at := body.Len()
		if err := appendWhole(body, p.objects[id]); err != nil {
			return PackFiles{}, err
		}
		listing = append(listing, listed{id, crc32.ChecksumIEEE(body.Bytes()[at:]), uint32(at)})
		if body.Len() > maxPack {
			return PackFiles{}, errors.New("a pack of more than 2 GiB")
		}
	}
	sum := sha1.Sum(body.Bytes())
	body.Write(sum[:])
	return writePackFiles(folder, sum, body.Bytes(), listing.encode(sum))
}

func (p *Pack) estimate() int {
	n := 64
	for _, o := range p.objects {
		n += 64 + len(o.data)*3/4
	}
	return n
}

func packHeader(objects int) []byte {
	return binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(objects))
}

// writePackFiles writes both files; the caller has the pack whole in memory.
func writePackFiles(folder string, sum [20]byte, pack, idx []byte) (PackFiles, error) {
	name := "pack-" + hex.EncodeToString(sum[:])
	files := PackFiles{Name: name, Size: int64(len(pack) + len(idx))}
	files.Pack, files.Index = filepath.Join(folder, name+".pack"), filepath.Join(folder, name+".idx")
	if err := writeReadOnly(files.Pack, pack); err != nil {
		return PackFiles{}, err
	}
	return files, writeReadOnly(files.Index, idx)
}

func writeReadOnly(path string, data []byte) error {
	if err := os.Remove(path); ignoreMissing(err) != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o444)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// deflaters are zlib writers of the fastest level: making one costs more than compressing a small object, and git
// packs anew what stays.
var deflaters sync.Pool

// appendWhole writes an entry that is no delta.
func appendWhole(dst *bytes.Buffer, o object) error {
	dst.Write(appendEntryHeader(nil, o.kind, int64(len(o.data))))
	w, _ := deflaters.Get().(*zlib.Writer)
	if w == nil {
		var err error
		if w, err = zlib.NewWriterLevel(dst, zlib.BestSpeed); err != nil {
			return err
		}
	} else {
		w.Reset(dst)
	}
	_, err := w.Write(o.data)
	err = errors.Join(err, w.Close())
	deflaters.Put(w)
	return err
}

// appendEntryHeader writes the kind and the size of what follows compressed.
func appendEntryHeader(dst []byte, kind plumbing.ObjectType, size int64) []byte {
	c := byte(kind)<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		dst = append(dst, c|0x80)
		c = byte(size & 0x7f)
	}
	return append(dst, c)
}
