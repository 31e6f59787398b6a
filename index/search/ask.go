package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"gitmem/index"
	"gitmem/index/words"
	"gitmem/repo"
)

// Index finds what one store holds, as *index.Index does.
type Index interface {
	Search(ctx context.Context, q index.Query) (index.Results, error)
	// Recent gives the experiences that changed last.
	Recent(ctx context.Context, q index.Query) (index.Results, error)
}

// Shelf is one store with its index.
type Shelf struct {
	Store *repo.Store
	Index Index
	// Vouched tells of the file of an experience whether gitmem made it and
	// nobody changed by hand what is gitmem's own. No agent is told of another.
	// Nil vouches for all.
	Vouched func(path string) bool
}

func (s Shelf) vouched(path string) bool { return s.Vouched == nil || s.Vouched(path) }

// Ask asks every shelf and joins what they found: by score, then confidence,
// then the newer, then the shelf that was given first. The scores of two
// indexes compare as far as their texts are alike.
//
// An error is a *QuestionError, that of ctx, or that of the only shelves there
// are; where one shelf answers, what keeps another from it is a notice.
func Ask(ctx context.Context, shelves []Shelf, q Question) (Answer, error) {
	answer := Answer{Hits: []Hit{}}
	if err := q.Check(); err != nil {
		return answer, err
	}
	query, some := q.asked()
	if !some {
		answer.Notices = []string{"nothing of these states is shown to an agent"}
		return answer, nil
	}
	var failed []error
	for _, s := range shelves {
		found, err := s.ask(ctx, query, q.Agent)
		if ctx.Err() != nil {
			return answer, ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: not searched: %w", s.Store.Root, err))
			continue
		}
		answer.add(s.Store, found)
	}
	if len(failed) > 0 && len(failed) == len(shelves) {
		return answer, errors.Join(failed...)
	}
	for _, err := range failed {
		answer.notice(err.Error())
	}
	if terms, _ := words.Query(q.Text, q.All); len(terms) == 0 {
		answer.notice("the query holds no word that could be looked for")
	}
	answer.order(q.limit())
	return answer, nil
}

func (s Shelf) ask(ctx context.Context, q index.Query, agent bool) (index.Results, error) {
	found, err := s.Index.Search(ctx, q)
	if err != nil || !agent {
		return found, err
	}
	return s.tell(found)
}

// order puts the hits of all shelves in their order, and keeps the best.
func (a *Answer) order(limit int) {
	slices.SortStableFunc(a.Hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.Confidence, x.Confidence), cmp.Compare(y.Updated, x.Updated))
	})
	a.Hits = a.Hits[:min(len(a.Hits), limit)]
}
