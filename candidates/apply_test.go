package candidates

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

func TestProposeApproveUndo(t *testing.T) {
	b := newBench(t)
	out := b.must(b.desk.Propose(ctx, add("Use pnpm, never npm.")))
	id := out.Candidate.ID
	if b.memory() != "" || b.state(id) != Pending {
		t.Fatalf("memory %q, state %s", b.memory(), b.state(id))
	}
	done := b.must(b.desk.Approve(ctx, id, ada))
	if b.memory() != "# Project memory\n\n- Use pnpm, never npm.\n" || b.state(id) != Applied || done.Result.Commit == "" {
		t.Fatalf("memory %q, state %s", b.memory(), b.state(id))
	}
	if _, err := b.desk.Approve(ctx, id, ada); !errors.As(err, new(*TransitionError)) {
		t.Errorf("second approve: %v", err)
	}
	b.must(b.desk.Undo(ctx, id, ada))
	if strings.Contains(b.memory(), "pnpm") || b.state(id) != Undone {
		t.Errorf("after undo: memory %q, state %s", b.memory(), b.state(id))
	}
	if b.git("status", "--porcelain") != "" {
		t.Error("the work tree is not clean")
	}
	if log := b.git("log", "--format=%s", "--", "MEMORY.md"); strings.Count(log, "\n") != 1 {
		t.Errorf("git log -- MEMORY.md:\n%s", log)
	}
}

// R06: undo after more work takes back only the entry that it wrote.
func TestR06UndoAfterMoreWork(t *testing.T) {
	b := newBench(t)
	first := b.hand("Line one.").Candidate.ID
	b.hand("Line two.")
	p := Proposal{Edit: memfile.Edit{Action: "replace", Locator: "Line one.", Content: "Line one, new."}, Actor: ada, Apply: true, Confidence: 10000}
	third := b.must(b.desk.Propose(ctx, p)).Candidate.ID
	n := b.commits()
	if _, err := b.desk.Undo(ctx, first, ada); !errors.As(err, new(*UndoConflictError)) {
		t.Fatalf("undo of what was replaced: %v", err)
	}
	b.must(b.desk.Undo(ctx, third, ada))
	b.must(b.desk.Undo(ctx, first, ada))
	if b.memory() != "# Project memory\n\n- Line two.\n" {
		t.Errorf("memory %q", b.memory())
	}
	if _, err := b.desk.Undo(ctx, first, ada); !errors.As(err, new(*TransitionError)) {
		t.Errorf("undo of an undone one: %v", err)
	}
	if b.commits() != n+2 {
		t.Errorf("%d commits for two undos", b.commits()-n)
	}
}

func TestFailedKeepsItsDiagnostic(t *testing.T) {
	b := newBench(t)
	b.hand("Line one.")
	p := Proposal{Edit: memfile.Edit{Action: "replace", Locator: "Line one.", Content: "Better."}, Reason: "r", Confidence: 9000, Actor: agent}
	id := b.must(b.desk.Propose(ctx, p)).Candidate.ID
	q := Proposal{Edit: memfile.Edit{Action: "replace", Locator: "Line one.", Content: "Line one, by hand."}, Actor: ada, Apply: true, Confidence: 10000}
	b.must(b.desk.Propose(ctx, q))
	n := 0
	for range 3 {
		if _, err := b.desk.Approve(ctx, id, ada); !errors.Is(err, memfile.ErrGone) {
			t.Fatalf("approve: %v", err)
		}
		if n == 0 {
			n = b.commits()
		}
	}
	if b.commits() != n || b.state(id) != Failed {
		t.Errorf("state %s, %d commits more", b.state(id), b.commits()-n)
	}
	locator := "Line one, by hand."
	b.must(b.desk.Edit(ctx, id, Changes{Locator: &locator}, ada))
	b.must(b.desk.Approve(ctx, id, ada))
	if !strings.Contains(b.memory(), "- Better.\n") {
		t.Errorf("memory %q", b.memory())
	}
}

func TestForgedCandidatesAreRefused(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	path := openPath(id)
	data, _ := os.ReadFile(filepath.Join(b.root, path))
	b.save(path, strings.Replace(string(data), "status: pending", "status: failed", 1))
	if _, err := b.desk.Approve(ctx, id, ada); err == nil {
		t.Error("a forged status was applied")
	}
	b.save(path, string(data))
	b.save("candidates/c1234567890abcdef.md", strings.Replace(string(data), string(id), "c1234567890abcdef", 1))
	list, err := b.desk.OpenList()
	if err != nil || len(list.Records) != 1 || len(list.Invalid) != 1 {
		t.Errorf("%d valid, %d invalid, %v", len(list.Records), len(list.Invalid), err)
	}
}

// A person edits the body in an editor and approves: the edit goes along, and
// the commit says so.
func TestEditedByHandIsCommittedWithTheDecision(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	data, _ := os.ReadFile(filepath.Join(b.root, openPath(id)))
	b.save(openPath(id), strings.Replace(string(data), "Use pnpm.", "Use pnpm, always.", 1))
	b.must(b.desk.Approve(ctx, id, ada))
	if !strings.Contains(b.memory(), "- Use pnpm, always.\n") || !strings.Contains(b.git("log", "-1", "--format=%B"), "Memory-Edited: yes") {
		t.Errorf("memory %q", b.memory())
	}
}

// RULES: what holds a credential is rejected without it, everywhere.
func TestX06RejectedSecretIsNowhere(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	token := "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fJ3kL6"
	data, _ := os.ReadFile(filepath.Join(b.root, openPath(id)))
	b.save(openPath(id), strings.Replace(string(data), "Use pnpm.", "The token is "+token, 1))
	if _, err := b.desk.Approve(ctx, id, ada); !errors.As(err, new(*guard.RefusedError)) || strings.Contains(err.Error(), token) {
		t.Fatalf("approve: %v", err)
	}
	b.must(b.desk.Reject(ctx, id, ada, "private"))
	err := filepath.WalkDir(b.root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if text, _ := os.ReadFile(path); strings.Contains(string(text), token) {
			t.Errorf("%s holds the secret", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.git("log", "-p", "--all"), token) {
		t.Error("the history holds the secret")
	}
}

func TestBatchIsAllOrNothing(t *testing.T) {
	b := newBench(t)
	b.hand("One.")
	b.hand("Two.")
	p := Proposal{Reason: "merge", Confidence: 9000, Actor: agent, Operations: []memfile.Edit{
		{Action: "remove", Locator: "Two."}, {Action: "replace", Locator: "One.", Content: "One and two."},
	}}
	id := b.must(b.desk.Propose(ctx, p)).Candidate.ID
	b.must(b.desk.Approve(ctx, id, ada))
	if b.memory() != "# Project memory\n\n- One and two.\n" {
		t.Fatalf("memory %q", b.memory())
	}
	b.must(b.desk.Undo(ctx, id, ada))
	if b.memory() != "# Project memory\n\n- One.\n- Two.\n" {
		t.Errorf("after undo %q", b.memory())
	}
}
