package gitdir

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"math"
	"sort"
)

// Layout of an entry: stat data, id, flags, since version 3 more flags, then the name.
const (
	entryHash  = 40
	entryFlags = 60
	entryName  = 62

	flagAssumeValid = 1 << 15
	flagExtended    = 1 << 14
	flagStage       = 3 << 12
	flagNameLength  = 0xfff

	extSkipWorktree = 1 << 14
	extIntentToAdd  = 1 << 13

	indexHeader = 12
)

// IndexEntry is one entry of git's index.
type IndexEntry struct {
	Path         string
	Mode         uint32
	Hash         Hash
	Stage        int  // 0; 1 to 3 while a merge of this path is not resolved
	AssumeValid  bool // a person told git not to look at the file
	SkipWorktree bool // sparse checkout: the file is not meant to be there
	IntentToAdd  bool // `git add -N`: nothing is staged yet
	Stat         Stat
}

// Index is git's index as its bytes stand: where each entry begins, and nothing else.
type Index struct {
	data       []byte
	version    uint32
	offsets    []uint32 // where each entry begins, and where the last one ends
	prefixed   prefixed // version 4: the names, which are not in data as a whole
	extensions []extension
}

// ParseIndex reads an index file; nil stands for an absent one, which is empty. The Index keeps data, which
// must not be changed. Versions 2, 3 and 4 are read.
//
// The SHA-1 at the end is not compared, as git does not compare it either: at 50,000 entries that costs
// more than all of this. Structure, order and bounds of every entry are checked; Verify checks the sum.
//
// Errors: ErrDamaged; *UnsupportedError for a split or sparse index and unknown mandatory extensions.
func ParseIndex(data []byte) (*Index, error) {
	if data == nil {
		data = emptyIndex()
	}
	if len(data) < indexHeader+sha1.Size || string(data[:4]) != "DIRC" {
		return nil, damaged("index", "it does not begin like an index")
	}
	if int64(len(data)) > math.MaxUint32 {
		return nil, damaged("index", "it is larger than 4 GiB")
	}
	x := &Index{data: data, version: binary.BigEndian.Uint32(data[4:])}
	if x.version < 2 || x.version > 4 {
		return nil, &UnsupportedError{Feature: "index version of the future", Hint: "run `git update-index --index-version 2`"}
	}
	end, err := x.scan(binary.BigEndian.Uint32(data[8:]))
	if err != nil {
		return nil, err
	}
	x.extensions, err = parseExtensions(data[end : len(data)-sha1.Size])
	if err == nil && x.Len() > 0 && len(x.name(0)) == 0 {
		return nil, damaged("index", "an entry has no name") // only a split index may, which is refused by its extension
	}
	return x, err
}

func emptyIndex() []byte {
	data := []byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00")
	sum := sha1.Sum(data)
	return append(data, sum[:]...)
}

// scan finds where the entries begin and returns where the last one ends.
func (x *Index) scan(count uint32) (int, error) {
	limit := len(x.data) - sha1.Size
	if int64(count)*entryName > int64(limit) {
		return 0, damaged("index", "it is too short for %d entries", count)
	}
	x.offsets = make([]uint32, 0, count+1)
	if x.version == 4 {
		x.prefixed.expect(int(count))
	}
	at := indexHeader
	var last []byte
	lastStage := uint16(0)
	for n := range count {
		name, next, err := x.scanEntry(at, limit)
		if err != nil {
			return 0, damaged("index", "entry %d: %v", n, err)
		}
		stage := binary.BigEndian.Uint16(x.data[at+entryFlags:]) & flagStage
		if c := bytes.Compare(last, name); n > 0 && (c > 0 || c == 0 && lastStage >= stage && len(name) > 0) {
			return 0, damaged("index", "%q and %q are out of order", last, name)
		}
		x.offsets = append(x.offsets, uint32(at))
		last, lastStage, at = name, stage, next
	}
	x.offsets = append(x.offsets, uint32(at))
	return at, nil
}

