package candidates

import (
	"errors"
	"testing"
)

// V06: hand edits are drift, the candidate stays as it is, tries leave no
// litter, and after an adopt it applies.
func TestV06DriftStopsApply(t *testing.T) {
	b := newBench(t)
	b.hand("One.")
	b.hand("Two.")
	id := b.must(b.desk.Propose(ctx, add("Three."))).Candidate.ID
	b.save(ResidentPath, "# Project memory\n\n- One.\n\n- Two.\n")
	b.git("commit", "-qam", "a blank line")
	n := b.commits()
	for range 5 {
		if _, err := b.desk.Approve(ctx, id, ada); !errors.As(err, new(*DriftedError)) {
			t.Fatalf("approve on drift: %v", err)
		}
	}
	if b.commits() != n || b.git("status", "--porcelain") != "" || b.state(id) != Pending {
		t.Error("a refused try left something")
	}
	a, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada})
	if err != nil || len(a.Candidates) != 0 {
		t.Fatalf("adopt: %+v, %v", a, err)
	}
	b.must(b.desk.Approve(ctx, id, ada))
	if got := b.memory(); got != "# Project memory\n\n- One.\n\n- Two.\n- Three.\n" && got != "# Project memory\n\n- One.\n\n- Two.\n\n- Three.\n" {
		t.Errorf("memory %q", got)
	}
}

func TestAdoptMakesAuditedCandidates(t *testing.T) {
	b := newBench(t)
	b.hand("One.")
	b.hand("Two.")
	b.save(ResidentPath, "# Project memory\n\n- One, changed.\n- Three.\n")
	a, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada})
	if err != nil || len(a.Candidates) == 0 {
		t.Fatalf("adopt: %+v, %v", a, err)
	}
	if b.git("status", "--porcelain") != "" || b.memory() != "# Project memory\n\n- One, changed.\n- Three.\n" {
		t.Error("the bytes were not taken as they stood")
	}
	for i := len(a.Candidates) - 1; i >= 0; i-- {
		b.must(b.desk.Undo(ctx, a.Candidates[i].ID, ada))
	}
	if b.memory() != "# Project memory\n\n- One.\n- Two.\n" {
		t.Errorf("after undoing all of it: %q", b.memory())
	}
}
