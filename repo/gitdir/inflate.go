package gitdir

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"sync"
)

// MaxObject is the largest object that is read, in bytes. A store's own files are far smaller; the bound
// keeps a hostile repository from filling the memory.
const MaxObject = 128 << 20

// inflater is a zlib reader with its input buffer, used again and again.
type inflater struct {
	in  *bufio.Reader
	out io.ReadCloser // nil until the first use; implements zlib.Resetter
}

var inflaters = sync.Pool{New: func() any { return &inflater{in: bufio.NewReaderSize(nil, 4096)} }}

func takeInflater(r io.Reader) *inflater {
	z := inflaters.Get().(*inflater)
	z.in.Reset(r)
	return z
}

func (z *inflater) release() {
	z.in.Reset(nil)
	inflaters.Put(z)
}

// start begins a zlib stream at the present position of the input.
func (z *inflater) start() (err error) {
	if z.out == nil {
		z.out, err = zlib.NewReader(z.in)
		return err
	}
	return z.out.(zlib.Resetter).Reset(z.in, nil)
}

var errSize = errors.New("its size is not what its header says")

// exactly reads the rest of the started stream, which must hold size bytes and end there with a right
// checksum. Memory grows with what is really there, not with what a header claims.
func (z *inflater) exactly(size int64) ([]byte, error) {
	buf := make([]byte, 0, min(size, 1<<20))
	for int64(len(buf)) < size {
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, min(size, 4*int64(cap(buf)))), buf...)
		}
		n, err := z.out.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF && int64(len(buf)) == size {
			return buf, nil
		}
		if err == io.EOF {
			return nil, errSize
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, z.atEnd()
}

func (z *inflater) atEnd() error {
	var one [1]byte
	n, err := io.ReadFull(z.out, one[:])
	if n > 0 {
		return errSize
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// looseHeader reads "<kind> <size>\0" from the started stream.
func (z *inflater) looseHeader() (kind string, size int64, err error) {
	var head [32]byte
	for i := range head {
		if _, err := io.ReadFull(z.out, head[i:i+1]); err != nil {
			return "", 0, err
		}
		if head[i] != 0 {
			continue
		}
		name, digits, ok := bytes.Cut(head[:i], []byte(" "))
		size, good := decimal(digits)
		if !ok || !good {
			break
		}
		return string(name), size, nil
	}
	return "", 0, errors.New("its header is not git's")
}

// decimal reads a number without sign, without leading zeros and within MaxObject's order of size.
func decimal(digits []byte) (int64, bool) {
	if len(digits) == 0 || len(digits) > 15 || (digits[0] == '0' && len(digits) > 1) {
		return 0, false
	}
	n := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
