package candidates

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile/guard"
	"gitmem/repo"
)

func (b *bench) standing() repo.Bytes {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.root, ResidentPath))
	if errors.Is(err, os.ErrNotExist) {
		return repo.Bytes{}
	}
	if err != nil {
		b.Fatal(err)
	}
	return repo.Of(data)
}

func TestRewriteInOneOperation(t *testing.T) {
	b := newBench(t)
	b.hand("Use npm.")
	before := b.commits()
	text := "# Project memory\n\n- Use pnpm.\n- Run make.\n"
	out, err := b.desk.Rewrite(ctx, Rewrite{Actor: ada, Shown: b.standing(), Text: []byte(text)})
	if err != nil || len(out.Candidates) != 2 || b.memory() != text || b.commits() != before+1 {
		t.Fatalf("%v; %d candidates, memory %q", err, len(out.Candidates), b.memory())
	}
	if b.git("status", "--porcelain") != "" {
		t.Error("the work tree is not clean")
	}
	b.must(b.desk.Undo(ctx, out.Candidates[0].ID, ada))
	if !strings.Contains(b.memory(), "- Use npm.\n- Run make.\n") {
		t.Errorf("after undo: %q", b.memory())
	}
}

// What is refused, and what meets another text than was shown, changes nothing.
func TestRewriteRefused(t *testing.T) {
	b := newBench(t)
	b.hand("Use npm.")
	former, before := b.memory(), b.commits()
	for name, c := range map[string]struct {
		text string
		want any
	}{
		"guard":    {former + "- x\u202ey\n", new(*guard.RefusedError)},
		"in title": {strings.Replace(former, "memory", "mem\u202eory", 1), new(*guard.RefusedError)},
		"cap":      {former + "- " + strings.Repeat("x", 3000) + "\n", new(*CapError)},
		"empty":    {"", new(*DriftedError)},
	} {
		_, err := b.desk.Rewrite(ctx, Rewrite{Actor: ada, Shown: b.standing(), Text: []byte(c.text)})
		if !errors.As(err, c.want) || b.memory() != former || b.commits() != before {
			t.Errorf("%s: %v; memory %q", name, err, b.memory())
		}
	}
	shown := b.standing()
	b.save(ResidentPath, former+"- saved beside\n")
	_, err := b.desk.Rewrite(ctx, Rewrite{Actor: ada, Shown: shown, Text: []byte(former + "- typed\n")})
	if !errors.As(err, new(*repo.ConflictError)) || b.memory() != former+"- saved beside\n" {
		t.Errorf("saved meanwhile: %v; memory %q", err, b.memory())
	}
}

// Over hand edits the text is adopted with them; a dry run writes nothing.
func TestRewriteOverHandEdits(t *testing.T) {
	b := newBench(t)
	b.hand("Use npm.")
	drifted := b.memory() + "- by hand\n"
	b.save(ResidentPath, drifted)
	w := Rewrite{Actor: ada, Shown: b.standing(), Text: []byte(drifted + "- typed\n")}
	b.desk.DryRun = true
	if _, err := b.desk.Rewrite(ctx, w); err != nil || b.memory() != drifted {
		t.Fatalf("dry run: %v; memory %q", err, b.memory())
	}
	b.desk.DryRun = false
	out, err := b.desk.Rewrite(ctx, w)
	if err != nil || len(out.Candidates) != 2 || b.memory() != drifted+"- typed\n" {
		t.Fatalf("%v; %d candidates, memory %q", err, len(out.Candidates), b.memory())
	}
	drift, err := b.desk.Store.Drift(ResidentPath)
	if err != nil || drift.Exists() {
		t.Errorf("drift is left: %v, %v", drift, err)
	}
}

