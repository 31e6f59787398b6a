package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/cmd/bench"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

// speed compares an import of all samples with a loop of json.Valid.
func speed(samples, folder string, rounds int) (bool, error) {
	files, size, err := readable(samples, folder)
	if err != nil {
		return false, err
	}
	valid := 0
	m, err := bench.Compare(rounds,
		bench.Timed{Name: "json.Valid", Run: func(int) (err error) {
			valid, err = validLines(files)
			return err
		}},
		bench.Timed{
			Name:   "import",
			Before: func(round int) error { _, err := state(folder, round); return err },
			Run: func(round int) error {
				shelf := session.Open(filepath.Join(folder, fmt.Sprintf("state-%d", round)), session.Options{})
				_, err := transcript.Import(context.Background(), shelf, files, transcript.Options{})
				return err
			},
		},
	)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d samples, %.1f MiB, %d valid lines: json.Valid %.1f ms, import %.1f ms\n",
		len(files), float64(size)/(1<<20), valid, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]))
	return bench.Ratio{Name: "import / loop of json.Valid, time", Got: bench.Over(m[1], m[0]), Target: 2}.Print(), nil
}

// readable are the samples of formats that are read.
func readable(samples, folder string) (files []string, size int64, err error) {
	probe := session.Open(filepath.Join(folder, "probe"), session.Options{})
	err = filepath.WalkDir(samples, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		if _, err := transcript.Import(context.Background(), probe, []string{path}, transcript.Options{}); errors.Is(err, transcript.ErrFormat) {
			return nil
		} else if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			files, size = append(files, path), size+info.Size()
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no transcript to measure with", samples)
	}
	return files, size, err
}

// validLines counts the lines that are valid JSON.
func validLines(files []string) (int, error) {
	n := 0
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			return n, err
		}
		r := bufio.NewReaderSize(f, 256<<10)
		for err == nil {
			var line []byte
			if line, err = r.ReadBytes('\n'); json.Valid(line) {
				n++
			}
		}
		if err := f.Close(); err != nil {
			return n, err
		}
		if !errors.Is(err, io.EOF) {
			return n, err
		}
	}
	return n, nil
}
