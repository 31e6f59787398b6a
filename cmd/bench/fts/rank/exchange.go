package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// line is one line of an exchange file. It has a record, a question or an answer.
type line struct {
	Set      string    `json:"set"`
	Pool     string    `json:"pool"`
	Record   *record   `json:"record,omitempty"`
	Question *question `json:"question,omitempty"`
	Answer   *answer   `json:"answer,omitempty"`
}

type record struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

type question struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// answer is what was found: ids of records, best first.
type answer struct {
	Engine   string   `json:"engine"`
	Question string   `json:"question"`
	Ranked   []string `json:"ranked"`
}

// pool is what one index holds.
type pool struct {
	set, name string
	records   []record
	questions []question
}

// readPools reads an exchange file, in whatever order its lines stand.
func readPools(in io.Reader) ([]*pool, error) {
	var pools []*pool
	known := map[[2]string]*pool{}
	decoder := json.NewDecoder(in)
	for n := 1; ; n++ {
		var l line
		err := decoder.Decode(&l)
		if errors.Is(err, io.EOF) {
			return pools, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		p := known[[2]string{l.Set, l.Pool}]
		if p == nil {
			p = &pool{set: l.Set, name: l.Pool}
			known[[2]string{l.Set, l.Pool}] = p
			pools = append(pools, p)
		}
		p.add(l)
	}
}

func (p *pool) add(l line) {
	if l.Record != nil {
		p.records = append(p.records, *l.Record)
	}
	if l.Question != nil {
		p.questions = append(p.questions, *l.Question)
	}
}
