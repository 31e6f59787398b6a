//go:build unix

package cmd_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/candidates/evidence"
)

// note records a note and gives its id.
func (p *person) note(text string, args ...string) string {
	p.Helper()
	id, _, _ := strings.Cut(p.run("gitmem", append([]string{"learn", "note", text}, args...)...), " ")
	return id
}

func TestForgetAtTerminal(t *testing.T) {
	p := newPerson(t)
	id := p.note("Use pnpm.")
	promoted := strings.Split(strings.TrimSpace(p.run("gitmem", "learn", "promote", id, "--yes")), "\n")
	candidate, _, _ := strings.Cut(promoted[len(promoted)-1], " ")
	p.run("gitmem", "approve", candidate, "--yes")
	former := p.memory()

	term := p.sit("learn", "forget", id)
	term.sees("proposes, for review: remove Use pnpm.")
	term.sees("memory itself is not changed")
	term.sees("forget " + id + "? [y/N] ")
	term.types("n\n")
	term.sees(id + ": left as it was")
	if code := term.ends(); code != 0 || !strings.HasPrefix(p.run("gitmem", "show", id), id+" promoted") {
		t.Fatalf("exit code %d:\n%s", code, term.text)
	}

	term = p.sit("learn", "forget", id)
	term.sees("? [y/N] ")
	term.types("\x03")
	if code := term.ends(); code != 130 {
		t.Errorf("exit code %d after ^C", code)
	}

	term = p.sit("learn", "forget", id)
	term.sees("? [y/N] ")
	term.types("y\n")
	term.sees("forgotten")
	if code := term.ends(); code != 0 || p.memory() != former {
		t.Fatalf("exit code %d, memory %q", code, p.memory())
	}
	if via := p.trailers("Memory-Via"); via[0] != "terminal" {
		t.Errorf("Memory-Via %q", via[0])
	}
}

// What was changed after it was shown is not decided on.
func TestConfirmWhatWasSeen(t *testing.T) {
	p := newPerson(t)
	id := p.note("Use pnpm.", "--agent", "codex", "--confidence", "0.5", "--session", "s1")
	term := p.sit("learn", "confirm", "--session", "s1")
	term.sees("confirm " + id + "? [y/N] ")
	files, err := filepath.Glob(filepath.Join(p.store, "experiences", "*", "*", "*", id+".md"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte(strings.Replace(string(data), "# Use pnpm", "# Use yarn", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	term.types("y\n")
	term.sees("it was changed after it was shown")
	if code := term.ends(); code != 6 || !strings.HasPrefix(p.run("gitmem", "show", id), id+" held") {
		t.Fatalf("exit code %d:\n%s", code, term.text)
	}
}

// No session of an agent can bury a person under what it records.
func TestFloodOfHeldExperiences(t *testing.T) {
	p := newPerson(t)
	agent := []string{"--agent", "codex", "--confidence", "0.5", "--session", "s1"}
	for i := range evidence.MaxHeldPerSession {
		p.note(fmt.Sprintf("Fact %d.", i), agent...)
	}
	out, err := p.command("gitmem", append([]string{"learn", "note", "One more."}, agent...)...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, said := range []string{"32 experiences of models wait in this session", "hint: `gitmem learn status --status held` lists them"} {
		if !strings.Contains(string(out), said) {
			t.Errorf("%q is not said:\n%s", said, out)
		}
	}
	p.note("Mine.") // a person's waits for nobody
}

// A no is a document too.
func TestNotConfirmedIsADocument(t *testing.T) {
	p := newPerson(t)
	held, active := p.note("Held.", "--agent", "codex", "--confidence", "0.5"), p.note("Active.")
	for _, args := range [][]string{{"confirm", held}, {"promote", active}, {"forget", active}} {
		term := p.sit(append(append([]string{"learn"}, args...), "--json")...)
		term.sees("? [y/N] ")
		term.types("n\n")
		term.sees("[]")
		if code := term.ends(); code != 0 {
			t.Errorf("%s: exit code %d\n%s", args[0], code, term.text)
		}
	}
	term := p.sit("learn", "confirm", held)
	term.sees("? [y/N] ")
	term.types("y\n")
	term.sees(held + " \x1b[1mactive\x1b[0m")
	if code := term.ends(); code != 0 {
		t.Errorf("exit code %d\n%s", code, term.text)
	}
}
