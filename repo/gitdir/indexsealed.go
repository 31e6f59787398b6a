package gitdir

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"fmt"
	"io"
)

// EditedIndex is an index with edits, as ranges of the old bytes and the new entries between them. It is
// used in this order: WriteTo a prepared file; exchange the files that it describes; PatchStat each;
// Seal; WritePatches into the prepared file; rename that. Until Seal its checksum is zero.
type EditedIndex struct {
	parts   [][]byte
	size    int
	patches map[string]*patch
	sum     []byte
	sumless bool
}

// patch is an edited entry that can be given other stat data.
type patch struct {
	at      int64
	entry   []byte
	changed bool
}

func (e *EditedIndex) add(part []byte) {
	e.parts = append(e.parts, part)
	e.size += len(part)
}

// Len is the size of the file in bytes.
func (e *EditedIndex) Len() int { return e.size }

// Bytes is a copy of the whole file.
func (e *EditedIndex) Bytes() []byte { return bytes.Join(e.parts, nil) }

// WriteTo writes the whole file, the untouched ranges straight from the old bytes.
func (e *EditedIndex) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriterSize(w, 16<<10)
	n := int64(0)
	for _, part := range e.parts {
		written, err := b.Write(part)
		n += int64(written)
		if err != nil {
			return n, err
		}
	}
	return n, b.Flush()
}

// PatchStat gives the entry of an edited path other stat data. A path that was not put by an edit is an
// error.
func (e *EditedIndex) PatchStat(path string, s Stat) error {
	p := e.patches[path]
	if p == nil {
		return fmt.Errorf("%q: no entry of this edit", path)
	}
	s.put(p.entry)
	p.changed = true
	return nil
}

// Seal computes the checksum, after the last PatchStat. An index that had none stays without one.
func (e *EditedIndex) Seal() {
	if e.sumless {
		return
	}
	h := sha1.New()
	for _, part := range e.parts[:len(e.parts)-1] {
		h.Write(part)
	}
	h.Sum(e.sum[:0])
}

// WritePatches writes the changed stat data and the checksum over what WriteTo wrote. The file keeps its
// size, so that no disk space is needed.
func (e *EditedIndex) WritePatches(w io.WriterAt) error {
	for _, p := range e.patches {
		if !p.changed {
			continue
		}
		if _, err := w.WriteAt(p.entry[:entryHash], p.at); err != nil {
			return err
		}
	}
	_, err := w.WriteAt(e.sum, int64(e.size-len(e.sum)))
	return err
}
