package repo

import (
	"bytes"
	"maps"
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
// newest first, and the gaps between them. Commits by hand count only where an
// operation took over what they left without saying so.
func (s *Store) turns(h *History) ([]turn, error) {
	touched, err := h.touching(ResidentPath)
	if err != nil {
		return nil, err
	}
	before, err := h.operationBefore(touched)
	if err != nil {
		return nil, err
	}
	var turns []turn
	for at := before(-1); at >= 0; at = before(at) {
		op := touched[at]
		p, _ := op.path(ResidentPath)
		turns = append(turns, turn{op: op, from: p.Before, to: p.After, added: op.Added, removed: op.Removed})
		older, left := before(at), ""
		if older >= 0 {
			q, _ := touched[older].path(ResidentPath)
			left = q.After
		}
		if left == p.Before {
			continue
		}
		gap, err := s.gap(op, left, p.Before)
		if err != nil {
			return nil, err
		}
		gap.hands = handsBetween(touched, at, older)
		turns = append(turns, gap)
	}
	return turns, nil
}

// touching are the records that changed a path, by their index.
func (h *History) touching(path string) (map[int]*Record, error) {
	touched := map[int]*Record{}
	for i, data := range h.records {
		if !bytes.Contains(data, []byte(path)) {
			continue
		}
		r, err := decodeRecord(data)
		if err != nil {
			return nil, err
		}
		if _, ok := r.path(path); ok {
			touched[i] = &r
		}
	}
	return touched, nil
}

// handsBetween are the commits by hand between two records, newest first;
// older is -1 for the beginning.
func handsBetween(touched map[int]*Record, newer, older int) []Record {
	var hands []Record
	for _, i := range slices.Sorted(maps.Keys(touched)) {
		if touched[i].ByHand && i > newer && (older < 0 || i < older) {
			hands = append(hands, *touched[i])
		}
	}
	return hands
}

// gap is what changed between what one operation left and the next one found.
func (s *Store) gap(next *Record, from, to string) (turn, error) {
	maker := recordMaker{s: s}
	before, err := maker.digests(from)
	if err != nil && !isUnreadable(err) {
		return turn{}, err
	}
	after, err := maker.digests(to)
	if err != nil && !isUnreadable(err) {
		return turn{}, err
	}
	return turn{next: next, from: from, to: to, added: withoutShared(after, before), removed: withoutShared(before, after)}, nil
}

// operationBefore finds for a record the newest operation among what it
// descends from that named the resident file, -1 for none; for -1 that of HEAD.
func (h *History) operationBefore(touched map[int]*Record) (func(int) int, error) {
	parents, err := h.parents()
	if err != nil {
		return nil, err
	}
	newest := make([]int, len(h.records)+1) // among a record and its ancestors
	newest[len(h.records)] = -1
	before := func(i int) int {
		if i < 0 {
			return newest[0]
		}
		best := -1
		for _, p := range parents(i) {
			if n := newest[p]; n >= 0 && (best < 0 || n < best) {
				best = n
			}
		}
		return best
	}
	for i := len(h.records) - 1; i >= 0; i-- {
		newest[i] = before(i)
		if r := touched[i]; r != nil && !r.ByHand {
			newest[i] = i
		}
	}
	return before, nil
}

// parents gives the indices of a record's parents. In a straight history that
// is the next one, which after the last stands for none.
func (h *History) parents() (func(int) []int32, error) {
	if h.straight {
		return func(i int) []int32 { return []int32{int32(i + 1)} }, nil
	}
	l, err := h.lineage()
	if err != nil {
		return nil, err
	}
	return func(i int) []int32 { return l.parentsOf(int32(i)) }, nil
}
