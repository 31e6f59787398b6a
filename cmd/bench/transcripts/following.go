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

// Sizes of the files that are followed, in MiB, and by how much they grow.
const (
	shortFile = 10
	longFile  = 500
	growth    = 1
)

// lineText is how long a message is in a line of these files, in bytes.
const lineText = 4000

// following compares what a mebibyte more costs behind a short file and behind
// one that is fifty times as long.
func following(folder string, rounds int) (bool, error) {
	short, err := grown(filepath.Join(folder, "short"), shortFile)
	if err != nil {
		return false, err
	}
	long, err := grown(filepath.Join(folder, "long"), longFile)
	if err != nil {
		return false, err
	}
	m, err := bench.Compare(rounds, short, long)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d MiB more: behind %d MiB %.2f ms, behind %d MiB %.2f ms\n", growth, shortFile, bench.Milliseconds(m[0]), longFile, bench.Milliseconds(m[1]))
	return bench.Ratio{Name: "following a long file / a short one, time", Got: bench.Over(m[1], m[0]), Target: 2}.Print(), nil
}

// grown is a file of some mebibytes that was read, and grows each round.
func grown(folder string, megabytes int) (bench.Timed, error) {
	path := filepath.Join(folder, "talk.jsonl")
	shelf := session.Open(folder, session.Options{})
	next, lines := 0, (1<<20)/lineText
	add := func(n int) error {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		for range n * lines {
			next++
			if _, err := fmt.Fprintf(f, `{"id":"u%d","role":"user","text":"%s"}`+"\n", next, strings.Repeat("w", lineText)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(megabytes); err != nil {
		return bench.Timed{}, err
	}
	_, err := transcript.Import(context.Background(), shelf, []string{path}, transcript.Options{})
	return bench.Timed{
		Name:   folder,
		Before: func(int) error { return add(growth) },
		Run: func(int) error {
			r, _, err := transcript.Follow(context.Background(), shelf, path, transcript.Options{})
			if err == nil && r.Messages != growth*lines {
				err = fmt.Errorf("%d messages instead of %d", r.Messages, growth*lines)
			}
			return err
		},
	}, err
}
