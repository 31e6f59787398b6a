package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/fts"
	"gitmem/cmd/bench/indexed"
	"gitmem/cmd/bench/synthetic"
	"gitmem/index/corpus"
)

// pair is both, over the same records.
type pair struct {
	ours            *indexed.Index
	fts             *fts.Table
	built, ftsBuilt time.Duration // medians
}

func (p *pair) close() { _ = errors.Join(p.ours.Close(), p.fts.Close()) }

// builds makes pairs below a folder. The records are in memory before a clock starts.
type builds struct {
	home    string
	records []synthetic.Record
}

// run builds so many pairs in turns and gives the last one, with the median times.
func (b builds) run(rounds int) (*pair, error) {
	var p *pair
	var ours, theirs []time.Duration
	for n := range rounds {
		if p != nil {
			p.close()
		}
		p = &pair{}
		if err := errors.Join(b.ftsOnce(p, n), b.oursOnce(p, n)); err != nil {
			return nil, err
		}
		ours, theirs = append(ours, p.built), append(theirs, p.ftsBuilt)
	}
	p.built, p.ftsBuilt = bench.Median(ours), bench.Median(theirs)
	return p, nil
}

func (b builds) oursOnce(p *pair, n int) error {
	dir := filepath.Join(b.home, fmt.Sprint("ours-", n))
	var stats corpus.Stats
	from := time.Now()
	stats, err := indexed.Build(context.Background(), dir, slices.All(b.records))
	p.built = time.Since(from)
	if err == nil {
		p.ours, err = indexed.Open(dir, stats)
	}
	return err
}

func (b builds) ftsOnce(p *pair, n int) (err error) {
	from := time.Now()
	p.fts, err = fts.Create(filepath.Join(b.home, fmt.Sprint("fts-", n, ".db")), []string{"title", "summary", "resolution"}, b.rows)
	p.ftsBuilt = time.Since(from)
	return err
}

// rows are the records as FTS5 takes them.
func (b builds) rows(yield func(fts.Row) bool) {
	for n, rec := range b.records {
		if !yield(fts.Row{ID: int64(n), Columns: []string{rec.Title, rec.Summary, rec.Resolution}}) {
			return
		}
	}
}
