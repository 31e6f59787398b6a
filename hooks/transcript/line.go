package transcript

import (
	"bytes"
	"errors"
	"io"
)

// MaxLine is the longest line that is read, in bytes without its end; a longer
// one is skipped and named.
const MaxLine = 32 << 20

// How much is read from a file at once, and where only its beginning is looked at.
const (
	window = 256 << 10
	glance = 16 << 10
)

// lines reads the lines of a file from a place on, in bounded memory.
type lines struct {
	src    io.ReaderAt
	offset int64 // of the next byte of buf
	size   int64 // of the file; nothing beyond is read
	buf    []byte
	at     int // into buf
	long   []byte
	limit  int
	window int64 // how much is read at once
}

// errUnended says that the file ends within a line; next gives what is there.
var errUnended = errors.New("the file ends within a line")

// errTooLong says that a line was passed over for its length.
var errTooLong = errors.New("longer than a line may be")

func newLines(src io.ReaderAt, offset, size int64) *lines {
	return &lines{src: src, offset: offset, size: size, limit: MaxLine, window: window}
}

// place is the offset of the next byte that next looks at.
func (l *lines) place() int64 { return l.offset + int64(l.at) }

// next gives a line without its end, valid until the next call. At the end of
// the file it is io.EOF, or errUnended with what follows the last line, of
// which nothing counts as read.
func (l *lines) next() ([]byte, error) {
	from := l.place()
	l.long = l.long[:0]
	tooLong := false
	for {
		if end := bytes.IndexByte(l.buf[l.at:], '\n'); end >= 0 {
			part := l.buf[l.at : l.at+end]
			l.at += end + 1
			switch {
			case tooLong || len(l.long)+len(part) > l.limit:
				return nil, errTooLong
			case len(l.long) == 0:
				return part, nil
			}
			l.long = append(l.long, part...)
			return l.long, nil
		}
		rest := l.buf[l.at:]
		if tooLong = tooLong || len(l.long)+len(rest) > l.limit; tooLong {
			l.long = l.long[:0]
		} else {
			l.long = append(l.long, rest...)
		}
		l.at = len(l.buf)
		if err := l.fill(); err != nil {
			return l.ended(from, tooLong, err)
		}
	}
}

func (l *lines) ended(from int64, tooLong bool, err error) ([]byte, error) {
	if err != io.EOF || l.place() == from {
		return nil, err
	}
	l.buf, l.at, l.offset = l.buf[:0], 0, from
	if tooLong {
		return nil, errUnended
	}
	return l.long, errUnended
}

// fill reads the next window.
func (l *lines) fill() error {
	l.offset += int64(len(l.buf))
	l.at = 0
	if cap(l.buf) == 0 {
		l.buf = make([]byte, 0, max(min(l.window, l.size-l.offset), 0))
	}
	n := min(int64(cap(l.buf)), l.size-l.offset)
	if n <= 0 {
		l.buf = l.buf[:0]
		return io.EOF
	}
	got, err := l.src.ReadAt(l.buf[:n], l.offset)
	l.buf = l.buf[:got]
	if got > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return err
}
