package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gitmem/cmd/bench"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// following compares what ten new lines cost behind a small file and behind one
// that is a hundred times as long.
func following(folder string, rounds int) (bool, error) {
	small, err := grown(filepath.Join(folder, "small"), 200)
	if err != nil {
		return false, err
	}
	long, err := grown(filepath.Join(folder, "big"), 20000)
	if err != nil {
		return false, err
	}
	m, err := bench.Compare(rounds, small, long)
	if err != nil {
		return false, err
	}
	fmt.Printf("ten lines more: behind 200 lines %.2f ms, behind 20,000 lines (80 MiB) %.2f ms\n", bench.Milliseconds(m[0]), bench.Milliseconds(m[1]))
	return bench.Ratio{Name: "following a long file / a short one, time", Got: bench.Over(m[1], m[0]), Target: 5}.Print(), nil
}

// grown is a file of some lines that was read, and grows each round.
func grown(folder string, lines int) (bench.Timed, error) {
	path := filepath.Join(folder, "talk.jsonl")
	shelf := session.Open(folder, session.Options{})
	next := 0
	add := func(n int) error {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		for range n {
			next++
			if _, err := fmt.Fprintf(f, `{"id":"u%d","role":"user","text":"%s"}`+"\n", next, strings.Repeat("w", 4000)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(lines); err != nil {
		return bench.Timed{}, err
	}
	_, err := transcript.Import(context.Background(), shelf, []string{path}, transcript.Options{})
	return bench.Timed{
		Name:   folder,
		Before: func(int) error { return add(10) },
		Run: func(int) error {
			r, _, err := transcript.Follow(context.Background(), shelf, path, transcript.Options{})
			if err == nil && r.Messages != 10 {
				err = fmt.Errorf("%d messages instead of 10", r.Messages)
			}
			return err
		},
	}, err
}
