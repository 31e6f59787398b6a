package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
)

// testdata has sets that were written for this program: 40 records and 40
// questions each, of which every question is about one record and says it in
// other words than the record where the language allows it.
//
//go:embed testdata
var testdata embed.FS

// made are the sets of testdata by file.
var made = []struct{ file, name string }{
	{"code.jsonl", "code terms"},
	{"zh.jsonl", "chinese"},
	{"ja.jsonl", "japanese"},
	{"ko.jsonl", "korean"},
}

func madeSets() ([]set, error) {
	var sets []set
	for _, m := range made {
		p, err := readMade(path.Join("testdata", m.file))
		if err != nil {
			return nil, err
		}
		sets = append(sets, set{m.name, []pool{p}})
	}
	return sets, nil
}

// readMade reads a file of exchange lines without set and pool.
func readMade(name string) (pool, error) {
	data, err := testdata.ReadFile(name)
	if err != nil {
		return pool{}, err
	}
	p := pool{name: "all"}
	decoder := json.NewDecoder(bytes.NewReader(data))
	for {
		var l line
		err := decoder.Decode(&l)
		switch {
		case errors.Is(err, io.EOF):
			return p, nil
		case err != nil:
			return pool{}, fmt.Errorf("%s: %w", name, err)
		case l.Record != nil:
			p.records = append(p.records, *l.Record)
		case l.Question != nil:
			p.questions = append(p.questions, *l.Question)
		default:
			return pool{}, fmt.Errorf("%s: a line has neither record nor question", name)
		}
	}
}
