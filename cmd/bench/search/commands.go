package main

import (
	"fmt"

	"gitmem/cmd/bench"
)

// commands measures `gitmem search` as a whole process.
func (s *shelf) commands(rounds int) (bool, error) {
	empty, gitmem, err := s.Programs()
	if err != nil {
		return false, err
	}
	if _, err := s.Run(gitmem, "--store", s.Root, "search", "--", s.questions[0]); err != nil { // builds the index
		return false, err
	}
	c := oneShot{shelf: s, empty: empty, gitmem: gitmem, rounds: rounds}
	met, err := c.compare("nothing changed", func(int) error { return nil })
	if err != nil {
		return false, err
	}
	ok, err := c.compare("one file changed", func(int) error { _, err := s.change(1); return err })
	return met && ok, err
}

// oneShot runs whole processes.
type oneShot struct {
	*shelf
	empty, gitmem string // programs
	rounds        int
}

// compare prepares the store before each command in the same way.
func (c oneShot) compare(what string, before func(int) error) (bool, error) {
	m, err := bench.Compare(c.rounds,
		bench.Timed{Name: "start-up", Run: func(int) error { return c.Command(c.empty).Run() }},
		bench.Timed{Name: "git status", Before: before, Run: func(int) error { return c.Command("git", "status", "--porcelain").Run() }},
		bench.Timed{Name: "gitmem search", Before: before, Run: c.search},
	)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d files, %s: start-up %.1f ms, git status %.1f ms, gitmem search %.1f ms\n", c.Files, what, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]))
	r := bench.Ratio{Name: "gitmem search / (start-up + 1.5 × git status)", Got: bench.Over(m[2], m[0]+m[1]*3/2)}
	if c.Files >= targetFiles {
		r.Target = 1
	}
	return r.Print(), nil
}

func (c oneShot) search(round int) error {
	out, err := c.Run(c.gitmem, "--store", c.Root, "search", "--", c.questions[round%len(c.questions)])
	if err == nil && out == "" {
		err = fmt.Errorf("gitmem search %s: it found nothing, but a record has all these words", c.questions[round%len(c.questions)])
	}
	return err
}
