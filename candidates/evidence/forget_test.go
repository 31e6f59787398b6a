package evidence

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// X06, last step: forgetting what supports an applied memory leaves the record
// of it and a revocation that waits; memory stays until somebody has reviewed.
func TestX06ForgetRevokesUnderReview(t *testing.T) {
	b := newBench(t)
	id := b.note("Use pnpm, never npm.")
	c := b.applied(id)
	memory, head := b.read("MEMORY.md"), b.head()
	out, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada)
	if err != nil || len(out.Rejected) != 0 || len(out.Revocations) != 1 {
		t.Fatalf("%+v, %v", out, err)
	}
	if b.read("MEMORY.md") != memory || b.git("diff", head, "--", "MEMORY.md") != "" || b.git("rev-list", "--count", head+"..HEAD") != "1" {
		t.Error("memory was changed, or by more than one commit")
	}
	r := b.candidate(out.Revocations[0].ID)
	if r.State != candidates.Pending || r.Action != "remove" || r.Locator != "Use pnpm, never npm." || r.Actor != "user" || r.Confidence != 10000 || len(r.Evidence) != 0 {
		t.Errorf("%+v", r.Candidate)
	}
	if want := "revokes " + string(c) + ": its evidence " + string(id) + " was forgotten; nothing supports it any more"; r.Reason != want {
		t.Errorf("reason %q", r.Reason)
	}
	if !slices.Equal(r.Target, []string{"- Use pnpm, never npm."}) {
		t.Errorf("target %q", r.Target)
	}
	if e := b.at(id); e.Status != "forgotten" || e.Summary != "Use pnpm, never npm." {
		t.Errorf("%+v", e.Experience)
	}
	withdrawn, err := b.ledger.Withdrawn(ctx)
	if err != nil || len(withdrawn) != 1 || !withdrawn[c] {
		t.Errorf("withdrawn %v, %v", withdrawn, err)
	}
	b.sound()
	b.must(b.ledger.Desk.Approve(ctx, r.ID, ada))
	if strings.Contains(b.read("MEMORY.md"), "pnpm") {
		t.Error(b.read("MEMORY.md"))
	}
	b.sound()
}

// What is open is rejected without a tombstone: the words may come back with
// other evidence.
func TestForgetRejectsWhatIsOpen(t *testing.T) {
	b := newBench(t)
	id := b.note("Use pnpm.")
	c := b.promoted(id)
	b.edit("candidates/"+string(c)+".md", "Use pnpm.", "Use pnpm 9.")
	out, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada)
	if err != nil || len(out.Rejected) != 1 || len(out.Revocations) != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
	rec := b.candidate(c)
	if rec.State != candidates.Rejected || !strings.Contains(rec.Decided.Reason, string(id)) || rec.Content != "Use pnpm 9." || !strings.Contains(b.message(), "Memory-Edited: yes") {
		t.Errorf("%+v %+v\n%s", rec.Candidate, rec.Decided, b.message())
	}
	b.sound()
	p := candidates.Proposal{Edit: memfile.Edit{Action: "add", Content: "Use pnpm 9."}, Reason: "r", Confidence: 9000, Actor: agent}
	b.must(b.ledger.Desk.Propose(ctx, p))
}

