package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/hooks/agent"
	"gitmem/repo"
	"gitmem/repo/session"
)

// hookHome is a home with a project in which an agent works, and a transcript
// with one finished turn that is worth learning from.
type hookHome struct {
	*testing.T
	home, project, transcript string
	streams                   Streams
	out, err                  *bytes.Buffer
	started                   []agent.Runner
}

var hookNow = time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)

func newHookHome(t *testing.T) *hookHome {
	t.Helper()
	h := &hookHome{T: t, home: t.TempDir(), out: &bytes.Buffer{}, err: &bytes.Buffer{}}
	h.project, h.transcript = filepath.Join(h.home, "p"), filepath.Join(h.home, "talk.jsonl")
	h.write(filepath.Join(h.home, ".config", "gitmem", "config.yaml"),
		"models:\n  m:\n    kind: openai\n    base_url: http://127.0.0.1:1\n    key_env: MY_KEY\nlearning:\n  extractor_model: m/tiny\n  post_turn:\n    idle_delay_ms: 0\n")
	h.write(filepath.Join(h.project, "file"), "")
	h.write(h.transcript, fmt.Sprintf(`{"type":"user","uuid":"u1","sessionId":"s","cwd":%[1]q,"timestamp":"2026-12-01T07:40:00Z","message":{"role":"user","content":"install"}}
{"type":"assistant","uuid":"a1","sessionId":"s","cwd":%[1]q,"timestamp":"2026-12-01T07:40:10Z","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"npm i"}}]}}
{"type":"user","uuid":"r1","sessionId":"s","cwd":%[1]q,"timestamp":"2026-12-01T07:40:20Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok","is_error":false}]}}
{"type":"assistant","uuid":"e1","sessionId":"s","cwd":%[1]q,"timestamp":"2026-12-01T07:42:00Z","message":{"id":"n1","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"Done."}]}}
`, h.project))
	environ := []string{"HOME=" + h.home, "USERPROFILE=" + h.home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "MY_KEY=made-up", "CLAUDECODE=1"}
	env := repo.ReadEnv((&app{Streams: Streams{Environ: environ}}).getenv)
	env.AccountHome, env.OwnConfigHome = env.Home, ""
	h.streams = Streams{
		Out: h.out, Err: h.err, Dir: h.project, Environ: environ, Env: &env, Now: func() time.Time { return hookNow },
		After: func(time.Duration) <-chan time.Time { return nil }, // all the time of the world
		Start: func(r agent.Runner) error { h.started = append(h.started, r); return nil },
	}
	h.main(0, "init", "-q")
	return h
}

