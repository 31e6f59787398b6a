//go:build unix

package cmd_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// person sits at a real terminal, in surroundings and a project of their own.
type person struct {
	*testing.T
	work, dir, store string
	env              []string
}

func newPerson(t *testing.T) *person {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("this needs git, which is not in PATH")
	}
	p := &person{T: t, work: t.TempDir()}
	vars, err := surroundings(p.work)
	if err != nil {
		t.Fatal(err)
	}
	vars["TERM"], vars["PATH"] = "xterm-256color", os.Getenv("PATH")
	for name, value := range vars {
		p.env = append(p.env, name+"="+value)
	}
	p.dir = filepath.Join(p.work, "p")
	p.run("git", "init", "-q", p.dir)
	p.run("gitmem", "init", "-q")
	p.store = strings.TrimSpace(p.run("gitmem", "path"))
	return p
}

func (p *person) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = p.env
	if _, err := os.Stat(p.dir); err == nil {
		c.Dir = p.dir
	}
	return c
}

// run runs a program without a terminal; it must succeed.
func (p *person) run(name string, args ...string) string {
	p.Helper()
	var stderr bytes.Buffer
	c := p.command(name, args...)
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		p.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// propose leaves a candidate open and gives its id.
func (p *person) propose(text string) string {
	p.Helper()
	id, _, _ := strings.Cut(p.run("gitmem", "add", text, "--propose"), " ")
	return id
}

func (p *person) memory() string {
	p.Helper()
	data, err := os.ReadFile(filepath.Join(p.store, "MEMORY.md"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.Fatal(err)
	}
	return string(data)
}

func (p *person) save(text string) {
	p.Helper()
	if err := os.WriteFile(filepath.Join(p.store, "MEMORY.md"), []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
}

// trailers are those of the newest operations, newest first.
func (p *person) trailers(key string) []string {
	return strings.Fields(p.run("git", "-C", p.store, "log", "--format=%(trailers:key="+key+",valueonly)"))
}

// script makes an editor of shell lines; the file is $1.
func (p *person) script(name, lines string) string {
	p.Helper()
	file := filepath.Join(p.work, name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+lines), 0o755); err != nil {
		p.Fatal(err)
	}
	return file
}

// terminal is a program that runs on a pseudo-terminal.
type terminal struct {
	p    *person
	tty  *os.File
	cmd  *exec.Cmd
	more chan []byte
	text string // everything that was on the screen
	read int    // how much of it was expected already
}

func (p *person) sit(args ...string) *terminal {
	p.Helper()
	c := p.command("gitmem", args...)
	tty, err := pty.Start(c)
	if err != nil {
		p.Fatal(err)
	}
	t := &terminal{p: p, tty: tty, cmd: c, more: make(chan []byte)}
	go func() {
		defer close(t.more)
		for {
			buf := make([]byte, 4096)
			n, err := tty.Read(buf)
			if n > 0 {
				t.more <- buf[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	p.Cleanup(func() { _ = c.Process.Kill(); _ = tty.Close() })
	return t
}

// sees waits until a text is on the screen, after what was seen before.
func (t *terminal) sees(text string) {
	t.p.Helper()
	limit := time.After(time.Minute)
	for !strings.Contains(t.text[t.read:], text) {
		select {
		case more, ok := <-t.more:
			if !ok {
				t.p.Fatalf("the program ended without %q:\n%s", text, t.text)
			}
			t.text += string(more)
		case <-limit:
			t.p.Fatalf("waited for %q in vain:\n%s", text, t.text)
		}
	}
	t.read += strings.Index(t.text[t.read:], text) + len(text)
}

func (t *terminal) types(keys string) {
	t.p.Helper()
	if _, err := t.tty.WriteString(keys); err != nil {
		t.p.Fatal(err)
	}
}

// ends waits for the end of the program and gives its exit code.
func (t *terminal) ends() int {
	t.p.Helper()
	for more := range t.more {
		t.text += string(more)
	}
	err := t.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		t.p.Fatal(err)
	}
	return 0
}
