package model

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	keyTime  = 60 * time.Second // a person may have to unlock something
	maxKey   = 8 << 10          // bytes
	pipeWait = time.Second      // for what a killed key command left behind
)

// secret finds a provider's key when it is first needed and keeps it until the
// server does not accept it.
type secret struct {
	where   string // models.<name>
	env     string
	command []string
	environ []string
	dir     string

	mu    sync.Mutex
	value string
	found bool
}

// get is the key, or "" where the settings name none. The variable comes
// before the command.
func (s *secret) get(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found {
		return s.value, nil
	}
	value, err := s.find(ctx)
	if err != nil {
		return "", err
	}
	s.value, s.found = value, true
	return value, nil
}

// forget makes the next get look again: a key may have been renewed.
func (s *secret) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found = false // the value stays, so that hide still knows it
}

func (s *secret) find(ctx context.Context) (string, error) {
	if s.env == "" && len(s.command) == 0 {
		return "", nil
	}
	source, value := s.env, strings.TrimSpace(variable(s.environ, s.env))
	if value == "" {
		if len(s.command) == 0 {
			return "", &KeyError{Where: s.where, Why: "the environment variable " + s.env + " is empty"}
		}
		source = s.where + ".key_command"
		printed, err := s.run(ctx)
		if err != nil {
			return "", err
		}
		value = printed
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", &KeyError{Where: s.where, Why: source + " gives something with spaces or other characters that no key has"}
	}
	return value, nil
}

// run is the first line that the key command prints. What it complains about
// is not repeated, since it may be part of a secret.
func (s *secret) run(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	printed := &head{left: maxKey}
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.WaitDelay = s.environ, s.dir, printed, pipeWait
	// What it started may outlive it; what it printed is there all the same.
	if err := cmd.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		if ctx.Err() != nil {
			err = errors.New("it did not end in time")
		}
		return "", &KeyError{Where: s.where, Why: fmt.Sprintf("%s.key_command (%s): %s; run it by hand to see why", s.where, s.command[0], reason(err))}
	}
	line, _, _ := strings.Cut(printed.kept.String(), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", &KeyError{Where: s.where, Why: s.where + ".key_command printed nothing in its first line"}
	}
	return line, nil
}

// reason is why a program failed, without what it said.
func reason(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ProcessState.String()
	}
	var missing *exec.Error
	if errors.As(err, &missing) {
		return missing.Err.Error()
	}
	return err.Error()
}

// head keeps the beginning of what is written to it.
type head struct {
	kept bytes.Buffer
	left int
}

func (h *head) Write(data []byte) (int, error) {
	n := min(len(data), h.left)
	h.left -= n
	_, _ = h.kept.Write(data[:n])
	return len(data), nil
}

// variable is the last value that an environment gives a name.
func variable(environ []string, name string) string {
	value := ""
	for _, e := range environ {
		if n, v, ok := strings.Cut(e, "="); ok && n == name && n != "" {
			value = v
		}
	}
	return value
}

// leastKey is the shortest value that is taken for a key, in bytes. Providers'
// own are longer; where a server wants none, people put a word such as "ollama"
// there, which answers hold as well.
const leastKey = 16

// hide is a text without the key.
func (s *secret) hide(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.value) < leastKey {
		return text
	}
	return strings.ReplaceAll(text, s.value, "[removed: key]")
}
