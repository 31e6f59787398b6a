package gitdir

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
)

// source is a small pack that was read whole and found sound.
type source struct {
	base    string
	data    []byte
	entries packListing // by offset
	ids     map[uint32]Hash
}

// entry is the bytes of the n-th entry.
func (s *source) entry(n int) []byte {
	end := uint32(len(s.data) - sha1.Size)
	if n+1 < len(s.entries) {
		end = s.entries[n+1].at
	}
	return s.data[s.entries[n].at:end]
}

// readSources reads packs up to the bound of one merge. A pack that is gone was merged by someone else; a
// damaged one is left alone and named in the error.
func readSources(bases []string) ([]*source, error) {
	var sources []*source
	var bad error
	total := 0
	for _, base := range bases {
		s, err := readSource(base)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				bad = errors.Join(bad, err)
			}
			continue
		}
		if total += len(s.data); total > mergedMax {
			break
		}
		sources = append(sources, s)
	}
	return sources, bad
}

func readSource(base string) (*source, error) {
	idx, err := openPackIndex(base + ".idx")
	if err != nil {
		return nil, err
	}
	defer func() {
		if idx.file != nil {
			idx.file.Close()
		}
	}()
	data, err := os.ReadFile(base + ".pack")
	if err != nil {
		return nil, err
	}
	s := &source{base: base, data: data}
	if s.entries, err = idx.listing(); err != nil {
		return nil, err
	}
	return s, s.check(idx)
}

// listing reads everything that an idx file says, by offset.
func (x *packIndex) listing() (packListing, error) {
	table, err := x.read(idxHeader, int(x.count)*idxPerEntry)
	if err != nil {
		return nil, err
	}
	n := int(x.count)
	l := make(packListing, n)
	for i := range l {
		copy(l[i].id[:], table[i*20:])
		l[i].crc = binary.BigEndian.Uint32(table[n*20+i*4:])
		l[i].at = binary.BigEndian.Uint32(table[n*24+i*4:])
	}
	slices.SortFunc(l, func(a, b listed) int { return cmp.Compare(a.at, b.at) })
	return l, nil
}

// check proves that idx and pack belong together and that every entry is as it was written.
func (s *source) check(idx *packIndex) error {
	name := s.base + ".pack"
	if len(s.data) < 32 || !bytes.Equal(s.data[:12], packHeader(len(s.entries))) {
		return damaged(name, "it does not begin like a pack of %d objects", len(s.entries))
	}
	trailer, err := idx.read(idx.size-idxTrailer, 20)
	if err != nil {
		return err
	}
	if !bytes.Equal(trailer, s.data[len(s.data)-20:]) {
		return damaged(name, "its idx file belongs to another pack")
	}
	s.ids = make(map[uint32]Hash, len(s.entries))
	next, end := uint32(12), uint32(len(s.data)-sha1.Size)
	for i, e := range s.entries {
		if e.at < next || e.at >= end || (i == 0 && e.at != 12) {
			return damaged(name, "its idx file points outside its entries")
		}
		next = e.at + 1
		s.ids[e.at] = e.id
	}
	for i, e := range s.entries {
		if crc32.ChecksumIEEE(s.entry(i)) != e.crc {
			return damaged(name, "object %s is not as it was written", e.id)
		}
	}
	return s.checkBases()
}

// checkBases proves that no delta depends on anything outside the pack.
func (s *source) checkBases() error {
	inside := make(map[Hash]bool, len(s.entries))
	for _, e := range s.entries {
		inside[e.id] = true
	}
	for i, e := range s.entries {
		head, err := parseEntryHeader(s.entry(i))
		if err != nil {
			return damaged(s.base+".pack", "object %s: %v", e.id, err)
		}
		ok := true
		switch head.kind {
		case plumbing.REFDeltaObject:
			ok = inside[head.base]
		case plumbing.OFSDeltaObject:
			_, ok = s.ids[uint32(int64(e.at)-head.back)]
			ok = ok && head.back > 0 && head.back < int64(e.at)
		}
		if !ok {
			return damaged(s.base+".pack", "the base of object %s is not in it", e.id)
		}
	}
	return nil
}

func parseEntryHeader(raw []byte) (entryHeader, error) {
	z := takeInflater(bytes.NewReader(raw))
	defer z.release()
	return readEntryHeader(z.in)
}

// merged is a pack made of others. Compressed bytes are copied as they are.
type merged struct {
	body    bytes.Buffer
	listing packListing
	places  map[Hash]uint32
}

func mergePacks(sources []*source) (*merged, error) {
	m := &merged{places: map[Hash]uint32{}}
	m.body.Write(packHeader(0))
	for _, s := range sources {
		for i := range s.entries {
			if err := m.take(s, i); err != nil {
				return nil, err
			}
		}
	}
	copy(m.body.Bytes(), packHeader(len(m.listing)))
	return m, nil
}

// take copies an entry unless the object is there already. A delta that says how far back its base lies
// is told the new distance: everything before it in its own pack has a place by now.
func (m *merged) take(s *source, n int) error {
	id, raw := s.entries[n].id, s.entry(n)
	if _, ok := m.places[id]; ok {
		return nil
	}
	head, err := parseEntryHeader(raw)
	if err != nil {
		return err
	}
	at := uint32(m.body.Len())
	if head.kind == plumbing.OFSDeltaObject {
		base := s.ids[uint32(int64(s.entries[n].at)-head.back)]
		m.body.Write(appendEntryHeader(nil, head.kind, head.size))
		m.body.Write(appendOffset(nil, int64(at-m.places[base])))
		raw = raw[head.len:]
	}
	m.body.Write(raw)
	m.places[id] = at
	m.listing = append(m.listing, listed{id, crc32.ChecksumIEEE(m.body.Bytes()[at:]), at})
	return nil
}

func (m *merged) write(folder string) (PackFiles, error) {
	sum := sha1.Sum(m.body.Bytes())
	m.body.Write(sum[:])
	return writePackFiles(folder, sum, m.body.Bytes(), m.listing.encode(sum))
}
