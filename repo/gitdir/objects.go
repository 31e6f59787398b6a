package gitdir

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// emptyTree is the tree without entries. Git knows it without any object on disk.
var emptyTree = Hash{0x4b, 0x82, 0x5d, 0xc6, 0x42, 0xcb, 0x6e, 0xb9, 0xa0, 0x60, 0xe5, 0x4b, 0xf8, 0xd6, 0x92, 0x88, 0xfb, 0xee, 0x49, 0x04}

// HashObject is the id of an object with these bytes.
func HashObject(kind plumbing.ObjectType, data []byte) Hash {
	h := sha1.New()
	head := append(make([]byte, 0, 32), kind.Bytes()...)
	head = strconv.AppendInt(append(head, ' '), int64(len(data)), 10)
	h.Write(append(head, 0))
	h.Write(data)
	var id Hash
	h.Sum(id[:0])
	return id
}

// Object reads an object: loose first, then from the packs, newest first, then from the alternates. Its
// bytes are checked against the id, are shared and must not be changed.
//
// Errors: ErrNoObject; ErrDamaged where it is there but cannot be read back whole.
func (d *Dir) Object(h Hash) (plumbing.ObjectType, []byte, error) {
	o, err := d.object(h, 0)
	return o.kind, o.data, err
}

// Blob reads the content of a file. Any other kind of object is an error.
func (d *Dir) Blob(h Hash) ([]byte, error) { return d.typed(h, plumbing.BlobObject) }

func (d *Dir) typed(h Hash, want plumbing.ObjectType) ([]byte, error) {
	o, err := d.object(h, 0)
	if err != nil {
		return nil, err
	}
	if o.kind != want {
		return nil, damaged("object "+h.String(), "it is a %s where a %s belongs", o.kind, want)
	}
	return o.data, nil
}

// Has says whether an object is there, without reading it.
func (d *Dir) Has(h Hash) (bool, error) {
	err := d.persist(func() error {
		for _, folder := range d.objectFolders() {
			if _, err := os.Lstat(loosePath(folder, h)); err == nil {
				return nil
			}
		}
		return d.eachPack(h, func(*pack, int64) error { return nil })
	})
	if errors.Is(err, ErrNoObject) {
		return h == emptyTree, nil
	}
	return err == nil, err
}

// object reads one object. Depth counts the objects that are being read because a delta names them.
func (d *Dir) object(h Hash, depth int) (object, error) {
	if h == emptyTree {
		return object{kind: plumbing.TreeObject}, nil
	}
	if o, ok := d.recent.get(h); ok {
		return o, nil
	}
	var o object
	read := func() (err error) {
		o, err = d.readOnce(h, depth)
		return err
	}
	var err error
	if depth > 0 {
		err = read() // the first read tries again as a whole
	} else {
		err = d.persist(read)
	}
	if err != nil {
		return object{}, err
	}
	if o.kind == plumbing.CommitObject || o.kind == plumbing.TreeObject {
		d.recent.put(h, o)
	}
	return o, nil
}

// persist looks again where a look failed, as another process may just have moved objects from one place
// to the next: once in any case, and as long as the packs go on changing.
func (d *Dir) persist(look func() error) error {
	for tries := 0; ; tries++ {
		err := look()
		if err == nil {
			return nil
		}
		if tries == 10 && !errors.Is(err, ErrNoObject) {
			return damaged("objects", "%v", err) // an idx file whose pack stays away
		}
		if tries == 10 {
			return err
		}
		changed, listErr := d.relist()
		if listErr != nil {
			return listErr
		}
		if tries > 0 && !changed && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, os.ErrClosed) {
			return err
		}
	}
}

// readOnce looks at each place once. A damaged copy does not hide a good one.
func (d *Dir) readOnce(h Hash, depth int) (object, error) {
	var bad error
	for _, folder := range d.objectFolders() {
		o, err := readLoose(folder, h)
		if err == nil {
			return o, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			bad = errors.Join(bad, err)
		}
	}
	o, err := d.readPacked(h, depth)
	if err == nil {
		return o, nil
	}
	if !errors.Is(err, ErrNoObject) || bad == nil {
		bad = errors.Join(bad, err)
	}
	return object{}, bad
}

func loosePath(folder string, h Hash) string {
	name := hex.EncodeToString(h[:])
	return filepath.Join(folder, name[:2], name[2:])
}

func readLoose(folder string, h Hash) (object, error) {
	f, err := os.Open(loosePath(folder, h))
	if err != nil {
		return object{}, err
	}
	defer f.Close()
	o, err := inflateLoose(f)
	if err != nil {
		return object{}, damaged(f.Name(), "%v", err)
	}
	if HashObject(o.kind, o.data) != h {
		return object{}, damaged(f.Name(), "its content has another id")
	}
	return o, nil
}

func inflateLoose(f *os.File) (object, error) {
	z := takeInflater(f)
	defer z.release()
	if err := z.start(); err != nil {
		return object{}, err
	}
	name, size, err := z.looseHeader()
	if err != nil {
		return object{}, err
	}
	kind, err := plumbing.ParseObjectType(name)
	if err != nil || kind.IsDelta() {
		return object{}, fmt.Errorf("unknown kind of object %q", name)
	}
	if size > MaxObject {
		return object{}, fmt.Errorf("it holds %d bytes, more than the %d that are read", size, MaxObject)
	}
	data, err := z.exactly(size)
	return object{kind, data}, err
}
