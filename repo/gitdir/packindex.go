package gitdir

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"sort"
)

const (
	idxHeader   = 8 + 256*4 // magic, version, fan-out
	idxPerEntry = 20 + 4 + 4
	idxTrailer  = 20 + 20
	idxWhole    = 32 << 10 // an idx file up to this size is read whole, in one call
	idxWindow   = 200      // ids that a search reads at once in a larger one
)

// packIndex is an open idx file, version 2. Only the fan-out table of a large one is kept in memory.
type packIndex struct {
	name   string
	count  uint32
	size   int64
	fanout [256]uint32
	file   *os.File // nil where data holds the whole file
	data   []byte
}

// find looks an id up and gives the offset of its entry in the pack.
func (p *pack) find(h Hash) (int64, bool, error) {
	if err := p.loadIndex(); err != nil {
		return 0, false, err
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.idx == nil {
		return 0, false, os.ErrClosed // closed in between; the caller reads the list again
	}
	return p.idx.find(h)
}

func (p *pack) loadIndex() error {
	p.mu.RLock()
	loaded := p.idx != nil
	p.mu.RUnlock()
	if loaded {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idx != nil {
		return nil
	}
	idx, err := openPackIndex(p.base + ".idx")
	p.idx = idx
	return err
}

func (p *pack) forgetIndex() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	idx := p.idx
	p.idx = nil
	if idx == nil || idx.file == nil {
		return nil
	}
	return idx.file.Close()
}

func openPackIndex(path string) (*packIndex, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	x := &packIndex{name: path, file: f}
	if err := x.load(); err != nil {
		f.Close()
		return nil, err
	}
	if x.data != nil {
		x.file = nil
		return x, f.Close()
	}
	return x, nil
}

func (x *packIndex) load() error {
	info, err := x.file.Stat()
	if err != nil {
		return err
	}
	x.size = info.Size()
	if x.size < idxHeader+idxTrailer {
		return damaged(x.name, "it is too short for an idx file")
	}
	head := make([]byte, min(max(idxHeader, x.size), idxWhole))
	if x.size > idxWhole {
		head = head[:idxHeader]
	}
	if _, err := x.file.ReadAt(head, 0); err != nil {
		return err
	}
	if int64(len(head)) == x.size {
		x.data = head
	}
	return x.parse(head)
}

func (x *packIndex) parse(head []byte) error {
	if !bytes.Equal(head[:4], []byte("\377tOc")) {
		return &UnsupportedError{Feature: "pack index version 1 (" + x.name + ")", Hint: "run `git -c pack.indexVersion=2 repack -a -d`"}
	}
	if v := binary.BigEndian.Uint32(head[4:]); v != 2 {
		return damaged(x.name, "unknown idx version %d", v)
	}
	last := uint32(0)
	for i := range x.fanout {
		n := binary.BigEndian.Uint32(head[8+4*i:])
		if n < last {
			return damaged(x.name, "its fan-out table runs backwards")
		}
		x.fanout[i], last = n, n
	}
	x.count = last
	if int64(last)*idxPerEntry+idxHeader+idxTrailer > x.size {
		return damaged(x.name, "it is shorter than its %d objects need", last)
	}
	return nil
}

// read gives n bytes at an offset; they must not be changed.
func (x *packIndex) read(at int64, n int) ([]byte, error) {
	if at < 0 || at+int64(n) > x.size {
		return nil, damaged(x.name, "it points outside itself")
	}
	if x.data != nil {
		return x.data[at : at+int64(n)], nil
	}
	buf := make([]byte, n)
	if _, err := x.file.ReadAt(buf, at); err != nil && err != io.EOF {
		return nil, err
	}
	return buf, nil
}

func (x *packIndex) find(h Hash) (int64, bool, error) {
	low, high := uint32(0), x.fanout[h[0]]
	if h[0] > 0 {
		low = x.fanout[h[0]-1]
	}
	low, high, err := x.narrow(h, low, high)
	if err != nil || low == high {
		return 0, false, err
	}
	ids, err := x.read(idxHeader+int64(low)*20, int(high-low)*20)
	if err != nil {
		return 0, false, err
	}
	n := int(high - low)
	i := sort.Search(n, func(i int) bool { return bytes.Compare(ids[i*20:i*20+20], h[:]) >= 0 })
	if i == n || !bytes.Equal(ids[i*20:i*20+20], h[:]) {
		return 0, false, nil
	}
	at, err := x.offset(low + uint32(i))
	return at, err == nil, err
}

// narrow halves the range that can hold an id until it is small enough to be read at once.
func (x *packIndex) narrow(h Hash, low, high uint32) (uint32, uint32, error) {
	for high-low > idxWindow {
		middle := low + (high-low)/2
		id, err := x.read(idxHeader+int64(middle)*20, 20)
		if err != nil {
			return 0, 0, err
		}
		if bytes.Compare(id, h[:]) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high, nil
}

// offset is where the n-th object of the idx file begins in the pack.
func (x *packIndex) offset(n uint32) (int64, error) {
	table := idxHeader + int64(x.count)*24
	b, err := x.read(table+int64(n)*4, 4)
	if err != nil {
		return 0, err
	}
	at := binary.BigEndian.Uint32(b)
	if at&(1<<31) == 0 {
		return int64(at), nil
	}
	large := table + int64(x.count)*4 + int64(at&^(1<<31))*8
	if large+8 > x.size-idxTrailer {
		return 0, damaged(x.name, "it points outside itself")
	}
	if b, err = x.read(large, 8); err != nil {
		return 0, err
	}
	wide := binary.BigEndian.Uint64(b)
	if wide > 1<<62 {
		return 0, damaged(x.name, "it points outside the pack")
	}
	return int64(wide), nil
}
