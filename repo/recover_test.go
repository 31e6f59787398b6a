package repo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// killAt kills an apply when it reaches a named step.
func (e *engine) killAt(step string, op *Operation) {
	e.Helper()
	dead := false
	_, err := e.run(e.open(func(at, _ string) error {
		dead = dead || at == step
		if dead {
			return errDead
		}
		return nil
	}), op)
	if !dead {
		e.Fatalf("the operation never came to %s (%v)", step, err)
	}
}

// applyTwo is an operation on an existing memory and a record.
func (e *engine) applyTwo() *Operation {
	return e.change("apply", map[string]string{"MEMORY.md": "- one\n- two\n", "notes.md": "n\n"})
}

func withMemory(t *testing.T) *engine {
	e := newEngine(t)
	e.propose()
	e.mustRun(e.change("apply", applied))
	return e
}

func (e *engine) recoverOne() Settled {
	e.Helper()
	got, err := e.open(nil).Recover(context.Background())
	if err != nil || len(got) != 1 {
		e.Fatalf("recover: %+v, %v", got, err)
	}
	return got[0]
}

// dropLocks is a person who removes the lock files after a crash, as git says.
func (e *engine) dropLocks() {
	for _, name := range []string{"index.lock", "HEAD.lock", "refs/heads/main.lock"} {
		os.Remove(filepath.Join(e.store, ".git", name))
	}
}

// The table of docs/operation.md, for what a person does between a crash and
// the recovery.
func TestRecoveryTable(t *testing.T) {
	for _, c := range []struct {
		name, step string
		then       func(e *engine)
		result     string
		memory     string
		applies    int
	}{
		{name: "before the switch", step: "op.exchange", result: "failed", memory: "- one\n", applies: 1},
		{name: "after the deciding file", step: "op.replaced", result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "after the index", step: "op.branch", result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "after the branch", step: "op.done", result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "commit -a takes it along", step: "op.branch", then: func(e *engine) { e.git("commit", "-qam", "mine") }, result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "reset --hard takes it back", step: "op.replaced", then: func(e *engine) { e.git("reset", "-q", "--hard") }, result: "failed", memory: "- one\n", applies: 1},
		{name: "checkout of the file", step: "op.replaced", then: func(e *engine) { e.git("checkout", "-q", "HEAD", "--", "MEMORY.md") }, result: "failed", memory: "- one\n", applies: 1},
		{name: "a commit of something else", step: "op.replaced", then: func(e *engine) {
			e.save("other.txt", "x\n")
			e.git("add", "other.txt")
			e.git("commit", "-qm", "mine", "--", "other.txt")
		}, result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "amended after the branch moved", step: "op.done", then: func(e *engine) { e.git("commit", "-q", "--amend", "--no-edit", "--date=now") }, result: "applied", memory: "- one\n- two\n", applies: 2},
		{name: "pack-refs and gc", step: "op.replaced", then: func(e *engine) { e.git("pack-refs", "--all"); e.git("gc", "-q", "--prune=now") }, result: "applied", memory: "- one\n- two\n", applies: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := withMemory(t)
			e.killAt(c.step, e.applyTwo())
			if c.then != nil {
				e.dropLocks()
				c.then(e)
			}
			got := e.recoverOne()
			if got.Result != c.result || e.read("MEMORY.md") != c.memory || e.operations("apply") != c.applies {
				t.Errorf("%s (%s): memory %q, %d applies", got.Result, got.Reason, e.read("MEMORY.md"), e.operations("apply"))
			}
			e.clean()
		})
	}
}

// A branch that is not checked out is waited for.
func TestRecoveryWaitsForItsBranch(t *testing.T) {
	e := withMemory(t)
	e.git("branch", "other")
	e.killAt("op.replaced", e.applyTwo())
	e.dropLocks()
	e.git("stash", "-q")
	e.git("switch", "-q", "other")
	if got := e.recoverOne(); got.Result != "waiting" || !strings.Contains(got.Reason, "refs/heads/main") {
		t.Fatalf("%+v", got)
	}
	if _, err := e.run(e.open(nil), e.change("apply", map[string]string{"MEMORY.md": "- three\n"})); !errors.As(err, new(*UncertainError)) {
		t.Errorf("an operation on its path: %v", err)
	}
	e.git("switch", "-q", "main")
	e.git("stash", "pop", "-q")
	if got := e.recoverOne(); got.Result != "applied" || e.operations("apply") != 2 {
		t.Errorf("back on the branch: %+v", got)
	}
}

// What is neither before nor after is uncertain, untouched, and ended by a
// person; all that stood is in the history.
func TestUncertainAndResolve(t *testing.T) {
	for _, step := range []string{"op.replaced", "op.records", "op.branch"} {
		resolveEach(t, step)
	}
}

