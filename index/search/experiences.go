package search

import (
	"context"
	"fmt"
	"strings"

	"gitmem/index"
	"gitmem/index/retrieve"
	"gitmem/memfile"
)

// Experiences finds those of one store that may enter a context.
type Experiences struct{ Shelf Shelf }

// Experiences implements retrieve.Searcher. Where nobody vouches for some of
// the best, others take their places.
func (e Experiences) Experiences(ctx context.Context, text string, most int) (retrieve.Found, error) {
	results, err := e.find(ctx, text, most)
	hits, forged := e.vouched(results.Hits)
	if forged > 0 && err == nil && most < index.MaxLimit {
		results, err = e.find(ctx, text, index.MaxLimit)
		hits, forged = e.vouched(results.Hits)
	}
	found := retrieve.Found{Hits: hits[:min(len(hits), most)], Notices: results.Cut}
	if forged > 0 {
		found.Notices = append(found.Notices, fmt.Sprintf("left out of the %s store, because gitmem did not make the file or somebody changed what only gitmem writes: matching experiences: %d; `gitmem verify` names them", e.Shelf.Store.Scope, forged))
	}
	return found, err
}

// find finds the best, or without a text the newest.
func (e Experiences) find(ctx context.Context, text string, most int) (index.Results, error) {
	ask := e.Shelf.Index.Search
	if strings.TrimSpace(text) == "" {
		ask = e.Shelf.Index.Recent
	}
	return ask(ctx, index.Query{
		Text: text, Limit: most, Experiences: true, Statuses: []string{memfile.StatusActive, memfile.StatusPromoted},
	})
}

// vouched are the hits of which agents may be told, and how many others there are.
func (e Experiences) vouched(all []index.Hit) (hits []retrieve.Hit, forged int) {
	for _, h := range all {
		if e.Shelf.vouched(h.Path) {
			hits = append(hits, retrieve.Hit{Path: h.Path, Blob: h.Blob})
		} else {
			forged++
		}
	}
	return hits, forged
}
