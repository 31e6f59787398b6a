package corpus

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	bleve "github.com/blevesearch/bleve_index_api"

	"gitmem/index/words"
)

// Query is a question.
type Query struct {
	Terms []words.QueryTerm
	All   bool // each group of terms must match, instead of any term
	// Filters are labels: of each inner list a document must have at least one.
	Filters [][]string
	Limit   int // how many of the best are wanted
}

// Found is the answer.
type Found struct {
	Total int // how many documents match
	// Best are the Limit best ones by falling score, and all that are equal to
	// the last of them, in no particular order, up to 10,000.
	Best []Match
}

// Match is one document that was found.
type Match struct {
	ID    string
	Score float64
}

// mostEqual bounds the documents that Search gives beyond the limit because
// they are as good as the last within.
const mostEqual = 10000

// Search looks for a question's terms. A question without terms finds nothing.
// The error is *DamagedError where bleve fails.
func (c *Corpus) Search(ctx context.Context, q Query) (found Found, err error) {
	if c.closed {
		return Found{}, errClosed
	}
	if c.reader == nil || len(q.Terms) == 0 || q.Limit <= 0 {
		return Found{}, nil
	}
	defer c.guard(ctx, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	t, err := c.tally()
	if err != nil {
		return Found{}, err
	}
	defer c.put(t)
	for _, labels := range q.Filters {
		for _, l := range labels {
			if err := t.filter(ctx, l); err != nil {
				return Found{}, err
			}
		}
		t.next()
	}
	group := q.Terms[0].Group
	for _, term := range q.Terms {
		if q.All && term.Group != group {
			group = term.Group
			t.next()
		}
		weigh := func(documents int) worth { return c.weigh(documents, term.Weight) }
		if err := t.score(ctx, []byte(term.Text), weigh); err != nil {
			return Found{}, err
		}
	}
	t.next()
	best, total := t.best(q.Limit)
	found.Total = total
	found.Best, err = c.named(best)
	return found, err
}

// filter passes the documents with a label.
func (t *tally) filter(ctx context.Context, label string) error {
	for i := range t.pieces {
		p := &t.pieces[i]
		if _, err := p.find(p.labels, []byte(label)); err != nil {
			return err
		}
		if err := p.visit(ctx, false, func(doc uint32, _ posting) { t.pass(doc) }); err != nil {
			return err
		}
	}
	return nil
}

// score passes the documents with a term, and adds what it is worth there.
func (t *tally) score(ctx context.Context, term []byte, weigh func(documents int) worth) error {
	documents := 0
	for i := range t.pieces {
		n, err := t.pieces[i].find(t.pieces[i].text, term)
		if err != nil {
			return err
		}
		documents += n
	}
	worth := weigh(documents)
	for i := range t.pieces {
		err := t.pieces[i].visit(ctx, true, func(doc uint32, at posting) {
			if c := t.pass(doc); c != nil {
				c.score += worth.in(at.Frequency(), length(at))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// named gives the ids of documents.
func (c *Corpus) named(best []scored) ([]Match, error) {
	matches := make([]Match, len(best))
	var number bleve.IndexInternalID
	for i, b := range best {
		reader, doc := c.reader, uint64(b.doc)
		if c.above != nil && int(b.doc) >= c.below {
			reader, doc = c.above.reader, doc-uint64(c.below)
		}
		number = bleve.NewIndexInternalID(number, doc)
		id, err := reader.ExternalID(number)
		if err != nil {
			return nil, err
		}
		matches[i] = Match{ID: id, Score: float64(b.score)}
	}
	return matches, nil
}

// guard makes every failure of bleve one of the index, panics too. It is deferred.
func (c *Corpus) guard(ctx context.Context, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
	if *err != nil && ctx.Err() == nil {
		*err = &DamagedError{Dir: c.dir, Reason: "it cannot be searched: " + (*err).Error()}
	}
}

// Labels are the labels with a prefix, sorted. An overlay may name some that only hidden documents have.
func (c *Corpus) Labels(prefix string) (labels []string, err error) {
	if c.closed {
		return nil, errClosed
	}
	if c.reader == nil {
		return nil, nil
	}
	defer c.guard(context.Background(), &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	dict, err := c.reader.FieldDictPrefix(labelField, []byte(prefix))
	if err != nil {
		return nil, err
	}
	defer dict.Close()
	for {
		entry, err := dict.Next()
		if err != nil {
			return nil, err
		}
		if entry == nil {
			break
		}
		labels = append(labels, entry.Term)
	}
	if c.above == nil {
		return labels, nil
	}
	more, err := c.above.Labels(prefix)
	labels = append(labels, more...)
	slices.Sort(labels)
	return slices.Compact(labels), err
}