func resolveEach(t *testing.T, step string) {
	for _, keep := range []Keep{KeepCurrent, KeepBefore, KeepAfter} {
		t.Run(step+" "+string(keep), func(t *testing.T) {
			e := withMemory(t)
			op := e.applyTwo()
			e.killAt(step, op)
			e.save("MEMORY.md", "- one\n- mine\n")
			got := e.recoverOne()
			if got.Result != "uncertain" || e.read("MEMORY.md") != "- one\n- mine\n" {
				t.Fatalf("%+v", got)
			}
			if _, err := e.run(e.open(nil), e.change("propose", map[string]string{openCandidate: "elsewhere\n"})); err != nil {
				t.Errorf("another path: %v", err)
			}
			_, err := e.open(nil).Resolve(context.Background(), got.Operation, keep, func(at Standing) (*Operation, error) {
				return &Operation{Message: memfile.Message{Op: "resolve", IDs: got.IDs, Subject: "resolve", Actor: "user"}}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want := map[Keep]string{KeepCurrent: "- one\n- mine\n", KeepBefore: "- one\n", KeepAfter: "- one\n- two\n"}[keep]
			if e.read("MEMORY.md") != want {
				t.Errorf("memory %q", e.read("MEMORY.md"))
			}
			if !strings.Contains(e.git("log", "-p", "--", "MEMORY.md"), "mine") {
				t.Error("what stood there is not in the history")
			}
			if left := e.git("for-each-ref", "refs/gitmem"); left != "" {
				t.Errorf("op refs are left: %s", left)
			}
			if out := e.git("fsck", "--strict"); strings.Contains(out, "error") {
				t.Error(out)
			}
		})
	}
}

// saveAt saves a file at the moment of a step, as an editor would.
func (e *engine) saveAt(step string, save func()) *Store {
	done := false
	return e.open(func(at, _ string) error {
		if at == step && !done {
			done = true
			save()
		}
		return nil
	})
}

// An editor that saves between the last look and the exchange keeps its text,
// by whatever way it saves.
func TestEditorSavesAtTheExchange(t *testing.T) {
	for name, save := range map[string]func(e *engine){
		"in place": func(e *engine) { e.save("MEMORY.md", "- mine\n") },
		"by rename": func(e *engine) {
			e.save("tmp", "- mine\n")
			os.Rename(filepath.Join(e.store, "tmp"), filepath.Join(e.store, "MEMORY.md"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := withMemory(t)
			_, err := e.run(e.saveAt("op.exchange", func() { save(e) }), e.applyTwo())
			if !errors.As(err, new(*ConflictError)) || e.read("MEMORY.md") != "- mine\n" || e.read("notes.md") != "(absent)" {
				t.Errorf("error %v, memory %q", err, e.read("MEMORY.md"))
			}
			e.save("MEMORY.md", "- one\n")
			e.clean()
		})
	}
}

// A late write through a handle that was opened before lands in the displaced
// file; it is kept and named.
func TestLateWriterIsKept(t *testing.T) {
	e := withMemory(t)
	f, err := os.OpenFile(filepath.Join(e.store, "MEMORY.md"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	e.mustRun(e.applyTwo())
	if _, err := f.WriteString("- late\n"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	var notices []string
	s, err := Open(e.store, Options{Env: e.Env, Notify: func(line string) { notices = append(notices, line) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recover(context.Background()); err != nil {
		t.Fatal(err)
	}
	kept, err := s.Kept()
	if err != nil || len(kept) != 1 || len(notices) != 1 || !strings.Contains(notices[0], kept[0].File) {
		t.Fatalf("kept %+v, notices %v, %v", kept, notices, err)
	}
	if text, _ := os.ReadFile(kept[0].File); string(text) != "- late\n" {
		t.Errorf("kept text %q", text)
	}
}

// A record that somebody saves at the last moment stays theirs; the operation
// takes place, and the commit holds the record.
func TestRecordSavedAtTheLastMoment(t *testing.T) {
	e := withMemory(t)
	e.mustRun(e.change("import", map[string]string{"notes.md": "n\n"}))
	op := e.change("apply", map[string]string{"MEMORY.md": "- one\n- two\n", "notes.md": "ours\n"})
	if _, err := e.run(e.saveAt("op.replaced", func() { e.save("notes.md", "theirs\n") }), op); err != nil {
		t.Fatal(err)
	}
	if e.read("notes.md") != "theirs\n" || e.git("show", "HEAD:notes.md") != "ours" || e.git("status", "--porcelain") != " M notes.md" {
		t.Errorf("notes %q, status %q", e.read("notes.md"), e.git("status", "--porcelain"))
	}
}

// A copied .git may bring op refs of others: what they name outside the store,
// or without the trailer, is never carried out.
func TestForeignOpRefIsNotObeyed(t *testing.T) {
	e := withMemory(t)
	head := e.git("rev-parse", "HEAD")
	e.save("MEMORY.md", "- evil\n")
	e.git("commit", "-qam", "evil\n\nMemory-Op: apply")
	evil := e.git("rev-parse", "HEAD")
	e.git("reset", "-q", "--hard", head)
	e.git("update-ref", "refs/gitmem/op/o00000000000000ff=refs%2Fheads%2Fmain", evil)
	got := e.recoverOne()
	if got.Result != "uncertain" || e.read("MEMORY.md") != "- one\n" {
		t.Errorf("%+v, memory %q", got, e.read("MEMORY.md"))
	}
}