// Each kind of change is taken back by its inverse, and only what still stands.
func TestRevocationsAreInverse(t *testing.T) {
	b := newBench(t)
	b.save("MEMORY.md", "# Project memory\n\n## Tools\n\n- Use npm.\n- Lint first.\n\n## Other\n\n- Be brief.\n")
	b.must(b.ledger.Desk.Adopt(ctx, candidates.AdoptOptions{Actor: ada}))
	id := b.note("What the session showed.")
	apply := func(p candidates.Proposal) memfile.ID {
		t.Helper()
		p.Reason, p.Confidence, p.Actor, p.Evidence = "r", 9000, ada, []memfile.ID{id}
		out, err := b.ledger.Desk.Propose(ctx, p)
		b.must(out, err)
		b.must(b.ledger.Desk.Approve(ctx, out.Candidate.ID, ada))
		return out.Candidate.ID
	}
	edit := func(action, locator, content string) memfile.Edit {
		return memfile.Edit{Action: action, Locator: locator, Content: content}
	}
	replace := apply(candidates.Proposal{Edit: edit("replace", "Use npm.", "Use pnpm.")})
	remove := apply(candidates.Proposal{Edit: edit("remove", "Lint first.", "")})
	batch := apply(candidates.Proposal{Operations: []memfile.Edit{edit("add", "", "One."), edit("replace", "Be brief.", "Be very brief.")}})
	gone := apply(candidates.Proposal{Edit: edit("add", "", "Short-lived.")})
	p := candidates.Proposal{Edit: edit("remove", "Short-lived.", ""), Actor: ada, Apply: true, Confidence: 10000}
	b.must(b.ledger.Desk.Propose(ctx, p))
	out, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada)
	if err != nil || len(out.Revocations) != 3 || !slices.Equal(out.Superseded, []memfile.ID{gone}) {
		t.Fatalf("%+v, %v", out, err)
	}
	want := map[memfile.ID][]memfile.Edit{
		replace: {edit("replace", "Use pnpm.", "Use npm.")}, remove: {{Action: "add", Content: "Lint first.", Section: "Tools"}},
		batch: {edit("replace", "Be very brief.", "Be brief."), edit("remove", "One.", "")},
	}
	for _, r := range out.Revocations {
		of := memfile.ID(strings.TrimSuffix(strings.Fields(r.Reason)[1], ":"))
		if !slices.Equal(r.Edits(), want[of]) {
			t.Errorf("%s: %+v, want %+v", of, r.Edits(), want[of])
		}
		b.must(b.ledger.Desk.Approve(ctx, r.ID, ada))
	}
	if got := b.read("MEMORY.md"); got != "# Project memory\n\n## Tools\n\n- Use npm.\n- Lint first.\n\n## Other\n\n- Be brief.\n" {
		t.Errorf("memory after all revocations:\n%s", got)
	}
	b.sound()
}

// A revocation that waits already is not made twice; it says what else was
// forgotten.
func TestSecondForgetAddsToTheRevocation(t *testing.T) {
	b := newBench(t)
	one, two := b.note("Seen on Monday."), b.note("Seen on Tuesday.")
	out, err := b.ledger.Desk.Propose(ctx, candidates.Proposal{
		Edit: memfile.Edit{Action: "add", Content: "Use pnpm."}, Reason: "r", Confidence: 9000, Actor: ada, Evidence: []memfile.ID{one, two},
	})
	b.must(out, err)
	c := out.Candidate.ID
	b.must(b.ledger.Desk.Approve(ctx, c, ada))
	first, err := b.ledger.Forget(ctx, []memfile.ID{one}, ada)
	if err != nil || len(first.Revocations) != 1 || !strings.HasSuffix(first.Revocations[0].Reason, "it is still supported by "+string(two)) {
		t.Fatalf("%+v, %v", first, err)
	}
	if withdrawn, err := b.ledger.Withdrawn(ctx); err != nil || len(withdrawn) != 0 {
		t.Errorf("withdrawn while one supports it: %v, %v", withdrawn, err)
	}
	second, err := b.ledger.Forget(ctx, []memfile.ID{two}, ada)
	if err != nil || len(second.Revocations) != 1 || second.Revocations[0].ID != first.Revocations[0].ID || !strings.HasSuffix(second.Revocations[0].Reason, "nothing supports it any more") {
		t.Errorf("%+v, %v", second, err)
	}
	if withdrawn, err := b.ledger.Withdrawn(ctx); err != nil || !withdrawn[c] {
		t.Errorf("withdrawn: %v, %v", withdrawn, err)
	}
	b.sound()
}

