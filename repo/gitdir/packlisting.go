package gitdir

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"slices"
)

// maxPack is the size up to which an idx file needs no table of large offsets.
const maxPack = 1<<31 - 1

// listed is what an idx file says of one object.
type listed struct {
	id  Hash
	crc uint32 // of the entry as it stands in the pack
	at  uint32
}

// packListing is the content of an idx file to be.
type packListing []listed

// encode prints the idx file, version 2, of a pack with this checksum.
func (l packListing) encode(pack [20]byte) []byte {
	slices.SortFunc(l, func(a, b listed) int { return bytes.Compare(a.id[:], b.id[:]) })
	out := make([]byte, 0, idxHeader+len(l)*idxPerEntry+idxTrailer)
	out = append(out, "\377tOc\x00\x00\x00\x02"...)
	next := 0
	for i := range 256 {
		for next < len(l) && int(l[next].id[0]) <= i {
			next++
		}
		out = binary.BigEndian.AppendUint32(out, uint32(next))
	}
	for _, e := range l {
		out = append(out, e.id[:]...)
	}
	for _, e := range l {
		out = binary.BigEndian.AppendUint32(out, e.crc)
	}
	for _, e := range l {
		out = binary.BigEndian.AppendUint32(out, e.at)
	}
	out = append(out, pack[:]...)
	sum := sha1.Sum(out)
	return append(out, sum[:]...)
}
