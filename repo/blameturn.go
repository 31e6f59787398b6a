package repo

import (
	"bytes"
	"slices"

	"gitmem/memfile"
)

// turn is one change in the life of the resident file as operations tell it:
// an operation, or a gap in which it changed without one.
type turn struct {
	op             *Record  // nil for a gap
	hands          []Record // of a gap: the commits by hand that lie in it, newest first
	next           *Record  // of a gap: the operation that took over what it found
	from, to       string   // blob ids, empty for absent
	added, removed []EntryDigest
}

// names says whether an operation belongs to one of these candidates.
func (t *turn) names(ids []memfile.ID) bool {
	return t.op != nil && slices.ContainsFunc(t.op.Message.IDs, func(id memfile.ID) bool { return slices.Contains(ids, id) })
}

// markUndone puts the candidates of an undo on the list.
func (t *turn) markUndone(undone map[memfile.ID]bool) {
	for _, id := range t.op.Message.IDs {
		undone[id] = true
	}
}

// undoneBy says whether the operation is one that a newer one has undone, and
// takes it off the list.
func (t *turn) undoneBy(undone map[memfile.ID]bool) bool {
	if t.op == nil {
		return false
	}
	found := false
	for _, id := range t.op.Message.IDs {
		found = found || undone[id]
		delete(undone, id)
	}
	return found
}

// turns are the operations that lead to the present base of the resident file,
// newest first, and the gaps between them, found as far back as somebody asks.
// Commits by hand count only where an operation took over what they left
// without saying so.
type turns struct {
	s       *Store
	history *History
	found   []turn
	next    int             // the record of the operation that comes next, -1 at the end
	before  func(int) int   // the operation that came before a record
	known   map[int]*Record // what record read; nil for one that is not about the file
}

func (s *Store) turns(h *History) (*turns, error) {
	t := &turns{s: s, history: h, known: map[int]*Record{}}
	t.before = t.nextOperation
	if !h.straight {
		if err := t.followParents(); err != nil {
			return nil, err
		}
	}
	t.next = t.before(-1)
	return t, nil
}

// at is a turn, counted from the newest; nil where there are no more.
func (t *turns) at(i int) (*turn, error) {
	for i >= len(t.found) {
		if t.next < 0 {
			return nil, nil
		}
		if err := t.find(); err != nil {
			return nil, err
		}
	}
	return &t.found[i], nil
}

// find adds the next operation, and the gap behind it if there is one.
func (t *turns) find() error {
	at, op := t.next, t.record(t.next)
	p, _ := op.path(ResidentPath)
	t.found = append(t.found, turn{op: op, from: p.Before, to: p.After, added: op.Added, removed: op.Removed})
	left := ""
	if t.next = t.before(at); t.next >= 0 {
		q, _ := t.record(t.next).path(ResidentPath)
		left = q.After
	}
	switch {
	case left == p.Before:
		return nil
	case op.Message.Op == resolveWord && p.After != p.Before && (t.next >= 0 || len(t.history.Missing) == 0):
		return t.replaced(left)
	}
	gap, err := t.s.gap(op, left, p.Before)
	if err != nil {
		return err
	}
	for i := at + 1; i < t.history.Len() && i != t.next; i++ {
		if r := t.record(i); r != nil && r.ByHand {
			gap.hands = append(gap.hands, *r)
		}
	}
	t.found = append(t.found, gap)
	return nil
}

// replaced lets a resolve that did away with what stood there begin where the
// operation before it ended, as the one that it ended did: what it replaced is
// in no version that an operation left.
func (t *turns) replaced(left string) error {
	last := &t.found[len(t.found)-1]
	whole, err := t.s.gap(nil, left, last.to)
	if err != nil {
		return err
	}
	last.from, last.added, last.removed = left, whole.added, whole.removed
	return nil
}

// record reads a record of the history, nil for one that is not about the
// resident file.
func (t *turns) record(i int) *Record {
	if r, ok := t.known[i]; ok {
		return r
	}
	var found *Record
	if data := t.history.records[i]; bytes.Contains(data, []byte(ResidentPath)) {
		if r, err := decodeRecord(data); err == nil {
			if _, ok := r.path(ResidentPath); ok {
				found = &r
			}
		}
	}
	t.known[i] = found
	return found
}

func (t *turns) isOperation(i int) bool {
	r := t.record(i)
	return r != nil && !r.ByHand
}

// nextOperation finds the operation before a record in a history without merges.
func (t *turns) nextOperation(i int) int {
	for i++; i < t.history.Len(); i++ {
		if t.isOperation(i) {
			return i
		}
	}
	return -1
}

// followParents finds, in a history with merges, for every record the newest
// operation among what it descends from.
func (t *turns) followParents() error {
	l, err := t.history.lineage()
	if err != nil {
		return err
	}
	newest := make([]int, t.history.Len()) // of a record and what it descends from
	t.before = func(i int) int {
		if i < 0 {
			return newest[0]
		}
		best := -1
		for _, p := range l.parentsOf(int32(i)) {
			if n := newest[p]; n >= 0 && (best < 0 || n < best) {
				best = n
			}
		}
		return best
	}
	for i := len(newest) - 1; i >= 0; i-- {
		newest[i] = t.before(i)
		if t.isOperation(i) {
			newest[i] = i
		}
	}
	return nil
}

// gap is what changed between what one operation left and the next one found.
func (s *Store) gap(next *Record, from, to string) (turn, error) {
	maker := recordMaker{s: s}
	before, err := maker.texts(from)
	if err != nil && !isUnreadable(err) {
		return turn{}, err
	}
	after, err := maker.texts(to)
	if err != nil && !isUnreadable(err) {
		return turn{}, err
	}
	return turn{next: next, from: from, to: to, added: digestsOf(withoutShared(after, before)), removed: digestsOf(withoutShared(before, after))}, nil
}