// Fault (w) of behaviour 13.2: neither a memory that is damaged or edited nor a
// policy keeps a person from forgetting. One that is forgotten already refuses
// the whole call.
func TestForgetIsNeverBlockedByMemory(t *testing.T) {
	for name, text := range map[string]string{"edited": "# Project memory\n\n- Use pnpm.\n- Mine.\n", "damaged": "\x00", "emptied": "", "gone": "-"} {
		b := newBench(t)
		id := b.note("Use pnpm.")
		b.applied(id)
		b.ledger.Desk.Rules = candidates.Rules{}
		if text == "-" {
			b.must(nil, os.Remove(filepath.Join(b.root, "MEMORY.md")))
		} else {
			b.save("MEMORY.md", text)
		}
		out, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada)
		if err != nil || len(out.Revocations) != 1 || out.Revocations[0].Locator != "Use pnpm." {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
	}
	b := newBench(t)
	one, two := b.note("One."), b.note("Two.")
	b.must(b.ledger.Forget(ctx, []memfile.ID{one}, ada))
	head := b.head()
	var inState *StateError
	if _, err := b.ledger.Forget(ctx, []memfile.ID{two, one}, ada); !errors.As(err, &inState) || inState.ID != one || inState.From.Status != "forgotten" {
		t.Errorf("one that is forgotten already: %v", err)
	}
	if _, err := b.ledger.Forget(ctx, nil, ada); err == nil {
		t.Error("nothing named")
	}
	b.unchanged(head)
	b.must(b.ledger.Forget(ctx, []memfile.ID{two, two}, ada))
}

// What supports an operation that is uncertain cannot be forgotten.
func TestUncertainOperationStopsForget(t *testing.T) {
	b := newBench(t)
	id := b.note("Use pnpm.")
	c := b.promoted(id)
	dead := false
	dying := b.open(func(step, _ string) error {
		if dead = dead || step == "op.replaced"; dead {
			return errors.New("dead")
		}
		return nil
	})
	if _, err := dying.Desk.Approve(ctx, c, ada); err == nil {
		t.Fatal("it was not killed")
	}
	b.save("MEMORY.md", b.read("MEMORY.md")+"- saved beside\n")
	head := b.head()
	for _, dry := range []bool{false, true} {
		b.ledger.Desk.DryRun = dry
		_, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada)
		var unsettled *candidates.UnsettledError
		var uncertain *repo.UncertainError
		if !errors.As(err, &unsettled) || unsettled.ID != c || !errors.As(err, &uncertain) || uncertain.Operation == "" {
			t.Errorf("dry %v: %v", dry, err)
		}
	}
	b.ledger.Desk.DryRun = false
	if b.head() != head || b.at(id).Status != "promoted" {
		t.Error("something was forgotten")
	}
	ops, err := b.ledger.Desk.Store.Pending()
	b.must(ops, err)
	b.must(b.ledger.Desk.Resolve(ctx, ops[0].Operation, repo.KeepAfter, ada))
	b.must(b.ledger.Forget(ctx, []memfile.ID{id}, ada))
}

// A credential that a person saved in a file does not get into the history by
// being forgotten, and does not stay in the file.
func TestForgetTakesACredentialOut(t *testing.T) {
	b := newBench(t)
	id := b.note("Use pnpm.")
	path := b.at(id).Path
	b.edit(path, "# Use pnpm.\n\nUse pnpm.", "# Use pnpm.\n\nThe token is "+token)
	b.must(b.ledger.Forget(ctx, []memfile.ID{id}, ada))
	if text := b.read(path); strings.Contains(text, token) || !strings.Contains(text, "[removed:") {
		t.Errorf("%s", text)
	}
	if strings.Contains(b.git("log", "-p", "--all"), token) {
		t.Error("the history holds it")
	}
	err := filepath.WalkDir(b.root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if text, _ := os.ReadFile(path); strings.Contains(string(text), token) {
			t.Errorf("%s holds it", path)
		}
		return nil
	})
	b.must(nil, err)
	b.sound()
}
