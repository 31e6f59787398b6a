package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"gitmem/cmd/bench/exchange"
)

// line is one line of an exchange file.
type line = exchange.Line

// lines are the records and questions of the set, each pool's records first.
func (s set) lines() iter.Seq[line] {
	return func(yield func(line) bool) {
		for _, p := range s.pools {
			for i := range p.records {
				if !yield(line{Set: s.name, Pool: p.name, Record: &p.records[i]}) {
					return
				}
			}
			for i := range p.questions {
				if !yield(line{Set: s.name, Pool: p.name, Question: &p.questions[i]}) {
					return
				}
			}
		}
	}
}

// export writes all records and questions to a file.
func export(path string, sets []set) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	encoder := json.NewEncoder(out)
	for _, s := range sets {
		for l := range s.lines() {
			if err := encoder.Encode(l); err != nil {
				return errors.Join(err, file.Close())
			}
		}
	}
	return errors.Join(out.Flush(), file.Close())
}

// asked names one question of one pool.
type asked struct{ set, pool, question string }

// rankings are the answers of one engine.
type rankings map[asked][]string

// readAnswers reads what other programs found, by engine.
func readAnswers(path string) (map[string]rankings, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	engines := map[string]rankings{}
	decoder := json.NewDecoder(bufio.NewReader(file))
	for n := 1; ; n++ {
		var l line
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			return engines, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: value %d: %w", path, n, err)
		}
		if l.Answer == nil || l.Answer.Engine == "" {
			return nil, fmt.Errorf("%s: value %d has no answer that names its engine", path, n)
		}
		if engines[l.Answer.Engine] == nil {
			engines[l.Answer.Engine] = rankings{}
		}
		engines[l.Answer.Engine][asked{l.Set, l.Pool, l.Answer.Question}] = l.Answer.Ranked
	}
}
