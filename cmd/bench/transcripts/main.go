// Command transcripts measures the import of transcripts: the speed on real
// samples against a loop that reads the same lines and runs json.Valid on each,
// in the same run; which turns of the samples are worth learning from; the
// memory on a file of 1 GB and on a line of 70 MiB; and what following a file
// costs that grows.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"gitmem/cmd/bench"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

func main() {
	samples := flag.String("samples", "../shared/data/transcripts", "folder of transcripts")
	megabytes := flag.Int("megabytes", 1024, "size of the large file, in MiB; 0: none")
	rounds := flag.Int("rounds", 9, "rounds that count")
	child := flag.String("import", "", "only import this file, as the measured process does")
	flag.Parse()
	if *child != "" {
		os.Exit(importOnly(*child))
	}
	met, err := measure(*samples, *megabytes, *rounds)
	os.Exit(bench.Status(met, err))
}

// importOnly is the process whose memory is measured: it prints how many
// messages were new and how many lines were skipped, the last of them.
func importOnly(path string) int {
	state, err := os.MkdirTemp("", "state")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(state)
	r, err := transcript.Import(context.Background(), session.Open(state, session.Options{}), []string{path}, transcript.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	last := 0
	for _, s := range r.Skipped {
		last = s.Line
	}
	fmt.Println(r.Messages, len(r.Skipped), last)
	return 0
}

func measure(samples string, megabytes, rounds int) (bool, error) {
	folder, err := os.MkdirTemp("", "transcripts")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	met, err := speed(samples, folder, rounds)
	if err != nil {
		return false, err
	}
	if err := learning(samples, folder); err != nil {
		return false, err
	}
	for _, step := range []func() (bool, error){
		func() (bool, error) { return following(folder, rounds) },
		func() (bool, error) { return large(filepath.Join(folder, "large.jsonl"), megabytes) },
		func() (bool, error) { return longLine(filepath.Join(folder, "long.jsonl")) },
	} {
		ok, err := step()
		if err != nil {
			return false, err
		}
		met = met && ok
	}
	return met, nil
}

// state is an empty folder of its own for each round.
func state(folder string, round int) (string, error) {
	path := filepath.Join(folder, "state-"+strconv.Itoa(round))
	if err := os.RemoveAll(path); err != nil {
		return "", err
	}
	return path, os.MkdirAll(path, 0o700)
}
