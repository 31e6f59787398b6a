package gitdir

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// IndexEdit puts one path into the index, replaces it or removes it. Of a replaced entry the marks that
// a person set (assume-unchanged, skip-worktree) stay; intent-to-add goes, as something is staged now.
type IndexEdit struct {
	Path   string
	Remove bool // removing what is not there changes nothing
	Smudge bool // change nothing but make git look at the file's content again, see Dir.Racy
	Mode   uint32
	Hash   Hash
	Stat   Stat
}

// Edit applies all edits at once. No byte of an entry that is not edited changes, and none is copied.
//
// Errors: *ClashError for an unmerged path, a file where a folder is and the reverse, a new path that
// differs from another one only in case, and two edits of one path; *InvalidPathError.
func (x *Index) Edit(edits []IndexEdit) (*EditedIndex, error) {
	changes, err := x.changes(edits)
	if err != nil {
		return nil, err
	}
	if err := x.checkClashes(changes); err != nil {
		return nil, err
	}
	w := newIndexWriter(x, changes)
	for _, c := range changes {
		w.keep(c.at)
		w.change(c)
	}
	w.keep(x.Len())
	return w.finish(editExtensions(x.extensions, touchedFolders(changes))), nil
}

// change is an edit with its place among the entries.
type change struct {
	*IndexEdit
	at    int  // before or at which entry
	there bool // that entry has the path
}

// changes sorts the edits, drops those without effect and finds their places.
func (x *Index) changes(edits []IndexEdit) ([]change, error) {
	changes := make([]change, 0, len(edits))
	for i := range edits {
		changes = append(changes, change{IndexEdit: &edits[i]})
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.Path, b.Path) })
	kept := changes[:0]
	for i, c := range changes {
		if err := c.check(); err != nil {
			return nil, err
		}
		if i > 0 && changes[i-1].Path == c.Path {
			return nil, &ClashError{c.Path, c.Path, "it is edited twice"}
		}
		c.at = x.search(c.Path)
		c.there = c.at < x.Len() && string(x.name(c.at)) == c.Path
		if c.there {
			if flags, _ := x.flags(c.at); flags&flagStage != 0 {
				return nil, &ClashError{c.Path, c.Path, "it is unmerged; resolve the merge and `git add` it"}
			}
		}
		if c.there || !c.Remove && !c.Smudge {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

func (c change) check() error {
	if c.Remove || c.Smudge {
		return nil
	}
	if err := checkPath(c.Path); err != nil {
		return err
	}
	switch c.Mode {
	case ModeFile, ModeExec, ModeSymlink:
		return nil
	}
	return &InvalidPathError{c.Path, fmt.Sprintf("mode %o is not one of a file", c.Mode)}
}

// touchedFolders are the folders whose trees change, the root among them.
func touchedFolders(changes []change) map[string]bool {
	touched := map[string]bool{}
	for _, c := range changes {
		if c.Smudge {
			continue
		}
		folder := c.Path
		for folder != "" {
			folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
			touched[folder] = true
		}
	}
	return touched
}

// indexWriter collects the parts of the next index.
type indexWriter struct {
	old   *Index
	out   *EditedIndex
	next  int    // the first old entry that is not dealt with
	count uint32 // entries so far
	last  []byte // version 4: the name written last
	stale bool   // version 4: the next name must be written anew, as the one before it has changed
}

func newIndexWriter(x *Index, changes []change) *indexWriter {
	out := &EditedIndex{patches: make(map[string]*patch, len(changes)), sumless: x.sumless()}
	out.add(slices.Clone(x.data[:indexHeader]))
	return &indexWriter{old: x, out: out}
}

// keep takes over the old entries up to one.
func (w *indexWriter) keep(end int) {
	if w.next >= end {
		return
	}
	x, from := w.old, w.next
	w.count += uint32(end - from)
	w.next = end
	if w.stale {
		raw := slices.Clone(x.data[x.offsets[from]:x.offsets[from+1]])
		w.addNamed(raw[:w.nameAt(raw)], x.name(from))
		w.stale = false
		from++
	}
	if from < end {
		w.out.add(x.data[x.offsets[from]:x.offsets[end]:x.offsets[end]])
		w.last = x.name(end - 1)
	}
}

// change writes one edit.
func (w *indexWriter) change(c change) {
	var old []byte
	if c.there {
		old = w.old.data[w.old.offsets[c.at]:w.old.offsets[c.at+1]]
		w.next = c.at + 1
	}
	w.stale = w.old.version == 4
	if c.Remove {
		return
	}
	at := w.out.size
	head := w.head(c, old)
	w.addNamed(head, []byte(c.Path))
	w.count++
	if !c.Smudge {
		w.out.patches[c.Path] = &patch{at: int64(at), entry: w.out.parts[len(w.out.parts)-1]}
	}
}

// nameAt is where the name begins in the bytes of an entry.
func (w *indexWriter) nameAt(entry []byte) int {
	if binary.BigEndian.Uint16(entry[entryFlags:])&flagExtended != 0 {
		return entryName + 2
	}
	return entryName
}

// head makes what stands before the name.
func (w *indexWriter) head(c change, old []byte) []byte {
	if c.Smudge {
		head := slices.Clone(old[:w.nameAt(old)])
		binary.BigEndian.PutUint32(head[36:], 0)
		return head
	}
	head := make([]byte, entryName, entryName+2+len(c.Path)+8)
	c.Stat.put(head)
	binary.BigEndian.PutUint32(head[statMode:], c.Mode)
	copy(head[entryHash:], c.Hash[:])
	flags := uint16(min(len(c.Path), flagNameLength))
	if old == nil {
		binary.BigEndian.PutUint16(head[entryFlags:], flags)
		return head
	}
	oldFlags, extended := w.old.flags(c.at)
	flags |= oldFlags & flagAssumeValid
	if extended &= extSkipWorktree; extended != 0 {
		flags |= flagExtended
		head = binary.BigEndian.AppendUint16(head, extended)
	}
	binary.BigEndian.PutUint16(head[entryFlags:], flags)
	return head
}

// addNamed writes an entry: its head and its name, in the way of the index's version.
func (w *indexWriter) addNamed(head, name []byte) {
	if w.old.version == 4 {
		w.out.add(appendPrefixed(head, w.last, name))
		w.last = name
		return
	}
	entry := append(head, name...)
	w.out.add(append(entry, make([]byte, 8-len(entry)%8)...))
}

func (w *indexWriter) finish(extensions []byte) *EditedIndex {
	binary.BigEndian.PutUint32(w.out.parts[0][8:], w.count)
	if len(extensions) > 0 {
		w.out.add(extensions)
	}
	w.out.sum = make([]byte, 20)
	w.out.add(w.out.sum)
	return w.out
}