// Nobody decides on what they have not seen.
func TestDecisionOnAChangedCandidate(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	rec, err := b.desk.Find(string(id))
	if err != nil {
		t.Fatal(err)
	}
	b.desk.Saw(rec)
	b.save(rec.Path, strings.Replace(string(rec.File.Bytes()), "\nUse pnpm.\n", "\nUse yarn.\n", 1))
	for name, act := range map[string]func() (Outcome, error){
		"approve": func() (Outcome, error) { return b.desk.Approve(ctx, id, ada) },
		"reject":  func() (Outcome, error) { return b.desk.Reject(ctx, id, ada, "") },
		"edit":    func() (Outcome, error) { return b.desk.Edit(ctx, id, Changes{}, ada) },
	} {
		if _, err := act(); !errors.As(err, new(*repo.ConflictError)) || b.state(id) != Pending {
			t.Errorf("%s: %v, state %s", name, err, b.state(id))
		}
	}
	if rec, err = b.desk.Find(string(id)); err != nil {
		t.Fatal(err)
	}
	b.desk.Saw(rec)
	b.must(b.desk.Approve(ctx, id, ada))
	if !strings.Contains(b.memory(), "yarn") {
		t.Errorf("memory %q", b.memory())
	}
}

func TestAdoptWhatWasShown(t *testing.T) {
	b := newBench(t)
	b.save(ResidentPath, "- by hand\n")
	shown := b.standing()
	b.save(ResidentPath, "- by hand\n- and more\n")
	if _, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada, Seen: &shown}); !errors.As(err, new(*repo.ConflictError)) {
		t.Errorf("adopt: %v", err)
	}
	b.git("add", "-A")
	b.git("commit", "-qm", "by hand")
	out, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada})
	if err != nil || len(out.Candidates) != 2 {
		t.Fatalf("adopt: %v, %d candidates", err, len(out.Candidates))
	}
	hand := b.git("rev-parse", "HEAD~1")
	if log := b.git("log", "-1", "--format=%B"); !strings.Contains(log, "Memory-Commit: "+hand) {
		t.Errorf("the hand commit %s is not named:\n%s", hand, log)
	}
}

// Every decision can be rehearsed.
func TestDryRunChangesNothing(t *testing.T) {
	b := newBench(t)
	applied := b.hand("Use pnpm.").Candidate.ID
	open := b.must(b.desk.Propose(ctx, add("Run make."))).Candidate.ID
	b.save(ResidentPath, b.memory())
	former, before := b.memory(), b.commits()
	b.desk.DryRun = true
	p := add("Another.")
	for name, act := range map[string]func() error{
		"propose": func() error { _, err := b.desk.Propose(ctx, p); return err },
		"approve": func() error { _, err := b.desk.Approve(ctx, open, ada); return err },
		"reject":  func() error { _, err := b.desk.Reject(ctx, open, ada, "no"); return err },
		"undo":    func() error { _, err := b.desk.Undo(ctx, applied, ada); return err },
		"edit":    func() error { _, err := b.desk.Edit(ctx, open, Changes{}, ada); return err },
		"import":  func() error { _, err := b.desk.Import(ctx, entries("Imported.")); return err },
		"adopt":   func() error { _, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada}); return err },
	} {
		if err := act(); err != nil || b.memory() != former || b.commits() != before || b.state(open) != Pending {
			t.Errorf("%s: %v; memory %q, %d commits more", name, err, b.memory(), b.commits()-before)
		}
	}
}

// What a policy applied is listed until somebody has looked, and not if it was
// taken back.
func TestAutoApplied(t *testing.T) {
	b := newBench(t)
	b.desk.Rules.Promotion = PolicyHighConfidence
	count := func(want int) AutoList {
		t.Helper()
		l, err := b.desk.AutoApplied(context.Background())
		if err != nil || len(l.Changes) != want {
			t.Fatalf("%d changes, want %d; %v", len(l.Changes), want, err)
		}
		return l
	}
	count(0)
	first := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	second := b.must(b.desk.Propose(ctx, add("Use make."))).Candidate.ID
	b.hand("By a person.")
	count(2)
	b.must(b.desk.Undo(ctx, first, ada))
	l := count(1)
	if l.Changes[0].ID != second || l.Changes[0].Policy != PolicyHighConfidence {
		t.Errorf("listed %+v", l.Changes[0])
	}
	b.must(b.desk.Propose(ctx, add("Use go.")))
	if err := b.desk.Looked(l); err != nil {
		t.Fatal(err)
	}
	if l = count(1); l.Changes[0].Content != "Use go." {
		t.Errorf("listed %+v", l.Changes[0]) // it came after the list that was looked at
	}
	if err := b.desk.Looked(l); err != nil {
		t.Fatal(err)
	}
	count(0)
}
