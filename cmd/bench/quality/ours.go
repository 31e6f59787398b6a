package main

import (
	"context"
	"iter"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// ourEngine ranks as the index does: its analysis, its weights, its scores.
func ourEngine(s set) (rankings, error) {
	answers := rankings{}
	for _, p := range s.pools {
		if err := ourPool(s.name, p, answers); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

func ourPool(name string, p pool, answers rankings) error {
	ctx := context.Background()
	index, err := corpus.Memory(ctx, p.sources())
	if err != nil {
		return err
	}
	defer index.Close()
	for _, q := range p.questions {
		terms, _ := words.Query(q.Text, false)
		found, err := index.Search(ctx, corpus.Query{Terms: terms, Limit: depth})
		if err != nil {
			return err
		}
		var ids []string
		for _, m := range found.Best[:min(len(found.Best), depth)] {
			ids = append(ids, m.ID)
		}
		answers[asked{name, p.name, q.ID}] = ids
	}
	return nil
}

// sources are the records as the documents that the index makes of them.
func (p pool) sources() iter.Seq[corpus.Source] {
	return func(yield func(corpus.Source) bool) {
		for _, r := range p.records {
			d := corpus.Document{ID: r.ID, Parts: []corpus.Part{{Text: r.Title, Weight: corpus.TitleWeight}, {Text: r.Text, Weight: 1}}}
			if !yield(func() (*corpus.Prepared, error) { return corpus.Prepare(d), nil }) {
				return
			}
		}
	}
}
