package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gitmem/cmd/bench"
	"gitmem/index"
)

// changedFiles is how many files change before a catch-up.
const changedFiles = 100

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
	var last string
	m, err := bench.Compare(buildRounds,
		bench.Timed{Name: "rebuild", Run: func(int) error { _, err := l.index.Rebuild(context.Background()); return err }},
		bench.Timed{Name: "catch-up", Before: func(int) error {
			e, err := l.change(changedFiles)
			last = string(e.ID) + "\x00" + e.Title
			return err
		}, Run: func(int) error {
			id, title, _ := strings.Cut(last, "\x00")
			return l.finds(title, id)
		}},
	)
	if err != nil {
		return false, err
	}
	status, err := l.index.Status(context.Background())
	if err != nil {
		return false, err
	}
	fmt.Printf("%d files in the process: rebuild %.0f ms, search after %d changed %.1f ms, index %.1f MB\n", l.Files, bench.Milliseconds(m[0]), changedFiles, bench.Milliseconds(m[1]), float64(status.Bytes)/1e6)
	r := bench.Ratio{Name: fmt.Sprintf("search after %d changed / rebuild", changedFiles), Got: bench.Over(m[1], m[0])}
	if l.Files >= 10_000 {
		r.Target = 0.1
	}
	return r.Print(), nil
}

// finds searches and wants one record among the answers.
func (l library) finds(question, id string) error {
	r, err := l.index.Search(context.Background(), index.Query{Text: question})
	if err == nil && !slices.ContainsFunc(r.Hits, func(h index.Hit) bool { return h.ID == id }) {
		err = fmt.Errorf("%q: %s, which has just got this title, is not found", question, id)
	}
	return err
}

// againstRipgrep compares a warm search with a scan of all files.
func (l library) againstRipgrep(rounds int) (bool, error) {
	search := bench.Timed{Name: "search", Run: func(round int) error {
		_, err := l.index.Search(context.Background(), index.Query{Text: l.questions[round%len(l.questions)]})
		return err
	}}
	rg, err := exec.LookPath("rg")
	if err != nil {
		m, err := bench.Compare(rounds, search)
		if err == nil {
			fmt.Printf("  warm search %.2f ms; ripgrep (rg) is not installed, so there is no comparison with it\n", bench.Milliseconds(m[0]))
		}
		return true, err
	}
	m, err := bench.Compare(rounds, search, bench.Timed{Name: "rg", Run: func(round int) error { return l.ripgrep(rg, l.questions[round%len(l.questions)]) }})
	if err != nil {
		return false, err
	}
	return l.reportRipgrep(m), nil
}

func (l library) reportRipgrep(m []time.Duration) bool {
	fmt.Printf("  warm search %.2f ms, rg %.1f ms\n", bench.Milliseconds(m[0]), bench.Milliseconds(m[1]))
	r := bench.Ratio{Name: "warm search / rg", Got: bench.Over(m[0], m[1])}
	if l.Files >= 10_000 {
		r.Target = 0.2
	}
	return r.Print()
}

// ripgrep lists the files that have any of the words.
func (l library) ripgrep(rg, question string) error {
	args := []string{"-l", "-i", "-F"}
	for word := range strings.FieldsSeq(question) {
		args = append(args, "-e", word)
	}
	return l.Command(rg, append(args, ".")...).Run()
}