// scanEntry finds the name of the entry at an offset and where the next one begins.
func (x *Index) scanEntry(at, limit int) (name []byte, next int, err error) {
	if at+entryName > limit {
		return nil, 0, errCut
	}
	flags := binary.BigEndian.Uint16(x.data[at+entryFlags:])
	begin := at + entryName
	if flags&flagExtended != 0 {
		if x.version < 3 {
			return nil, 0, errFlags
		}
		begin += 2
	}
	if begin > limit {
		return nil, 0, errCut
	}
	if x.version == 4 {
		return x.prefixed.scan(x.data[begin:limit], begin)
	}
	length := int(flags & flagNameLength)
	if length == flagNameLength {
		if length = bytes.IndexByte(x.data[begin:limit], 0); length < 0 {
			return nil, 0, errCut
		}
	}
	next = at + (begin-at+length+8)&^7
	if next > limit {
		return nil, 0, errCut
	}
	if x.data[begin+length] != 0 {
		return nil, 0, errName
	}
	return x.data[begin : begin+length], next, nil
}

// Len is the number of entries.
func (x *Index) Len() int { return len(x.offsets) - 1 }

// flags of the n-th entry, and its extended ones.
func (x *Index) flags(n int) (flags, extended uint16) {
	at := x.offsets[n]
	flags = binary.BigEndian.Uint16(x.data[at+entryFlags:])
	if flags&flagExtended != 0 {
		extended = binary.BigEndian.Uint16(x.data[at+entryName:])
	}
	return flags, extended
}

// name is the path of the n-th entry; the bytes belong to the index.
func (x *Index) name(n int) []byte {
	if x.version == 4 {
		return x.prefixed.name(n)
	}
	flags, _ := x.flags(n)
	begin := int(x.offsets[n]) + entryName
	if flags&flagExtended != 0 {
		begin += 2
	}
	length := int(flags & flagNameLength)
	if length == flagNameLength {
		length = bytes.IndexByte(x.data[begin:], 0)
	}
	return x.data[begin : begin+length]
}

func (x *Index) entry(n int) IndexEntry {
	flags, extended := x.flags(n)
	raw := x.data[x.offsets[n]:]
	return IndexEntry{
		Path:         string(x.name(n)),
		Mode:         binary.BigEndian.Uint32(raw[statMode:]),
		Hash:         Hash(raw[entryHash:entryFlags]),
		Stage:        int(flags & flagStage >> 12),
		AssumeValid:  flags&flagAssumeValid != 0,
		SkipWorktree: extended&extSkipWorktree != 0,
		IntentToAdd:  extended&extIntentToAdd != 0,
		Stat:         decodeStat(raw),
	}
}

// search is the place of the first entry that is not before a path.
func (x *Index) search(path string) int {
	return sort.Search(x.Len(), func(i int) bool { return string(x.name(i)) >= path })
}

// Entry finds a path. Of an unmerged path it gives the lowest stage.
func (x *Index) Entry(path string) (IndexEntry, bool) {
	n := x.search(path)
	if n == x.Len() || string(x.name(n)) != path {
		return IndexEntry{}, false
	}
	return x.entry(n), true
}

// Entries visits all entries in order until visit returns false.
func (x *Index) Entries(visit func(IndexEntry) bool) {
	for n := range x.Len() {
		if !visit(x.entry(n)) {
			return
		}
	}
}

// sumless is true where git was told to leave the checksum out (index.skipHash).
func (x *Index) sumless() bool {
	return bytes.Equal(x.data[len(x.data)-sha1.Size:], make([]byte, sha1.Size))
}

// Verify compares the checksum. An index without one passes. Errors: ErrDamaged.
func (x *Index) Verify() error {
	end := len(x.data) - sha1.Size
	sum := sha1.Sum(x.data[:end])
	if x.sumless() || bytes.Equal(sum[:], x.data[end:]) {
		return nil
	}
	return damaged("index", "its checksum is wrong")
}
