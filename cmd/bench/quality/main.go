// Command quality measures how well a search finds what a question is about:
//
//	go run ./cmd/bench/quality [-data ../shared/data]
//
// It ranks the records of published sets (LoCoMo, Cranfield, skills) and of
// sets made for it (code terms, Chinese, Japanese, Korean) by our index and by
// bleve with its standard analyzer, and prints of each set the digest of its
// content and of each engine hit@5, recall@5, recall@10 and the mean reciprocal
// rank within the first ten. It exits with 1 where ours misses a goal or is
// behind another engine, and with 3 when the data folder is not there; then
// only the sets made for it are measured.
//
// Another engine takes part through files, so that its code need not be linked
// here. With -export FILE the program writes what it would ask, one JSON object
// a line. A pool is what one index holds; a line has a record of a pool, whose
// title and text are both to be searched, or a question to it, with the ids of
// its relevant records, which a ranking must not use:
//
//	{"set":"locomo turns","pool":"conv-26","record":{"id":"D1:3","title":"Caroline","text":"I went to …"}}
//	{"set":"locomo turns","pool":"conv-26","question":{"id":"q1","text":"When did …?","relevant":["D1:3"]}}
//
// The other program writes a line for each question, with the ids of the best
// records of the same pool, best first, at most ten:
//
//	{"set":"locomo turns","pool":"conv-26","answer":{"engine":"fts5","question":"q1","ranked":["D1:3","D2:8"]}}
//
// and -answers FILE adds the engines that are named in it to the report. A
// question without a line counts as one to which nothing was found.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "../shared/data", "folder with locomo, cranfield and skills")
	flag.StringVar(&o.export, "export", "", "write records and questions to this `file` and rank nothing")
	flag.StringVar(&o.answers, "answers", "", "add the engines whose answers are in this `file`")
	flag.Parse()
	os.Exit(o.run())
}

type options struct{ data, export, answers string }

func (o options) run() int {
	code := 0
	sets, err := published(o.data)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "quality: the published sets are not in %s: %v\nhint: give their folder with -data\n", o.data, err)
		sets, err, code = nil, nil, 3
	}
	if err == nil {
		var own []set
		own, err = madeSets()
		sets = append(sets, own...)
	}
	if err == nil && o.export != "" {
		err = export(o.export, sets)
	} else if err == nil {
		var missed []string
		if missed, err = o.report(sets); len(missed) > 0 {
			code = 1
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		return 1
	}
	return code
}

// published reads the sets that others made.
func published(data string) ([]set, error) {
	sets, err := locomo(data)
	if err != nil {
		return nil, err
	}
	for _, read := range []func(string) (set, error){cranfield, skills} {
		s, err := read(data)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
}
