package gitdir

import (
	"bytes"
	"errors"
)

var (
	errCut   = errors.New("it is cut short")
	errFlags = errors.New("it has flags that its version does not know")
	errName  = errors.New("its name does not end where it should")
)

// longestName bounds a name in version 4, where a few bytes can stand for a name of any length.
const longestName = 4096

// prefixed holds the names of an index of version 4, in which each name says only how it differs from
// the one before: how many bytes to cut off its end, and what to put there.
type prefixed struct {
	names []byte
	ends  []uint32
}

// expect makes room for so many names of usual length.
func (p *prefixed) expect(count int) {
	p.names, p.ends = make([]byte, 0, 48*count), make([]uint32, 0, count)
}

// scan decodes the next name from what follows the flags of its entry, which begins at an offset.
func (p *prefixed) scan(raw []byte, at int) (name []byte, next int, err error) {
	var last []byte
	if n := len(p.ends); n > 0 {
		last = p.name(n - 1)
	}
	cut, size, ok := cutOffset(raw)
	if !ok || cut > int64(len(last)) {
		return nil, 0, errCut
	}
	length := bytes.IndexByte(raw[size:], 0)
	if length < 0 {
		return nil, 0, errCut
	}
	kept := len(last) - int(cut)
	if kept+length > longestName {
		return nil, 0, errors.New("its name is longer than 4096 bytes")
	}
	p.names = append(append(p.names, last[:kept]...), raw[size:size+length]...)
	p.ends = append(p.ends, uint32(len(p.names)))
	return p.name(len(p.ends) - 1), at + size + length + 1, nil
}

func (p *prefixed) name(n int) []byte {
	begin := uint32(0)
	if n > 0 {
		begin = p.ends[n-1]
	}
	return p.names[begin:p.ends[n]]
}

// appendPrefixed writes a name as version 4 does, after the name that stands before it.
func appendPrefixed(dst, last, name []byte) []byte {
	same := 0
	for same < len(last) && same < len(name) && last[same] == name[same] {
		same++
	}
	dst = appendOffset(dst, int64(len(last)-same))
	return append(append(dst, name[same:]...), 0)
}
