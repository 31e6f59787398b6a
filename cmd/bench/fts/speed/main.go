// Command speed measures gitmem's index against FTS5 on the same synthetic records and queries, in one process:
//
//	go -C cmd/bench/fts run ./speed [-sizes 1000,10000]
//
// For every number of records it builds both, several times where that is quick, and then asks both the same questions in
// turns, warm. A missed target ends with exit 1. What needs a store's files is measured by cmd/bench/search.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/synthetic"
)

// targets are the ratios that a query is held to, by the number of records.
var targets = map[int]float64{1000: 1.5, 10_000: 0.7, 100_000: 0.2, 1_000_000: 0.1}

// buildTarget is the ratio of the builds.
const buildTarget = 8

// settings are what the flags say.
type settings struct {
	queries int
	rounds  int
	limit   int
}

func main() {
	var s settings
	sizes := flag.String("sizes", "1000,10000,100000", "numbers of records")
	flag.IntVar(&s.queries, "queries", 300, "questions")
	flag.IntVar(&s.rounds, "rounds", 5, "how often each is asked; its median counts")
	flag.IntVar(&s.limit, "limit", 20, "answers to a question")
	flag.Parse()
	os.Exit(bench.Status(bench.EachSize(*sizes, s.measure)))
}

// measure builds and asks both at one size.
func (s settings) measure(records int) (bool, error) {
	home, err := os.MkdirTemp("", "gitmem-bench-fts-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(home)
	v := synthetic.NewVocabulary()
	p, err := builds{home: home, records: v.Records(records)}.run(max(1, min(5, 30_000/records)))
	if err != nil {
		return false, err
	}
	defer p.close()
	runtime.GC() // the records are not needed any more
	a, err := s.ask(p, v, v.Queries(records, s.queries))
	if err != nil {
		return false, err
	}
	return report(p, a, records)
}

// report prints the figures of one size.
func report(p *pair, a answers, records int) (bool, error) {
	size, err := p.ours.Bytes()
	if err != nil {
		return false, err
	}
	ftsSize, err := p.fts.Bytes()
	if err != nil {
		return false, err
	}
	p50, p95 := bench.Median(a.ours), bench.Quantile(a.ours, 0.95)
	fts50, fts95 := bench.Median(a.fts), bench.Quantile(a.fts, 0.95)
	fmt.Printf("%d records, ours and FTS5: build %.2f and %.2f s, size %.1f and %.1f MB, query p50 %.3f and %.3f ms, p95 %.3f and %.3f ms\n",
		records, p.built.Seconds(), p.ftsBuilt.Seconds(), float64(size)/1e6, float64(ftsSize)/1e6,
		bench.Milliseconds(p50), bench.Milliseconds(fts50), bench.Milliseconds(p95), bench.Milliseconds(fts95))
	met := true
	for _, r := range []bench.Ratio{
		{Name: "query p50 / FTS5", Got: bench.Over(p50, fts50), Target: targets[records]},
		{Name: "query p95 / FTS5", Got: bench.Over(p95, fts95), Target: targets[records]},
		{Name: "build / FTS5", Got: bench.Over(p.built, p.ftsBuilt), Target: buildTarget},
		{Name: "index size / FTS5", Got: float64(size) / float64(ftsSize)},
		{Name: "share of FTS5's answers that is among ours", Got: a.shared},
	} {
		met = r.Print() && met
	}
	return met, nil
}
