package index

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"sync"
	"time"

	"gitmem/index/corpus"
	"gitmem/memfile"
)

// The manifest of a generation is one file: a head line that names the format,
// fixed fields, a record of fixed length for each file of an experience, in the
// order of their places, and the CRC-32C of all that. Numbers are little-endian.
const manifestHead = "gitmem index manifest 1\n"

// state is what became of a file.
type state uint8

const (
	indexed   state = iota + 1
	refused         // it does not parse, or its name is not its id
	forgotten       // by a person
	doubled         // its id stands under two paths: neither is taken
)

// blobID is git's id of a file's bytes; zero for no file.
type blobID [20]byte

func (b blobID) String() string {
	if b == (blobID{}) {
		return ""
	}
	return hex.EncodeToString(b[:])
}

// blobOf is the id of bytes.
func blobOf(data []byte) blobID { return blobFrom(memfile.BlobID(data)) }

// blobFrom reads an id in hex; zero for anything else.
func blobFrom(text string) (b blobID) {
	if len(text) == 2*len(b) {
		if _, err := hex.Decode(b[:], []byte(text)); err != nil {
			return blobID{}
		}
	}
	return b
}

// record is what the index knows of the file of an experience.
type record struct {
	seen
	blob       blobID
	state      state
	confidence uint16 // basis points
	updated    int64  // Unix seconds
	words      uint32 // its share of the sum by which scores are normalized
}

// resident is what it knows of the resident file.
type resident struct {
	stamp
	blob    blobID // of the bytes on disk
	base    blobID // of what the last operation left
	entries int
	words   int64
}

// manifest says of which files a generation is made.
type manifest struct {
	// looked is when the files were listed, in Unix nanoseconds: one that was
	// changed later may differ though its stamp does not.
	looked   int64
	stats    corpus.Stats
	resident resident
	records  []record
}

// castagnoli is made when it is first needed, not at every start.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

var errManifest = errors.New("the manifest is damaged")

const recordSize = 4 + 1 + 1 + 2 + 8 + 8 + 8 + 8 + 8 + 8 + 4 + 20

func (m *manifest) encode() []byte {
	out := make([]byte, 0, 256+recordSize*len(m.records))
	out = append(out, manifestHead...)
	le := binary.LittleEndian
	for _, n := range []int64{m.looked, int64(m.stats.Documents), m.stats.Words, int64(m.resident.entries), m.resident.words, int64(len(m.records))} {
		out = le.AppendUint64(out, uint64(n))
	}
	out = m.resident.stamp.append(out)
	out = append(out, m.resident.blob[:]...)
	out = append(out, m.resident.base[:]...)
	for i := range m.records {
		out = m.records[i].append(out)
	}
	return le.AppendUint32(out, crc32.Checksum(out, castagnoli()))
}

func (s stamp) append(out []byte) []byte {
	for _, n := range []uint64{uint64(s.size), uint64(s.modified), uint64(s.changed), s.inode} {
		out = binary.LittleEndian.AppendUint64(out, n)
	}
	return out
}

func (r *record) append(out []byte) []byte {
	le := binary.LittleEndian
	out = le.AppendUint32(out, r.day)
	out = append(out, byte(r.state), 0)
	out = le.AppendUint16(out, r.confidence)
	out = le.AppendUint64(out, r.id)
	out = r.stamp.append(out)
	out = le.AppendUint64(out, uint64(r.updated))
	out = le.AppendUint32(out, r.words)
	return append(out, r.blob[:]...)
}

// decodeManifest reads a manifest. The checksum stands for everything else.
func decodeManifest(data []byte) (*manifest, error) {
	body := len(data) - 4
	if body < 0 || binary.LittleEndian.Uint32(data[body:]) != crc32.Checksum(data[:body], castagnoli()) {
		return nil, errManifest
	}
	rest, ours := bytes.CutPrefix(data[:body], []byte(manifestHead))
	if !ours {
		return nil, errManifest
	}
	r := reader{data: rest}
	m := &manifest{looked: r.int64()}
	m.stats.Documents, m.stats.Words = int(r.int64()), r.int64()
	m.resident.entries, m.resident.words = int(r.int64()), r.int64()
	count := r.int64()
	m.resident.stamp = r.stamp()
	r.take(m.resident.blob[:])
	r.take(m.resident.base[:])
	if count < 0 || count > int64(len(r.data)/recordSize) {
		return nil, errManifest
	}
	m.records = make([]record, count)
	for i := range m.records {
		r.record(&m.records[i])
	}
	if r.short || len(r.data) > 0 {
		return nil, errManifest
	}
	return m, nil
}

// reader takes fields from the front; short says that they did not suffice.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) take(into []byte) {
	if len(r.data) < len(into) {
		r.short, r.data = true, nil
		return
	}
	r.data = r.data[copy(into, r.data):]
}

func (r *reader) int64() int64 {
	var b [8]byte
	r.take(b[:])
	return int64(binary.LittleEndian.Uint64(b[:]))
}

func (r *reader) stamp() stamp {
	return stamp{size: r.int64(), modified: r.int64(), changed: r.int64(), inode: uint64(r.int64())}
}

func (r *reader) record(into *record) {
	var b [recordSize]byte
	r.take(b[:])
	le := binary.LittleEndian
	into.day, into.state, into.confidence = le.Uint32(b[0:]), state(b[4]), le.Uint16(b[6:])
	into.id = le.Uint64(b[8:])
	into.size, into.modified = int64(le.Uint64(b[16:])), int64(le.Uint64(b[24:]))
	into.changed, into.inode = int64(le.Uint64(b[32:])), le.Uint64(b[40:])
	into.updated, into.words = int64(le.Uint64(b[48:])), le.Uint32(b[56:])
	copy(into.blob[:], b[60:])
}

// find is the record at a place.
func (m *manifest) find(p place) (*record, bool) {
	low, high := 0, len(m.records)
	for low < high {
		middle := int(uint(low+high) / 2)
		switch c := m.records[middle].compare(p); {
		case c < 0:
			low = middle + 1
		case c > 0:
			high = middle
		default:
			return &m.records[middle], true
		}
	}
	return nil, false
}

// when is the time of a record's last change.
func (r *record) when() time.Time { return time.Unix(r.updated, 0).UTC() }
