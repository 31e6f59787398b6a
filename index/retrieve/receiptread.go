package retrieve

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/memfile"
)

// idLength is the length of a whole id, in bytes.
const idLength = 17

// All visits the receipts, newest first. A line that is damaged, or that
// another program wrote, comes as a *memfile.Fault with its file and line, and
// stops nothing; so does a file that cannot be read, as any other error.
func (s Receipts) All() iter.Seq2[memfile.Receipt, error] {
	return s.those(func([]byte) bool { return true })
}

// those visits what is wanted, by the bytes of its line.
func (s Receipts) those(wanted func(line []byte) bool) iter.Seq2[memfile.Receipt, error] {
	return func(yield func(memfile.Receipt, error) bool) {
		days, err := s.days()
		if err != nil {
			yield(memfile.Receipt{}, err)
			return
		}
		for _, day := range slices.Backward(days) {
			if !s.day(day, wanted, yield) {
				return
			}
		}
	}
}

// days are the files of receipts, the oldest first.
func (s Receipts) days() ([]string, error) {
	var days []string
	err := filepath.WalkDir(filepath.Join(s.State, receiptFolder), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".jsonl") {
			days = append(days, path)
		}
		return err
	})
	return days, err
}

// day visits one file, its last line first; false to stop.
func (s Receipts) day(path string, wanted func([]byte) bool, yield func(memfile.Receipt, error) bool) bool {
	var kept []numbered
	err := eachLine(path, func(l numbered) {
		if wanted(l.data) {
			kept = append(kept, l)
		}
	})
	for _, l := range slices.Backward(kept) {
		if !yield(memfile.ParseReceipt(path, l.number, l.data)) {
			return false
		}
	}
	return err == nil || yield(memfile.Receipt{}, err)
}

type numbered struct {
	number int // from 1
	data   []byte
}

// eachLine visits the lines of a file. Empty lines are none: two processes can
// begin below the same torn line.
func eachLine(path string, visit func(numbered)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	all := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := all.ReadBytes('\n')
		if len(bytes.TrimSuffix(line, []byte("\n"))) > 0 {
			visit(numbered{n, line})
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// Find gives the receipt with an id, or with the only id that begins so. The
// error is ErrNoReceipt, *AmbiguousError, or a *memfile.Fault where the only
// line that has the id is damaged.
func (s Receipts) Find(prefix string) (memfile.Receipt, error) {
	if prefix == "" {
		return memfile.Receipt{}, fmt.Errorf("an empty id: %w", ErrNoReceipt)
	}
	mark := []byte(`"id":"` + prefix)
	if len(prefix) == idLength {
		mark = append(mark, '"')
	}
	var found []memfile.Receipt
	var damage error
	for r, err := range s.those(func(line []byte) bool { return bytes.Contains(line, mark) }) {
		switch {
		case err != nil:
			damage = err
		case strings.HasPrefix(string(r.ID), prefix):
			found = append(found, r)
		}
		if len(found) == 1 && len(prefix) == idLength {
			break
		}
	}
	return only(prefix, found, damage)
}

func only(prefix string, found []memfile.Receipt, damage error) (memfile.Receipt, error) {
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0 && damage != nil:
		return memfile.Receipt{}, damage
	case len(found) == 0:
		return memfile.Receipt{}, fmt.Errorf("%q: %w", prefix, ErrNoReceipt)
	}
	ambiguous := &AmbiguousError{Prefix: prefix}
	for _, r := range found {
		ambiguous.IDs = append(ambiguous.IDs, r.ID)
	}
	return memfile.Receipt{}, ambiguous
}

// Replay gives the exact bytes that were printed. It needs nothing but the
// receipt. Errors are those of Find.
func (s Receipts) Replay(prefix string) (string, error) {
	r, err := s.Find(prefix)
	return r.Text, err
}

// Verified is what Verify found.
type Verified struct {
	Files, Receipts int
	// Damaged names each line that is not as it was written, and each whose
	// line before it is gone.
	Damaged []*memfile.Fault

	chain chain
}

// Verify reads every line of every file. That the newest line was taken out is
// not seen, nor one that no later line names, see Append. An error means that a file could not
// be read.
func (s Receipts) Verify() (Verified, error) {
	var v Verified
	days, err := s.days()
	if err != nil {
		return v, err
	}
	v.Files = len(days)
	v.chain.seen = map[string]bool{}
	if len(days) > 0 {
		v.chain.oldest = s.called(days[0])
	}
	var unread error
	for _, path := range days {
		unread = errors.Join(unread, eachLine(path, func(l numbered) { v.check(path, l) }))
	}
	return v, unread
}

func (v *Verified) check(path string, l numbered) {
	r, err := memfile.ParseReceipt(path, l.number, l.data)
	defer v.chain.add(l)
	var fault *memfile.Fault
	if errors.As(err, &fault) {
		v.Damaged = append(v.Damaged, fault)
		return
	}
	v.Receipts++
	if v.chain.broken(r) {
		v.Damaged = append(v.Damaged, &memfile.Fault{
			Path: path, Line: l.number, Column: 1, Rule: memfile.RuleGap, Message: "the line that was written before this one is gone, or its digest was changed",
		})
	}
}
