package retrieve

import (
	"context"
	"strings"

	"gitmem/index"
	"gitmem/memfile"
)

// Indexed finds the experiences of a store by its index.
type Indexed struct{ Index *index.Index }

// Experiences implements [Searcher]. The order of the matches is that of the
// index: score, then confidence, then what changed later, then id.
func (s Indexed) Experiences(ctx context.Context, text string, most int) (Found, error) {
	q := index.Query{Text: text, Limit: most, Experiences: true, Statuses: []string{memfile.StatusActive, memfile.StatusPromoted}}
	search := s.Index.Search
	if strings.TrimSpace(text) == "" {
		search = s.Index.Recent
	}
	results, err := search(ctx, q)
	if err != nil {
		return Found{}, err
	}
	found := Found{Notices: results.Cut}
	for _, hit := range results.Hits {
		found.Hits = append(found.Hits, Hit{Path: hit.Path, Blob: hit.Blob})
	}
	return found, nil
}
