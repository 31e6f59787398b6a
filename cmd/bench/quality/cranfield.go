package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// cranfield gives the 1,400 abstracts with their 225 questions. A record is
// relevant from grade 4 (of minimum interest) to 1 (a complete answer); the
// judgements of grade -1 are not used.
func cranfield(data string) (set, error) {
	folder := filepath.Join(data, "cranfield")
	records, err := readSmart(filepath.Join(folder, "cran.all.1400"))
	if err != nil {
		return set{}, err
	}
	questions, err := readSmart(filepath.Join(folder, "cran.qry"))
	if err != nil {
		return set{}, err
	}
	relevant, err := readJudgements(filepath.Join(folder, "cranqrel"))
	if err != nil {
		return set{}, err
	}
	p := pool{name: "all"}
	for _, r := range records {
		p.records = append(p.records, record{ID: r["I"], Title: r["T"], Text: strings.TrimPrefix(r["W"], r["T"])})
	}
	for i, q := range questions {
		id := strconv.Itoa(i + 1) // the judgements number the questions by position
		p.questions = append(p.questions, question{ID: id, Text: q["W"], Relevant: relevant[id]})
	}
	return set{"cranfield", []pool{p}}, nil
}

// readSmart reads a file of records, each with fields that begin with a dot
// and a capital.
func readSmart(path string) ([]map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []map[string]string
	field := ""
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSpace(text)
		if id, ok := strings.CutPrefix(text, ".I "); ok {
			list = append(list, map[string]string{"I": id})
			continue
		}
		if len(text) == 2 && text[0] == '.' && 'A' <= text[1] && text[1] <= 'Z' {
			field = text[1:]
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s: text before the first record", path)
		}
		r := list[len(list)-1]
		r[field] = strings.TrimSpace(r[field] + " " + text)
	}
	return list, nil
}

func readJudgements(path string) (map[string][]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	relevant := map[string][]string{}
	for row := range bytes.Lines(data) {
		f := strings.Fields(string(row))
		if len(f) != 3 {
			return nil, fmt.Errorf("%s: %q is not question, record and grade", path, row)
		}
		if f[2] != "-1" {
			relevant[f[0]] = append(relevant[f[0]], f[1])
		}
	}
	return relevant, nil
}
