package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/indexed"
	"gitmem/cmd/bench/synthetic"
	"gitmem/index/corpus"
)

// memoryLimit is the most that building, opening and asking a large index may take, in bytes.
const memoryLimit = 1e9

// Words for what a process of its own does, so that the memory of each is known.
const (
	partBuild = "build"
	partAsk   = "ask"
)

// large is an index of many records, without files.
type large struct {
	Records int
	Dir     string
	Stats   corpus.Stats
	// Times of the steps.
	Built, Opened, P50, P95 time.Duration
	Bytes                   int64
}

// measureLarge builds and asks an index in two processes and looks at their memory.
func measureLarge(records int) (bool, error) {
	home, err := os.MkdirTemp("", "gitmem-bench-large-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(home)
	l := large{Records: records, Dir: filepath.Join(home, "index")}
	build, err := l.inProcess(partBuild)
	if err != nil {
		return false, err
	}
	ask, err := l.inProcess(partAsk)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d records without files: build %.1f s, %.0f MB on disk; open %.1f ms, query p50 %.2f ms, p95 %.2f ms; peak memory %.0f MB building, %.0f MB asking\n",
		records, l.Built.Seconds(), float64(l.Bytes)/1e6, bench.Milliseconds(l.Opened), bench.Milliseconds(l.P50), bench.Milliseconds(l.P95), float64(build)/1e6, float64(ask)/1e6)
	met := bench.Ratio{Name: "peak memory of the build / 1 GB", Got: float64(build) / memoryLimit, Target: 1}.Print()
	return bench.Ratio{Name: "peak memory of open and query / 1 GB", Got: float64(ask) / memoryLimit, Target: 1}.Print() && met, nil
}

// inProcess does one part in a process of its own, takes over what it found out, and gives its peak memory in bytes.
func (l *large) inProcess(part string) (int64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	given, err := json.Marshal(l)
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self, "-part", part, "-of", string(given))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", part, err)
	}
	return bench.PeakMemory(cmd.ProcessState), json.Unmarshal(out, l)
}

// runPart is what such a process does.
func runPart(part, given string) error {
	var l large
	if err := json.Unmarshal([]byte(given), &l); err != nil {
		return err
	}
	do := map[string]func() error{partBuild: l.build, partAsk: l.ask}[part]
	if do == nil {
		return fmt.Errorf("%q: no such part", part)
	}
	if err := do(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(l)
}

func (l *large) build() (err error) {
	v := synthetic.NewVocabulary()
	from := time.Now()
	l.Stats, err = indexed.Build(context.Background(), l.Dir, func(yield func(int, synthetic.Record) bool) {
		for n := range l.Records {
			if !yield(n, v.Record(n)) {
				return
			}
		}
	})
	l.Built = time.Since(from)
	return err
}

// ask asks every question twice: the first time warms up.
func (l *large) ask() error {
	from := time.Now()
	x, err := indexed.Open(l.Dir, l.Stats)
	if err != nil {
		return err
	}
	defer x.Close()
	l.Opened = time.Since(from)
	var times []time.Duration
	questions := synthetic.NewVocabulary().Queries(l.Records, 300)
	for round := range 2 {
		for _, q := range questions {
			from := time.Now()
			if _, err := x.Search(context.Background(), q, 20); err != nil {
				return err
			}
			if round == 1 {
				times = append(times, time.Since(from))
			}
		}
	}
	l.P50, l.P95 = bench.Median(times), bench.Quantile(times, 0.95)
	l.Bytes, err = x.Bytes()
	return err
}
