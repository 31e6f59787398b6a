package repo

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"sync"

	"gitmem/repo/gitdir"
)

// The private cache of the history is one file that is only appended to: a
// head line that names the format and the store, then a frame for each commit,
// a parent always before its children. A frame is the length of its record and
// the CRC-32C of it, four bytes each, and the record. What a record says
// depends on its commit alone, so that no frame is ever wrong, only no longer
// needed; a frame that is torn ends the file.
const (
	historyName   = "operations"
	historyFormat = "gitmem operations 1 "
	frameHead     = 8
	frameMost     = 16 << 20 // bytes of one record, so that a torn length is seen
)

// castagnoli is made when it is first needed: it costs more than the start of
// the rest of this package.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// historyCache is what the file held.
type historyCache struct {
	records [][]byte // in the order of the file
	damaged bool     // the file is missing, foreign or torn: write it anew
	// straight says that each record is the only child of the one before it, so
	// that their order is that of the history, and tip is its end.
	straight bool
	tip      gitdir.Hash
}

// historyHead is the first line of the cache file.
func (s *Store) historyHead() []byte { return []byte(historyFormat + string(s.ID) + "\n") }

func (s *Store) loadHistory() historyCache {
	data, err := os.ReadFile(s.CachePath(historyName))
	if err != nil {
		return historyCache{damaged: true}
	}
	rest, ours := bytes.CutPrefix(data, s.historyHead())
	if !ours {
		return historyCache{damaged: true}
	}
	return readFrames(rest)
}

func readFrames(data []byte) historyCache {
	c := historyCache{straight: true, records: make([][]byte, 0, len(data)/256+1)}
	for len(data) > 0 {
		record, rest, ok := cutFrame(data)
		if !ok {
			c.damaged = true
			return c
		}
		c.append(record)
		data = rest
	}
	return c
}

func cutFrame(data []byte) (record, rest []byte, ok bool) {
	if len(data) < frameHead {
		return nil, nil, false
	}
	size, sum := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
	data = data[frameHead:]
	if size > frameMost || int(size) > len(data) {
		return nil, nil, false
	}
	record = data[:size:size]
	return record, data[size:], crc32.Checksum(record, castagnoli()) == sum && size >= 22
}

// append notes a record and whether the history is still straight. The bytes
// are those of encodeRecord: the commit, how many parents, the first parent.
func (c *historyCache) append(record []byte) {
	parents := record[20]
	switch {
	case parents == 0:
		c.straight = c.straight && len(c.records) == 0
	case parents == 1 && len(record) >= 41:
		c.straight = c.straight && len(c.records) > 0 && gitdir.Hash(record[21:41]) == c.tip
	default:
		c.straight = false
	}
	c.tip = gitdir.Hash(record[:20])
	c.records = append(c.records, record)
}

func appendFrame(dst, record []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(record)))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.Checksum(record, castagnoli()))
	return append(dst, record...)
}

// keepHistory brings the cache file up to date as well as it can: without it
// the history is read from git. Records come parents first.
func (s *Store) keepHistory(records [][]byte, anew bool) {
	if len(records) == 0 {
		return
	}
	var out []byte
	if anew {
		out = s.historyHead()
	}
	for _, r := range records {
		out = appendFrame(out, r)
	}
	if anew {
		_ = s.SaveCache(historyName, out)
		return
	}
	f, err := os.OpenFile(s.CachePath(historyName), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	_, _ = f.Write(out) // one write: beside another process frames do not mix
	_ = f.Close()
}

// History is every commit that HEAD reaches.
type History struct {
	records  [][]byte // newest first
	straight bool
	// Missing are the commits that are named as parents and cannot be read: the
	// history is shallow, or damaged. Empty for a complete one.
	Missing []string
}

// lineage is the place of every record of the history. Index 0 is HEAD.
func (h *History) lineage() (*lineage, error) {
	l := newLineage(len(h.records))
	for _, r := range h.records {
		k, err := decodeKin(r)
		if err != nil {
			return nil, err
		}
		l.add(k)
	}
	return l, nil
}

// straightHistory is the history that the cache holds already, as a whole.
func (c historyCache) straightHistory(head gitdir.Hash) (*History, bool) {
	if c.damaged || !c.straight || c.tip != head || len(c.records) == 0 {
		return nil, false
	}
	newest := make([][]byte, len(c.records))
	for i, r := range c.records {
		newest[len(newest)-1-i] = r
	}
	return &History{records: newest, straight: true}, true
}
