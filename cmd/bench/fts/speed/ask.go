package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/synthetic"
)

// answers are the times of every question, each the median of its rounds.
type answers struct {
	ours, fts []time.Duration
	// shared is which share of FTS5's answers is among ours, in the mean: a check that both did the same work, and no
	// measure of quality.
	shared float64
}

// ask goes through all questions once to warm both up, and then so many rounds. Both answer a question in turns.
func (s settings) ask(p *pair, v *synthetic.Vocabulary, questions []string) (answers, error) {
	ours, theirs := make([][]time.Duration, len(questions)), make([][]time.Duration, len(questions))
	all := answers{}
	for round := range s.rounds + 1 {
		for i, q := range questions {
			a, err := p.askBoth(q, s.limit)
			if err != nil {
				return all, err
			}
			if round == 0 {
				all.shared += share(a, v) / float64(len(questions))
				continue
			}
			ours[i], theirs[i] = append(ours[i], a.took), append(theirs[i], a.ftsTook)
		}
	}
	for i := range questions {
		all.ours, all.fts = append(all.ours, bench.Median(ours[i])), append(all.fts, bench.Median(theirs[i]))
	}
	return all, nil
}

// answer is what both found for one question.
type answer struct {
	took, ftsTook time.Duration
	found         []string
	ftsFound      []int64
}

func (p *pair) askBoth(question string, limit int) (a answer, err error) {
	from := time.Now()
	a.found, err = p.ours.Search(context.Background(), question, limit)
	a.took = time.Since(from)
	if err != nil {
		return a, err
	}
	from = time.Now()
	a.ftsFound, err = p.fts.Search(question, limit)
	a.ftsTook = time.Since(from)
	if err == nil && (len(a.found) == 0 || len(a.ftsFound) == 0) {
		err = fmt.Errorf("%q, words of a record: ours finds %d records, FTS5 %d", question, len(a.found), len(a.ftsFound))
	}
	return a, err
}

// share is which share of FTS5's answers is among ours.
func share(a answer, v *synthetic.Vocabulary) float64 {
	both := 0
	for _, n := range a.ftsFound {
		path := synthetic.Path(v.Record(int(n)).Experience(int(n)))
		if slices.Contains(a.found, path) {
			both++
		}
	}
	return float64(both) / float64(len(a.ftsFound))
}
