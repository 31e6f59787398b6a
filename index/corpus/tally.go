package corpus

import (
	"cmp"
	"container/heap"
	"slices"
)

// tally is what one search knows of every document, by number. Documents pass
// conditions one after the other: filters first, then groups of terms.
type tally struct {
	cells   []cell
	touched []uint32 // documents that met the first condition
	stage   uint8    // conditions that are behind
	pieces  []piece
}

// cell is one document. Both numbers lie together, since a search waits for
// memory more than for anything else.
type cell struct {
	score float32
	// passed is how many conditions it has met. A document that has not met all
	// before the present one is out.
	passed uint8
}

// tally gives an empty one of the right size.
func (c *Corpus) tally() (*tally, error) {
	if t, ok := c.scratch.Get().(*tally); ok {
		return t, nil
	}
	pieces, err := c.pieces()
	if err != nil {
		return nil, err
	}
	return &tally{cells: make([]cell, c.capacity), pieces: pieces}, nil
}

// put cleans a tally for the next search.
func (c *Corpus) put(t *tally) {
	for _, doc := range t.touched {
		t.cells[doc] = cell{}
	}
	t.touched, t.stage = t.touched[:0], 0
	c.scratch.Put(t)
}

// pass notes that a document meets the present condition, and gives its cell;
// nil where it has not met all before.
func (t *tally) pass(doc uint32) *cell {
	c := &t.cells[doc]
	switch {
	case c.passed > t.stage:
		return c
	case c.passed < t.stage:
		return nil
	case c.passed == 0:
		t.touched = append(t.touched, doc)
	}
	c.passed = t.stage + 1
	return c
}

// next begins the next condition.
func (t *tally) next() { t.stage++ }

// scored is a document with its score.
type scored struct {
	doc   uint32
	score float32
}

// best gives the documents that passed all, the best ones first, those that
// are equal to the last as well, and how many passed.
func (t *tally) best(limit int) ([]scored, int) {
	var h lowest
	total := 0
	for _, doc := range t.touched {
		c := t.cells[doc]
		if c.passed < t.stage {
			continue
		}
		total++
		switch s := c.score; {
		case len(h) < limit:
			heap.Push(&h, scored{doc, s})
		case s > h[0].score:
			h[0] = scored{doc, s}
			heap.Fix(&h, 0)
		}
	}
	if total <= limit {
		slices.SortFunc(h, byScore)
		return h, total
	}
	return t.withEquals(h), total
}

// withEquals replaces those of the lowest score by all of that score.
func (t *tally) withEquals(h lowest) []scored {
	last := h[0].score
	best := slices.DeleteFunc([]scored(h), func(s scored) bool { return s.score == last })
	most := len(h) + mostEqual
	for _, doc := range t.touched {
		if t.cells[doc] == (cell{last, t.stage}) && len(best) < most {
			best = append(best, scored{doc, last})
		}
	}
	slices.SortFunc(best, byScore)
	return best
}

// byScore puts the best first, and of equal ones the lower number.
func byScore(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc))
}

// lowest is a heap with the lowest score at the top.
type lowest []scored

func (h lowest) Len() int           { return len(h) }
func (h lowest) Less(i, j int) bool { return h[i].score < h[j].score }
func (h lowest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *lowest) Push(x any)        { *h = append(*h, x.(scored)) }
func (h *lowest) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
