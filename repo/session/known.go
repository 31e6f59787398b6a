package session

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	messagesFile = "messages.jsonl"
	knownFile    = "known"
	spotSize     = 28
)

// spot is where a revision of a message stands in the messages file.
type spot struct {
	id       uint64 // digest of the message's id
	offset   int64
	length   uint32 // with the line's end
	revision uint64
	first    bool // the message was not known before
}

// firstBit marks the first revision of a message in the file.
const firstBit = 1 << 63

func digest(id string) uint64 {
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(sum[:])
}

func (p spot) end() int64 { return p.offset + int64(p.length) }

func (p spot) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, p.id)
	b = binary.BigEndian.AppendUint64(b, uint64(p.offset))
	b = binary.BigEndian.AppendUint32(b, p.length)
	revision := p.revision &^ firstBit
	if p.first {
		revision |= firstBit
	}
	return binary.BigEndian.AppendUint64(b, revision)
}

func readSpot(b []byte) spot {
	revision := binary.BigEndian.Uint64(b[20:])
	return spot{
		id: binary.BigEndian.Uint64(b), offset: int64(binary.BigEndian.Uint64(b[8:])),
		length: binary.BigEndian.Uint32(b[16:]), revision: revision &^ firstBit, first: revision&firstBit != 0,
	}
}

// known is which messages a session has. It is a copy of what the messages
// file says: made again where it is missing or does not fit.
type known struct {
	spots    []spot
	messages int   // ids
	size     int64 // of the whole lines of the messages file
	torn     bool  // the messages file goes on after them
	saved    int   // spots that the known file holds; -1: it is no use
	asked    int
	newest   map[uint64]int // into spots; made when it is worth it
	sought   *seeking
}

// scans is how many messages are looked for one by one before all are put into
// a map.
const scans = 32

// seeking is about some messages of a session that are looked for together, so
// that a few more behind very many cost little: one pass, and a map of those few.
type seeking struct {
	some   [1 << 10]uint64 // a bit for the end of each digest that is looked for
	newest map[uint64]int  // into spots, of digests whose bit is set
}

func (s *seeking) bit(id uint64) (word *uint64, mask uint64) {
	return &s.some[id>>6%uint64(len(s.some))], 1 << (id & 63)
}

func (s *seeking) covers(id uint64) bool {
	word, mask := s.bit(id)
	return *word&mask != 0
}

// seek makes find quick for these messages.
func (k *known) seek(messages []Message) {
	k.sought = &seeking{newest: make(map[uint64]int, len(messages))}
	for _, m := range messages {
		word, mask := k.sought.bit(digest(m.ID))
		*word |= mask
	}
	for at := range k.spots {
		if k.sought.covers(k.spots[at].id) {
			k.enter(k.sought.newest, at)
		}
	}
}

// add notes a revision. Revisions of one message grow; where a damaged file
// says otherwise, the highest counts.
func (k *known) add(p spot) {
	if _, again := k.find(p.id); !again {
		p.first = true
	}
	k.put(p)
}

func (k *known) put(p spot) {
	if p.first {
		k.messages++
	}
	k.spots = append(k.spots, p)
	k.size = p.end()
	if k.newest != nil {
		k.enter(k.newest, len(k.spots)-1)
	}
	if k.sought != nil && k.sought.covers(p.id) {
		k.enter(k.sought.newest, len(k.spots)-1)
	}
}

func (k *known) enter(newest map[uint64]int, at int) {
	p := &k.spots[at]
	if former, ok := newest[p.id]; !ok || k.spots[former].revision <= p.revision {
		newest[p.id] = at
	}
}

// find is the newest revision of a message.
func (k *known) find(id uint64) (spot, bool) {
	newest := k.newest
	if k.sought != nil && k.sought.covers(id) {
		newest = k.sought.newest
	} else if k.asked++; k.asked > scans && newest == nil {
		newest = make(map[uint64]int, len(k.spots))
		for at := range k.spots {
			k.enter(newest, at)
		}
		k.newest = newest
	}
	if newest != nil {
		at, ok := newest[id]
		if !ok {
			return spot{}, false
		}
		return k.spots[at], true
	}
	var found spot
	ok := false
	for _, p := range k.spots {
		if p.id == id && (!ok || found.revision <= p.revision) {
			found, ok = p, true
		}
	}
	return found, ok
}

// revision is the newest of a message, -1 for one that is not known.
func (k *known) revision(id string) int {
	if p, ok := k.find(digest(id)); ok {
		return int(p.revision)
	}
	return -1
}

// known reads which messages a session has, from the known file as far as that
// fits and from the messages file for the rest.
func (s *Shelf) known(folder string) (*known, error) {
	k := &known{saved: -1}
	f, err := os.Open(filepath.Join(folder, messagesFile))
	if errors.Is(err, fs.ErrNotExist) {
		k.saved = 0 // there is none either; one that was left behind will not fit, and is made again
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	k.loadSpots(filepath.Join(folder, knownFile), info.Size())
	if k.size == info.Size() {
		return k, nil
	}
	return k, k.scan(f, info.Size())
}

// loadSpots takes over a known file that is whole and no longer than the messages file.
func (k *known) loadSpots(path string, size int64) {
	data, err := os.ReadFile(path)
	if err != nil {
		return
	}
	whole := len(data) / spotSize * spotSize
	k.spots = make([]spot, 0, whole/spotSize+64)
	end := int64(0)
	for at := 0; at < whole; at += spotSize {
		p := readSpot(data[at:])
		if p.offset < end || p.length == 0 || p.end() > size {
			*k = known{saved: -1}
			return
		}
		k.put(p)
		end = p.end()
	}
	if whole == len(data) {
		k.saved = len(k.spots)
	}
}

// scan reads the lines that follow what is known. A damaged line is passed over.
func (k *known) scan(f *os.File, size int64) error {
	r := bufio.NewReaderSize(io.NewSectionReader(f, k.size, size-k.size), 64<<10)
	for at := k.size; ; {
		line, err := r.ReadBytes('\n')
		if err != nil {
			k.torn = len(line) > 0
			k.size = at
			if err == io.EOF {
				err = nil
			}
			return err
		}
		var m struct {
			ID       string `json:"id"`
			Revision int    `json:"revision"`
		}
		if json.Unmarshal(bytes.TrimSpace(line), &m) == nil && m.ID != "" {
			k.add(spot{id: digest(m.ID), offset: at, length: uint32(len(line)), revision: uint64(m.Revision)})
		}
		at += int64(len(line))
	}
}
