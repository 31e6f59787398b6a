package gitdir

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

const (
	deltaChain = 4095 // the longest that git makes
	deltaNest  = 64   // deltas whose base lies in another pack, one inside the other
)

// packedAt names an entry of a pack.
type packedAt struct {
	pack *pack
	at   int64
}

// entryHeader is what stands before the compressed bytes of an entry.
type entryHeader struct {
	kind plumbing.ObjectType
	size int64 // of what the compressed bytes inflate to
	back int64 // OFSDelta: how far before the entry its base begins
	base Hash  // REFDelta: the base's id
	len  int   // bytes of the header itself
}

// readPacked reads an object from the newest pack that has it whole.
func (d *Dir) readPacked(h Hash, depth int) (o object, err error) {
	err = d.eachPack(h, func(p *pack, at int64) error {
		if o, err = d.entry(p, at, depth); err != nil {
			return err
		}
		if HashObject(o.kind, o.data) != h {
			return damaged(p.base+".pack", "the content of object %s has another id", h)
		}
		return nil
	})
	return o, err
}

// entry reads the object at an offset. Deltas are collected on the way down to a whole object, then
// applied on the way up.
func (d *Dir) entry(p *pack, at int64, depth int) (object, error) {
	var deltas [][]byte
	var places []int64
	held := int64(0)
	for {
		if o, ok := d.bases.get(packedAt{p, at}); ok {
			return d.applyDeltas(p, o, deltas, places)
		}
		head, data, err := d.inflateEntry(p, at)
		if err != nil {
			return object{}, err
		}
		if !head.kind.IsDelta() {
			o := object{head.kind, data}
			if len(deltas) > 0 {
				d.bases.put(packedAt{p, at}, o)
			}
			return d.applyDeltas(p, o, deltas, places)
		}
		deltas, places = append(deltas, data), append(places, at)
		if held += int64(len(data)); held > MaxObject || len(deltas) > deltaChain {
			return object{}, damaged(p.base+".pack", "the chain of deltas at %d is too long", at)
		}
		next, o, err := d.baseOf(p, at, head, depth)
		if err != nil {
			return object{}, err
		}
		if next == 0 {
			return d.applyDeltas(p, o, deltas, places)
		}
		at = next
	}
}

// baseOf finds what a delta applies to: an offset in the same pack, or, with offset 0, the object itself.
func (d *Dir) baseOf(p *pack, at int64, head entryHeader, depth int) (int64, object, error) {
	if head.kind == plumbing.OFSDeltaObject {
		if head.back <= 0 || head.back > at-12 {
			return 0, object{}, damaged(p.base+".pack", "the delta at %d has its base outside the pack", at)
		}
		return at - head.back, object{}, nil
	}
	if in, ok, err := p.find(head.base); ok || err != nil {
		return in, object{}, err
	}
	if depth >= deltaNest {
		return 0, object{}, damaged(p.base+".pack", "the chain of deltas at %d is too long", at)
	}
	o, err := d.object(head.base, depth+1)
	return 0, o, err
}

// applyDeltas applies the deltas, the last one first, and keeps what they were applied to.
func (d *Dir) applyDeltas(p *pack, o object, deltas [][]byte, places []int64) (object, error) {
	for i := len(deltas) - 1; i >= 0; i-- {
		if _, size, ok := deltaSizes(deltas[i]); !ok || size > MaxObject {
			return object{}, damaged(p.base+".pack", "the delta at %d has no sound header", places[i])
		}
		data, err := packfile.PatchDelta(o.data, deltas[i])
		if err != nil {
			return object{}, damaged(p.base+".pack", "the delta at %d: %v", places[i], err)
		}
		o.data = data
		d.bases.put(packedAt{p, places[i]}, o)
	}
	return o, nil
}

// deltaSizes reads the two lengths that a delta begins with.
func deltaSizes(delta []byte) (source, target int64, ok bool) {
	var sizes [2]int64
	for i := range sizes {
		for shift := 0; ; shift += 7 {
			if len(delta) == 0 || shift > 49 {
				return 0, 0, false
			}
			c := delta[0]
			delta = delta[1:]
			sizes[i] |= int64(c&0x7f) << shift
			if c < 0x80 {
				break
			}
		}
	}
	return sizes[0], sizes[1], true
}

func (d *Dir) inflateEntry(p *pack, at int64) (entryHeader, []byte, error) {
	f, err := d.packs.open(p)
	if err != nil {
		return entryHeader{}, nil, err
	}
	defer d.packs.done(p)
	if at < 12 || at >= p.size-20 {
		return entryHeader{}, nil, damaged(f.Name(), "an entry at %d would lie outside", at)
	}
	z := takeInflater(io.NewSectionReader(f, at, p.size-20-at))
	defer z.release()
	head, err := readEntryHeader(z.in)
	if err == nil {
		err = z.start()
	}
	if err != nil {
		return head, nil, damaged(f.Name(), "the entry at %d: %v", at, err)
	}
	data, err := z.exactly(head.size)
	if err != nil {
		return head, nil, damaged(f.Name(), "the entry at %d: %v", at, err)
	}
	return head, data, nil
}

func readEntryHeader(r *bufio.Reader) (entryHeader, error) {
	c, err := r.ReadByte()
	if err != nil {
		return entryHeader{}, err
	}
	head := entryHeader{kind: plumbing.ObjectType(c >> 4 & 7), size: int64(c & 15), len: 1}
	for shift := 4; c >= 0x80; shift += 7 {
		if c, err = r.ReadByte(); err != nil {
			return head, err
		}
		if head.len++; shift > 46 {
			return head, errors.New("its size is too large")
		}
		head.size |= int64(c&0x7f) << shift
	}
	if head.size > MaxObject {
		return head, fmt.Errorf("it holds %d bytes, more than the %d that are read", head.size, MaxObject)
	}
	return head, head.readBase(r)
}

// readBase reads what a delta says of its base.
func (head *entryHeader) readBase(r *bufio.Reader) error {
	switch head.kind {
	case plumbing.CommitObject, plumbing.TreeObject, plumbing.BlobObject, plumbing.TagObject:
		return nil
	case plumbing.OFSDeltaObject:
		back, n, err := readOffset(r)
		head.back, head.len = back, head.len+n
		return err
	case plumbing.REFDeltaObject:
		n, err := io.ReadFull(r, head.base[:])
		head.len += n
		return err
	}
	return fmt.Errorf("unknown kind of entry %d", head.kind)
}

// readOffset reads git's variable-length offset.
func readOffset(r *bufio.Reader) (n int64, length int, err error) {
	next, err := r.Peek(10)
	n, length, ok := cutOffset(next)
	if !ok {
		return 0, 0, errors.Join(errors.New("an offset is cut short or too large"), err)
	}
	_, err = r.Discard(length)
	return n, length, err
}

// cutOffset decodes an offset, in which no number has two spellings.
func cutOffset(raw []byte) (n int64, length int, ok bool) {
	for i := 0; i < len(raw) && i < 8; i++ {
		n = n<<7 | int64(raw[i]&0x7f)
		if raw[i] < 0x80 {
			return n, i + 1, true
		}
		n++
	}
	return 0, 0, false
}

// appendOffset writes what cutOffset reads.
func appendOffset(dst []byte, n int64) []byte {
	var buf [10]byte
	i := len(buf) - 1
	buf[i] = byte(n & 0x7f)
	for n >>= 7; n > 0; n >>= 7 {
		n--
		i--
		buf[i] = 0x80 | byte(n&0x7f)
	}
	return append(dst, buf[i:]...)
}
