package repo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gitmem/repo/gitdir"
)

var errDead = errors.New("the process is dead")

// dieAt is a process that is killed before its n-th change of the disk: from
// then on it changes nothing any more.
func dieAt(n int) (gitdir.Probe, *[]string) {
	var steps []string
	return func(step, path string) error {
		steps = append(steps, step+" "+path)
		if len(steps) >= n {
			return errDead
		}
		return nil
	}, &steps
}

// countSteps is how many changes of the disk an operation makes.
func countSteps(e *engine, op *Operation) int {
	n := 0
	if _, err := e.run(e.open(func(string, string) error { n++; return nil }), op); err != nil {
		e.Fatal(err)
	}
	return n
}

// scenario is an operation that is killed at every step.
type scenario struct {
	name  string
	op    string
	setUp func(e *engine)
	to    map[string]string
	from  map[string]string
}

var scenarios = []scenario{
	{
		name: "apply", op: "apply", setUp: func(e *engine) { e.propose() },
		from: map[string]string{"MEMORY.md": "(absent)", openCandidate: "proposed\n", settledCandidate: "(absent)"}, to: applied,
	},
	{name: "second apply", op: "apply", setUp: func(e *engine) {
		e.propose()
		e.mustRun(e.change("apply", applied))
	}, from: map[string]string{"MEMORY.md": "- one\n", "notes.md": "(absent)"}, to: map[string]string{"MEMORY.md": "- two\n", "notes.md": "n\n"}},
	{name: "undo", op: "undo", setUp: func(e *engine) {
		e.propose()
		e.mustRun(e.change("apply", applied))
	}, from: map[string]string{"MEMORY.md": "- one\n", settledCandidate: "applied\n"}, to: map[string]string{"MEMORY.md": "(absent)", settledCandidate: "undone\n"}},
	{
		name: "records", op: "reject", setUp: func(e *engine) { e.propose() },
		from: map[string]string{openCandidate: "proposed\n", settledCandidate: "(absent)"}, to: map[string]string{openCandidate: "(absent)", settledCandidate: "rejected\n"},
	},
	{
		name: "import", op: "import", setUp: func(e *engine) {},
		from: map[string]string{"records/a.md": "(absent)", "records/b.md": "(absent)", "notes.md": "(absent)"},
		to:   map[string]string{"records/a.md": "a\n", "records/b.md": "b\n", "notes.md": "n\n"},
	},
}

// stands compares the files with one side of a scenario.
func (e *engine) stands(side map[string]string) bool {
	for path, text := range side {
		if e.read(path) != text {
			return false
		}
	}
	return true
}

func (e *engine) dump(side map[string]string) string {
	var b strings.Builder
	for path := range side {
		fmt.Fprintf(&b, "%s: %q\n", path, e.read(path))
	}
	return b.String()
}

// TestR01KillAtEveryStep kills each operation before each of its changes of
// the disk. After recovery it has taken place whole or not at all, the history
// says the same, a second recovery finds nothing, and git finds nothing wrong.
func TestR01KillAtEveryStep(t *testing.T) {
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			probe := newEngine(t)
			sc.setUp(probe)
			steps := countSteps(probe, probe.change(sc.op, sc.to))
			stride := 1
			if testing.Short() {
				stride = 5
			}
			for n := 1; n <= steps; n += stride {
				killOnce(t, sc, n)
			}
		})
	}
}

func killOnce(t *testing.T, sc scenario, n int) {
	e := newEngine(t)
	sc.setUp(e)
	before := e.operations(sc.op)
	die, steps := dieAt(n)
	_, err := e.run(e.open(die), e.change(sc.op, sc.to))
	where := fmt.Sprintf("%s, killed at %d (%s)", sc.name, n, (*steps)[min(n, len(*steps))-1])
	reported := err == nil
	e.recoverTwice(where)
	e.judge(where, sc, before, reported)
}

// recoverTwice settles what is pending; the second time there is nothing.
func (e *engine) recoverTwice(where string) {
	e.Helper()
	if _, err := e.open(nil).Recover(context.Background()); err != nil {
		e.Fatalf("%s: recover: %v", where, err)
	}
	head := e.git("rev-parse", "HEAD")
	again, err := e.open(nil).Recover(context.Background())
	if err != nil || len(again) > 0 {
		e.Errorf("%s: second recover: %v, %v", where, again, err)
	}
	if e.git("rev-parse", "HEAD") != head {
		e.Errorf("%s: the second recover made a commit", where)
	}
}

func (e *engine) judge(where string, sc scenario, before int, reported bool) {
	e.Helper()
	done := e.operations(sc.op) - before
	switch {
	case done == 1 && e.stands(sc.to):
	case done == 0 && e.stands(sc.from) && !reported:
	default:
		e.Errorf("%s: %d commits of it, reported %v, files:\n%s", where, done, reported, e.dump(sc.to))
	}
	e.clean()
	if e.Failed() {
		e.Fatalf("%s: stop", where)
	}
}

// TestKillInRecovery kills the operation, then its recovery, at pairs of steps.
func TestKillInRecovery(t *testing.T) {
	sc := scenarios[1]
	probe := newEngine(t)
	sc.setUp(probe)
	steps := countSteps(probe, probe.change(sc.op, sc.to))
	stride := 3
	if testing.Short() {
		stride = 9
	}
	for n := 1; n <= steps; n += stride {
		for m := 1; ; m += 4 {
			e := newEngine(t)
			sc.setUp(e)
			before := e.operations(sc.op)
			die, _ := dieAt(n)
			_, _ = e.run(e.open(die), e.change(sc.op, sc.to))
			again, seen := dieAt(m)
			_, err := e.open(again).Recover(context.Background())
			where := fmt.Sprintf("%s, killed at %d and in recovery at %d", sc.name, n, m)
			e.recoverTwice(where)
			e.judge(where, sc, before, false)
			if err == nil && len(*seen) < m {
				break
			}
		}
	}
}
