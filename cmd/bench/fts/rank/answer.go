package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gitmem/cmd/bench/fts"
)

const (
	engine = "fts5"
	depth  = 10 // answers to a question
)

// answerAll reads pools and writes the answers to all their questions.
func answerAll(in io.Reader, out io.Writer) error {
	pools, err := readPools(in)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "gitmem-bench-rank-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	buffer := bufio.NewWriter(out)
	for n, p := range pools {
		if err := p.answer(filepath.Join(home, fmt.Sprintf("%d.db", n)), json.NewEncoder(buffer)); err != nil {
			return fmt.Errorf("%s %s: %w", p.set, p.name, err)
		}
	}
	return buffer.Flush()
}

// answer builds the table of one pool and asks it.
func (p *pool) answer(path string, out *json.Encoder) error {
	table, err := fts.Create(path, []string{"title", "body"}, p.rows)
	if err != nil {
		return err
	}
	defer table.Close()
	for _, q := range p.questions {
		found, err := table.Search(q.Text, depth)
		if err != nil {
			return err
		}
		a := answer{Engine: engine, Question: q.ID, Ranked: make([]string, len(found))}
		for i, id := range found {
			a.Ranked[i] = p.records[id].ID
		}
		if err := out.Encode(line{Set: p.set, Pool: p.name, Answer: &a}); err != nil {
			return err
		}
	}
	return nil
}

// rows are the records, numbered by their places.
func (p *pool) rows(yield func(fts.Row) bool) {
	for i, r := range p.records {
		if !yield(fts.Row{ID: int64(i), Columns: []string{r.Title, r.Text}}) {
			return
		}
	}
}
