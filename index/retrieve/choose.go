package retrieve

import "slices"

// budget bounds the section of experiences.
type budget struct{ items, tokens int }

// chosen is what fits, and the section made of it.
type chosen struct {
	records []record
	text    string
	tried   int // records that were looked at
	needed  int // tokens of the smallest, where none fitted
}

// chooser takes whole records in the order in which they come, as long as the
// section as rendered, its frame included, stays within the budget. What does
// not fit is passed over and the next is tried.
type chooser struct {
	budget
	render func([]record) string
	chosen
}

func (c *chooser) full() bool { return len(c.records) >= c.items }

// holds says that a record of this id was taken already, from another store.
func (c *chooser) holds(r record) bool {
	return slices.ContainsFunc(c.records, func(o record) bool { return o.ID == r.ID })
}

// try takes a record if it fits.
func (c *chooser) try(r record) {
	if c.full() {
		return
	}
	c.tried++
	with := append(c.records[:len(c.records):len(c.records)], r)
	text := c.render(with)
	if countsWithin(text, c.tokens) {
		c.records, c.text = with, text
		return
	}
	if len(c.records) > 0 {
		return
	}
	if need := countTokens(text); c.needed == 0 || need < c.needed {
		c.needed = need
	}
}
