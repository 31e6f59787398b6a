package index

import (
	"context"

	"gitmem/index/corpus"
)

// defaultUnwritten is up to how many changed files are kept in memory for a
// search, before the next generation is written.
const defaultUnwritten = 32

// overlay gives the files as they stand where only few differ from the newest
// generation: that generation with those few in memory. Nothing is written, so
// that a search right after a change costs hardly more than one without.
func (x *Index) overlay(ctx context.Context, g *generation, c *comparison) (*generation, error) {
	w := &writing{index: x, comparison: c}
	w.begin()
	var added []*corpus.Prepared
	for source := range w.sources() {
		p, err := source()
		if err != nil {
			return nil, err
		}
		if p != nil {
			added = append(added, p)
		}
	}
	w.merge()
	over, err := g.corpus.Overlay(ctx, w.goneDocs(), added, w.manifest.stats)
	if err != nil {
		return nil, err
	}
	o := &generation{number: g.number, dir: g.dir, manifest: &w.manifest, corpus: over, under: g}
	g.users++
	return o, keep(&x.overlaid, o)
}

// overlaidOn gives the overlay of a generation that is open already, if the
// files have not changed since.
func (x *Index) overlaidOn(ctx context.Context, g *generation) (*generation, error) {
	o := x.overlaid
	if o == nil || o.under != g {
		return nil, keep(&x.overlaid, nil)
	}
	c, err := x.compare(ctx, o)
	if err != nil {
		return nil, err
	}
	if c.empty() && c.touched <= mostTouched {
		return x.refresh(ctx, o, c), nil
	}
	return nil, keep(&x.overlaid, nil)
}

// few tells that a comparison found no more than may stay unwritten: of changed
// files, and of those with a new stamp alone, which every process would read
// again until somebody writes their stamps down.
func (x *Index) few(c *comparison) bool {
	return c.changed() <= x.o.Unwritten && (c.touched <= mostTouched || x.o.ReadOnly)
}

// changed is how many files differ.
func (c *comparison) changed() int {
	n := len(c.suspects) + len(c.gone)
	if c.resident {
		n++
	}
	return n
}
