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
	touched := map[int]*Record{}
	var order []int
	for i := range h.records {
		if !bytes.Contains(h.records[i], []byte(ResidentPath)) {
			continue
		}
		r, err := decodeRecord(h.records[i])
		if err != nil {
			return nil, err
		}
		if _, ok := r.path(ResidentPath); ok {
			touched[i] = &r
			order = append(order, i)
		}
	}
	before, err := h.operationBefore(touched)
	if err != nil {
		return nil, err
	}
	var turns []turn
	for at := before(-1); at >= 0; {
		op := touched[at]
		p, _ := op.path(ResidentPath)
		turns = append(turns, turn{op: op, from: p.Before, to: p.After, added: op.Added, removed: op.Removed})
		older := before(at)
		left := ""
		if older >= 0 {
			q, _ := touched[older].path(ResidentPath)
			left = q.After
		}
		if left != p.Before {
			gap, err := s.gap(op, left, p.Before)
			if err != nil {
				return nil, err
			}
			for _, i := range order {
				if touched[i].ByHand && i > at && (older < 0 || i < older) {
					gap.hands = append(gap.hands, *touched[i])
				}
			}
			turns = append(turns, gap)
		}
		at = older
	}
	return turns, nil
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
	isOperation := func(i int) bool { return touched[i] != nil && !touched[i].ByHand }
	newest := make([]int, len(h.records)+1) // among a record and its ancestors
	newest[len(h.records)] = -1
	parents := func(i int) []int32 { return []int32{int32(i + 1)} }
	if !h.straight {
		l, err := h.lineage()
		if err != nil {
			return nil, err
		}
		parents = func(i int) []int32 { return l.parentsOf(int32(i)) }
	}
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
		if isOperation(i) {
			newest[i] = i
		}
	}
	return before, nil
}
