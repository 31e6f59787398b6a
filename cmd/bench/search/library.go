package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/indexed"
	"gitmem/index"
	"gitmem/memfile"
)

// changedFiles is how many files change before a catch-up.
const changedFiles = 100

// targetFiles is from how many files on the ratios have targets: below, the start of a process is nearly all.
const targetFiles = 10_000

// buildRounds is how often the index is built and caught up.
const buildRounds = 5

// library is the index of a store within the process.
type library struct {
	*shelf
	index *index.Index
}

// library measures building, catching up and searching.
func (s *shelf) library(rounds int) (bool, error) {
	store, err := s.Open()
	if err != nil {
		return false, err
	}
	l := library{shelf: s, index: index.Open(store, index.Options{})}
	met, err := l.build()
	if err == nil {
		var ok bool
		ok, err = l.againstRipgrep(rounds)
		met = met && ok
	}
	return met, errors.Join(err, l.index.Close())
}

// build compares the catching up with a rebuild.
func (l library) build() (bool, error) {
	ctx := context.Background()
	var last memfile.Experience
	change := func(int) (err error) { last, err = l.change(changedFiles); return err }
	m, err := bench.Compare(buildRounds,
		bench.Timed{Name: "rebuild", Run: func(int) error { _, err := l.index.Rebuild(ctx); return err }},
		bench.Timed{Name: "catch-up", Before: change, Run: func(int) error { return l.finds(last) }},
	)
	if err != nil {
		return false, err
	}
	status, err := l.index.Status(ctx)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d files in the process: rebuild %.0f ms, search after %d changed %.1f ms, index %.1f MB\n", l.Files, bench.Milliseconds(m[0]), changedFiles, bench.Milliseconds(m[1]), float64(status.Bytes)/1e6)
	r := bench.Ratio{Name: fmt.Sprintf("search after %d changed / rebuild", changedFiles), Got: bench.Over(m[1], m[0])}
	if l.Files >= targetFiles {
		r.Target = 0.1
	}
	return r.Print(), nil
}

// finds searches for a title that was given just now: an answer of an index that did not catch up counts for nothing.
func (l library) finds(e memfile.Experience) error {
	r, err := l.index.Search(context.Background(), index.Query{Text: e.Title})
	if err == nil && !slices.ContainsFunc(r.Hits, func(h index.Hit) bool { return h.ID == string(e.ID) }) {
		err = fmt.Errorf("%q: %s, which has just got this title, is not found", e.Title, e.ID)
	}
	return err
}

// againstRipgrep compares a warm search with a scan of all files.
func (l library) againstRipgrep(rounds int) (bool, error) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		fmt.Println("  ripgrep (rg) is not installed: no comparison with it")
		return true, nil
	}
	alone, err := l.alone()
	if err != nil {
		return false, err
	}
	defer alone.Close()
	ctx, question := context.Background(), func(round int) string { return l.questions[round%len(l.questions)] }
	m, err := bench.Compare(rounds,
		bench.Timed{Name: "search", Run: func(round int) error { _, err := l.index.Search(ctx, index.Query{Text: question(round)}); return err }},
		bench.Timed{Name: "index alone", Run: func(round int) error { _, err := alone.Search(ctx, question(round), index.DefaultLimit); return err }},
		bench.Timed{Name: "rg", Run: func(round int) error { return l.ripgrep(rg, question(round)) }},
	)
	if err != nil {
		return false, err
	}
	return l.reportRipgrep(m), nil
}

// alone is the index of the same records without their files.
func (l library) alone() (*indexed.Index, error) {
	dir := filepath.Join(l.Home, "alone")
	stats, err := indexed.Build(context.Background(), dir, slices.All(l.words.Records(l.Files)))
	if err != nil {
		return nil, err
	}
	return indexed.Open(dir, stats)
}

func (l library) reportRipgrep(m []time.Duration) bool {
	fmt.Printf("%d files, warm: search %.2f ms, the index alone %.3f ms, rg %.1f ms\n", l.Files, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]))
	whole := bench.Ratio{Name: "search, files compared and hits read / rg", Got: bench.Over(m[0], m[2])}
	alone := bench.Ratio{Name: "the index alone / rg", Got: bench.Over(m[1], m[2])}
	if l.Files >= targetFiles {
		whole.Target, alone.Target = 0.2, 0.2
	}
	met := whole.Print()
	return alone.Print() && met
}

// ripgrep lists the files that have any of the words; that none has any is an answer too.
func (l library) ripgrep(rg, question string) error {
	args := []string{"-l", "-i", "-F"}
	for word := range strings.FieldsSeq(question) {
		args = append(args, "-e", word)
	}
	err := l.Command(rg, append(args, ".")...).Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil
	}
	return err
}
