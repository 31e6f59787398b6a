package repo

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// errRecord is the error of cache bytes that do not hold a record.
var errRecord = errors.New("not a record of the history")

// Flags of a record in the cache.
const (
	flagByHand = 1 << iota
	flagEdited
)

// encodeRecord prints a record for the private cache: the commit and its
// parents in 20 bytes each, the time, flags, then texts and lists with their
// lengths. Paragraphs and unknown trailers are left out.
func encodeRecord(r Record) []byte {
	var w recordWriter
	w.id(r.Commit)
	w.count(len(r.Parents))
	for _, p := range r.Parents {
		w.id(p)
	}
	w.b = binary.AppendVarint(w.b, r.Time.Unix())
	flags := 0
	if r.ByHand {
		flags |= flagByHand
	}
	if r.Message.Edited {
		flags |= flagEdited
	}
	w.count(flags)
	w.texts(r.Author, r.Email)
	w.message(r.Message)
	w.paths(r.Message.Paths)
	w.paths(r.Changed)
	w.digests(r.Added)
	w.digests(r.Removed)
	return w.b
}

type recordWriter struct{ b []byte }

func (w *recordWriter) count(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

// id writes a full object id, forty hex digits, as twenty bytes. What is none,
// such as a forged trailer, is written as the absent one.
func (w *recordWriter) id(s string) {
	id, err := hex.DecodeString(s)
	if err != nil || len(id) != len(gitdir.Hash{}) {
		id = make([]byte, len(gitdir.Hash{}))
	}
	w.b = append(w.b, id...)
}

func (w *recordWriter) texts(texts ...string) {
	for _, s := range texts {
		w.count(len(s))
		w.b = append(w.b, s...)
	}
}

func (w *recordWriter) message(m memfile.Message) {
	w.texts(m.Subject, m.Op, string(m.Operation), m.Actor, m.Via, m.Agent, m.Policy, m.Commit)
	w.texts(m.Source.Agent, m.Source.Session, m.Source.Message)
	w.count(len(m.IDs))
	for _, id := range m.IDs {
		w.texts(string(id))
	}
}

// paths writes blob ids as twenty bytes, all zero for an absent file.
func (w *recordWriter) paths(paths []memfile.PathChange) {
	w.count(len(paths))
	for _, p := range paths {
		w.texts(p.Path)
		w.id(p.Before)
		w.id(p.After)
	}
}

func (w *recordWriter) digests(list []EntryDigest) {
	w.count(len(list))
	for _, d := range list {
		w.b = append(w.b, d[:]...)
	}
}

// decodeRecord reads what encodeRecord printed.
func decodeRecord(data []byte) (Record, error) {
	r := recordReader{b: data}
	rec := Record{Commit: r.id()}
	for n := r.count(); n > 0; n-- {
		rec.Parents = append(rec.Parents, r.id())
	}
	rec.Time = time.Unix(r.time(), 0).UTC()
	flags := r.count()
	rec.ByHand = flags&flagByHand != 0
	rec.Author, rec.Email = r.text(), r.text()
	rec.Message = r.message()
	rec.Message.Edited = flags&flagEdited != 0
	rec.Message.Paths = r.paths()
	rec.Changed = r.paths()
	rec.Added, rec.Removed = r.digests(), r.digests()
	if r.bad || len(r.b) > 0 {
		return Record{}, errRecord
	}
	return rec, nil
}

// recordReader takes values from the front; after the first that is cut short
// all are zero and bad is set.
type recordReader struct {
	b   []byte
	bad bool
}

func (r *recordReader) take(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// count reads a length; it is never larger than what is left, so that a loop
// over it ends.
func (r *recordReader) count() int {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > uint64(len(r.b)) {
		r.take(-1)
		return 0
	}
	r.take(size)
	return int(n)
}

func (r *recordReader) time() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.take(-1)
		return 0
	}
	r.take(size)
	return n
}

func (r *recordReader) hash() gitdir.Hash {
	var h gitdir.Hash
	copy(h[:], r.take(len(h)))
	return h
}

func (r *recordReader) id() string   { return hexOf(r.hash()) }
func (r *recordReader) text() string { return string(r.take(r.count())) }

func (r *recordReader) message() memfile.Message {
	m := memfile.Message{Subject: r.text(), Op: r.text(), Operation: memfile.ID(r.text())}
	m.Actor, m.Via, m.Agent, m.Policy, m.Commit = r.text(), r.text(), r.text(), r.text(), r.text()
	m.Source.Agent, m.Source.Session, m.Source.Message = r.text(), r.text(), r.text()
	for n := r.count(); n > 0 && !r.bad; n-- {
		m.IDs = append(m.IDs, memfile.ID(r.text()))
	}
	return m
}

func (r *recordReader) paths() []memfile.PathChange {
	var out []memfile.PathChange
	for n := r.count(); n > 0 && !r.bad; n-- {
		out = append(out, memfile.PathChange{Path: r.text(), Before: r.id(), After: r.id()})
	}
	return out
}

func (r *recordReader) digests() []EntryDigest {
	var out []EntryDigest
	for n := r.count(); n > 0 && !r.bad; n-- {
		out = append(out, EntryDigest(r.digest()))
	}
	return out
}

func (r *recordReader) digest() (d EntryDigest) {
	copy(d[:], r.take(len(d)))
	return d
}

// decodeKin reads only what places a record in the history.
func decodeKin(data []byte) (kin, error) {
	r := recordReader{b: data}
	k := kin{commit: r.hash()}
	for n := r.count(); n > 0 && !r.bad; n-- {
		k.parents = append(k.parents, r.hash())
	}
	k.when = r.time()
	if r.bad {
		return kin{}, errRecord
	}
	return k, nil
}

// namedIDs are the ids of the records that an operation names, without the rest.
func namedIDs(data []byte) []memfile.ID {
	r := recordReader{b: data}
	r.hash()
	for n := r.count(); n > 0; n-- {
		r.hash()
	}
	r.time()
	r.count() // flags
	for range 2 + 8 + 3 {
		r.take(r.count()) // author and the texts of the message
	}
	var out []memfile.ID
	for n := r.count(); n > 0 && !r.bad; n-- {
		out = append(out, memfile.ID(r.text()))
	}
	return out
}
