package index

import (
	"cmp"
	"context"
	"slices"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// searchAttempts is how often a search begins again because files changed
// while it ran, or a generation failed.
const searchAttempts = 3

// Search catches up with the files and gives the best hits: by score, among
// equal ones the more confident first, then the newer, then by id. The error is
// of a store that cannot be read, or of ctx; trouble with the index makes none.
func (x *Index) Search(ctx context.Context, q Query) (Results, error) {
	terms, cut := q.terms()
	var results Results
	for attempt := 1; ; attempt++ {
		var err error
		results, err = x.once(ctx, func(r *reading) error { return r.search(ctx, q, terms) })
		again := attempt < searchAttempts
		if err != nil && !(again && damaged(err)) {
			return Results{}, err
		}
		if err == nil && (results.CaughtUp || !again) {
			break
		}
	}
	results.Cut = cut
	return results, nil
}

// once asks the present generation.
func (x *Index) once(ctx context.Context, ask func(*reading) error) (Results, error) {
	g, m, done, err := x.current(ctx)
	if err != nil {
		return Results{}, err
	}
	defer done()
	r := &reading{store: x.store, corpus: g.corpus, manifest: m, results: Results{CaughtUp: true}}
	if !g.private {
		r.results.Generation = g.number
	}
	if err := ask(r); err != nil {
		if damaged(err) {
			x.distrust(g)
		}
		return Results{}, err
	}
	return r.results, nil
}

// search ranks the documents and reads the best.
func (r *reading) search(ctx context.Context, q Query, terms []words.QueryTerm) error {
	if len(terms) == 0 {
		return nil
	}
	filters, err := q.filters(r.corpus)
	if err != nil {
		return err
	}
	found, err := r.corpus.Search(ctx, corpus.Query{Terms: terms, All: q.All, Filters: filters, Limit: q.limit()})
	if err != nil {
		return err
	}
	r.asked = asked(terms)
	r.results.Total = found.Total
	return r.take(r.ranked(found.Best, q.limit()))
}

func asked(terms []words.QueryTerm) map[string]bool {
	all := make(map[string]bool, len(terms))
	for _, t := range terms {
		all[t.Text] = true
	}
	return all
}

// candidate is a document with what decides between equal scores.
type candidate struct {
	corpus.Match
	confidence uint16
	updated    int64
}

// ranked puts documents in the order of hits.
func (r *reading) ranked(best []corpus.Match, limit int) []corpus.Match {
	all := make([]candidate, len(best))
	for i, m := range best {
		all[i] = candidate{Match: m, confidence: memoryConfidence}
		if p, ok := placeOf(m.ID); ok {
			if known, ok := r.manifest.find(p); ok {
				all[i].confidence, all[i].updated = known.confidence, known.updated
			}
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.confidence, a.confidence), cmp.Compare(b.updated, a.updated), cmp.Compare(a.ID, b.ID))
	})
	matches := make([]corpus.Match, min(limit, len(all)))
	for i := range matches {
		matches[i] = all[i].Match
	}
	return matches
}