func (h *hookHome) write(path, text string) {
	h.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

// main runs a command that must end with a code, and gives what it said.
func (h *hookHome) main(code int, args ...string) (out, complaint string) {
	h.Helper()
	h.out.Reset()
	h.err.Reset()
	if got := Main(args, h.streams); got != code {
		h.Fatalf("%v: exit code %d, not %d: %s%s", args, got, code, h.out, h.err)
	}
	return h.out.String(), h.err.String()
}

// hook runs a hook, which must say nothing to its agent.
func (h *hookHome) hook(event string) (complaint string) {
	h.Helper()
	h.streams.In = strings.NewReader(fmt.Sprintf(`{"session_id":"s","transcript_path":%q,"cwd":%q,"hook_event_name":%q}`, h.transcript, h.project, event))
	out, complaint := h.main(0, hookName, agent.ClaudeCode, event)
	if out != "" {
		h.Fatalf("%s: stdout %q", event, out)
	}
	return complaint
}

// learner opens the store as a process does that probe may kill.
func (h *hookHome) learner(probe func(step, path string) error) (*app, *learner) {
	h.Helper()
	a := newApp(h.streams)
	l, err := a.learner()
	if err != nil {
		h.Fatal(err)
	}
	state := l.Ledger.Desk.Store.State
	l.Shelf = session.Open(state, session.Options{Now: h.streams.Now, Probe: probe})
	l.Queue = jobs.Open(filepath.Join(state, jobs.Folder), jobs.Options{Now: h.streams.Now, Probe: probe})
	return a, l
}

func (h *hookHome) queued() []jobs.Job {
	h.Helper()
	_, l := h.learner(nil)
	list, bad, err := l.Queue.List()
	if err != nil || len(bad) > 0 {
		h.Fatal(bad, err)
	}
	return list
}

func TestAHookStartsARunnerWhereSomethingWaitsAndNobodyIsThere(t *testing.T) {
	h := newHookHome(t)
	starts := func(event string, want bool) {
		t.Helper()
		h.started = nil
		if complaint := h.hook(event); complaint != "" || len(h.started) > 1 || len(h.started) == 1 != want {
			t.Fatalf("%s: %q, %+v", event, complaint, h.started)
		}
	}
	starts("SessionStart", false) // nothing waits
	starts("Stop", false)
	starts("SessionStart", true) // a transcript is noted
	r := h.started[0]
	_, l := h.learner(nil)
	if want := []string{"--store", l.found.Root, "jobs", "run", "--max", "2"}; !slices.Equal(r.Args, want) || r.Dir != h.home || filepath.Dir(r.Log) != filepath.Join(l.Ledger.Desk.Store.State, jobs.Folder) {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(r.Environ, "MY_KEY=made-up") || slices.Contains(r.Environ, "CLAUDECODE=1") {
		t.Errorf("%q", r.Environ)
	}
	release, err := l.Queue.Attend(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	starts("SessionEnd", false) // watch, or another runner, lives
	release()
	starts("SessionEnd", true)

	// read, with a job that is due, and then with one that is not
	a, l := h.learner(nil)
	if _, err := a.followNoted(context.Background(), l); err != nil {
		t.Fatal(err)
	}
	starts("SessionStart", true)
	h.streams.Now = func() time.Time { return hookNow.Add(-time.Second) }
	starts("SessionStart", false)
	h.streams.Now = func() time.Time { return hookNow }

	h.streams.Environ = append(h.streams.Environ, "GITMEM_LEARNING_GENERATE=false")
	starts("SessionStart", false)
}

func TestAHookEndsWithZero(t *testing.T) {
	h := newHookHome(t)
	h.hook("Stop")
	h.streams.Start = func(agent.Runner) error { panic("a fault of the program") }
	if complaint := h.hook("SessionEnd"); complaint != "gitmem hook: unexpected: a fault of the program\n" {
		t.Errorf("%q", complaint)
	}
	h.streams.Start = func(agent.Runner) error { return errors.New("no more\nprocesses") }
	if complaint := h.hook("SessionEnd"); complaint != "gitmem hook: no more; processes\n" {
		t.Errorf("%q", complaint)
	}

	// An agent that never closes the input, and a time that is over.
	in, hold := io.Pipe()
	defer hold.Close()
	over := make(chan time.Time)
	close(over)
	h.streams.In, h.streams.After = in, func(time.Duration) <-chan time.Time { return over }
	if out, complaint := h.main(0, hookName, agent.Codex, "Stop"); out+complaint != "" {
		t.Errorf("%q %q", out, complaint)
	}
	h.streams.Env = nil
	h.streams.Environ = nil
	h.main(0, hookName, "--bogus")
}

// What a hook noted becomes a job once, wherever the work is killed.
func TestAdmissionKilledAtEveryStep(t *testing.T) {
	dead := errors.New("dead")
	for n := 1; ; n++ {
		h, steps, last := newHookHome(t), 0, ""
		probe := func(step, _ string) error {
			if steps++; steps >= n {
				last = step
				return dead
			}
			return nil
		}
		a, l := h.learner(probe)
		size := int64(len(h.read(h.transcript)))
		note := session.Noted{Path: h.transcript, Format: agent.ClaudeCode, Size: size, Ended: true}
		err := l.Shelf.Note(note)
		if err == nil {
			_, err = a.followNoted(context.Background(), l)
		}
		if steps >= n && err == nil {
			t.Fatalf("killed at %d (%s), and nobody says so", n, last)
		}
		h.admitted(note, fmt.Sprintf("killed at %d (%s)", n, last))
		if steps < n {
			if n < 10 {
				t.Errorf("only %d steps: does the probe still see them?", n)
			}
			return
		}
	}
}

// admitted goes on after a kill: the next hook, and the next wake.
func (h *hookHome) admitted(note session.Noted, where string) {
	h.Helper()
	for range 2 {
		a, l := h.learner(nil)
		if noted, err := l.Shelf.Noted(); err != nil || len(noted) == 0 && len(h.queued()) != 1 {
			if where == "" || l.Shelf.Note(note) != nil { // the hook itself was killed: the next one notes it
				h.Fatalf("%s: neither noted nor queued: %v", where, err)
			}
		}
		if _, err := a.followNoted(context.Background(), l); err != nil {
			h.Fatalf("%s: %v", where, err)
		}
		if noted, err := l.Shelf.Noted(); err != nil || len(noted) != 0 {
			h.Fatalf("%s: %v %v", where, noted, err)
		}
		if list := h.queued(); len(list) != 1 || list[0].Session != "s" || list[0].Attempts != 0 {
			h.Fatalf("%s: %+v", where, list)
		}
	}
}

func (h *hookHome) read(path string) []byte {
	h.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		h.Fatal(err)
	}
	return data
}

// answering is a model whose answers a test gives.
type answering func() (model.Answer, error)

func (f answering) Complete(context.Context, model.Request) (model.Answer, error) { return f() }
