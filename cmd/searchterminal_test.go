//go:build unix

package cmd_test

import "testing"

// What matched is shown on a terminal, in the title and below it, and nowhere
// else.
func TestSearchAtTerminal(t *testing.T) {
	p := newPerson(t)
	p.run("gitmem", "learn", "record", "--kind", "problem", "--title", "pnpm hangs", "--summary", "Behind the proxy\npnpm waits.", "--resolution", "None yet.")
	term := p.sit("search", "pnpm")
	term.sees("problem 20")
	term.sees(": \x1b[1mpnpm\x1b[0m hangs")
	term.sees("Behind the proxy \x1b[1mpnpm\x1b[0m waits.")
	if code := term.ends(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	term = p.sit("search", "pnpm", "--no-color")
	term.sees(": pnpm hangs")
	term.sees("Behind the proxy pnpm waits.")
	if code := term.ends(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
}
