package repo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

func (e *engine) patient() *Store {
	s, err := Open(e.store, Options{Env: e.Env, LockWait: 60 * time.Second})
	if err != nil {
		e.Fatal(err)
	}
	return s
}

// note is an operation of one new record.
func note(name string) *Operation {
	return &Operation{
		Message: memfile.Message{Op: "propose", Subject: "propose " + name, Actor: "user"},
		Changes: []Change{{Path: "records/" + name + ".md", After: Of([]byte(name + "\n"))}},
	}
}

// beside runs two writers while others work in the same repository, and
// returns what the writers were told is done.
func (e *engine) beside(others ...func()) [][]string {
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	var writers, rest sync.WaitGroup
	reported := make([][]string, 2)
	for w := range 2 {
		writers.Add(1)
		go func() {
			defer writers.Done()
			s := e.patient()
			for n := range rounds {
				name := fmt.Sprintf("w%d-%d", w, n)
				if _, err := s.Run(context.Background(), func() (*Operation, error) { return note(name), nil }); err != nil {
					e.Errorf("%s: %v", name, err)
					return
				}
				reported[w] = append(reported[w], name)
			}
		}()
	}
	stop := make(chan struct{})
	for _, other := range others {
		rest.Add(1)
		go func() {
			defer rest.Done()
			for {
				select {
				case <-stop:
					return
				default:
					other()
				}
			}
		}()
	}
	writers.Wait()
	close(stop)
	rest.Wait()
	return reported
}

func (e *engine) neverTorn() {
	if out, err := e.tryGit("rev-parse", "--verify", "HEAD"); err != nil {
		e.Errorf("git sees a torn reference: %s", out)
	}
}

// Two writers, and `git commit` beside them: every operation that was reported
// is in the history once, every commit of git too, no reference is ever torn.
func TestWritersBesideGitCommit(t *testing.T) {
	e := newEngine(t)
	commits, n := 0, 0
	reported := e.beside(e.neverTorn, func() {
		n++
		e.save(fmt.Sprintf("git/%d.txt", n), "x\n")
		if _, err := e.tryGit("add", "git"); err != nil {
			return
		}
		if _, err := e.tryGit("commit", "-qm", fmt.Sprintf("by git %d", n)); err == nil {
			commits++
		}
	})
	e.allThere(reported, commits)
}

// The same beside everything of git that throws objects and references away.
func TestWritersBesideGitGC(t *testing.T) {
	e := newEngine(t)
	reported := e.beside(e.neverTorn, func() {
		_, _ = e.tryGit("gc", "-q", "--prune=now")
		_, _ = e.tryGit("pack-refs", "--all")
		_, _ = e.tryGit("repack", "-a", "-d", "-q")
		_, _ = e.tryGit("prune", "--expire=now")
	})
	e.allThere(reported, 0)
}

func (e *engine) allThere(reported [][]string, commits int) {
	e.Helper()
	log := e.git("log", "--format=%s")
	for _, names := range reported {
		for _, name := range names {
			if strings.Count(log+"\n", "propose "+name+"\n") != 1 {
				e.Errorf("%s is %d times in the history", name, strings.Count(log+"\n", "propose "+name+"\n"))
			}
		}
	}
	if got := strings.Count(log, "by git"); got < commits {
		e.Errorf("git reported %d commits, %d are in the history", commits, got)
	}
	if out := e.git("fsck", "--strict", "--full"); strings.Contains(out, "error") || strings.Contains(out, "missing") {
		e.Errorf("fsck: %s", out)
	}
}

// Two that want the same change: one wins, the other sees what it did.
func TestTwoForOneChange(t *testing.T) {
	e := newEngine(t)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, errs[i] = e.patient().Run(context.Background(), func() (*Operation, error) { return note("same"), nil })
		}()
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		var drift *DriftError
		switch {
		case err == nil:
			won++
		case !errors.As(err, &drift):
			t.Errorf("a loser got %v", err)
		}
	}
	if won != 1 || e.operations("propose") != 1 {
		t.Errorf("%d won, %d commits", won, e.operations("propose"))
	}
	e.clean()
}

// Faults of the disk, passed in: nothing is lost, nothing is half.
func TestDiskFaults(t *testing.T) {
	full := errors.New("no space left on device")
	for _, step := range []string{"write", "sync", "op.objects", "op.ref", "lock", "mkdir", "op.exchange", "op.create", "op.seal", "op.index", "op.branch"} {
		t.Run(step, func(t *testing.T) {
			e := withMemory(t)
			for nth := 1; ; nth++ {
				count := 0
				op := e.change("apply", map[string]string{"MEMORY.md": fmt.Sprintf("- try %d\n", nth), fmt.Sprintf("records/%s.md", "a"): fmt.Sprintf("%d\n", nth)})
				before := e.operations("apply")
				_, err := e.run(e.open(gitdir.Probe(func(at, _ string) error {
					if at != step {
						return nil
					}
					if count++; count == nth {
						return full
					}
					return nil
				})), op)
				if count < nth {
					if err != nil {
						t.Fatal(err)
					}
					return
				}
				if _, rerr := e.open(nil).Recover(context.Background()); rerr != nil {
					t.Fatal(rerr)
				}
				done := e.operations("apply") - before
				if err == nil && done != 1 || done > 1 || (done == 1) != (e.read("MEMORY.md") == fmt.Sprintf("- try %d\n", nth)) {
					t.Fatalf("fault %d at %s: error %v, %d commits, memory %q", nth, step, err, done, e.read("MEMORY.md"))
				}
				e.clean()
			}
		})
	}
}

// A clock that goes backwards never makes a commit older than its parent.
func TestClockGoesBackwards(t *testing.T) {
	e := newEngine(t)
	e.propose()
	past := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	s, err := Open(e.store, Options{Env: e.Env, Now: func() time.Time { return past }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.run(s, e.change("apply", applied)); err != nil {
		t.Fatal(err)
	}
	times := strings.Fields(e.git("log", "--format=%ct"))
	for i := 1; i < len(times); i++ {
		if times[i-1] < times[i] {
			t.Errorf("commit times %v", times)
		}
	}
}
