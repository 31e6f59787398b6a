package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gitmem/cmd/bench/exchange"
)

// What stands in an exchange file.
type (
	line     = exchange.Line
	record   = exchange.Record
	question = exchange.Question
	answer   = exchange.Answer
)

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
