package repo

import (
	"context"

	"gitmem/memfile"
)

// propose lays a candidate as the extractor would.
func (j *journal) propose(edits ...memfile.Edit) memfile.Candidate {
	j.Helper()
	c := j.draft(edits...)
	c.Actor, c.Source = memfile.ActorReflection, memfile.Source{Agent: "claude-code", Session: "s1", Message: "msg_" + string(c.ID[1:4])}
	m := j.message("propose", c)
	m.Actor, m.Via, m.Agent = memfile.ActorReflection, "", "claude-code"
	j.do(Operation{
		Message: m, Author: Person{Name: "gitmem (claude-code)", Email: "claude-code@agents.invalid"},
		Changes: []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}},
	})
	return c
}

// apply applies an open candidate, or one that was never laid.
func (j *journal) apply(c memfile.Candidate) (memfile.Candidate, Result) {
	j.Helper()
	c, changes := j.applied(c)
	return c, j.settle("apply", c.Effect.Operation, changes, c)
}

// decided is the decision that the operation under way records.
func (j *journal) decided() *memfile.Decided {
	return &memfile.Decided{By: memfile.ActorUser, Via: j.via, At: j.s.Now()}
}

// tryApply applies a candidate where the disk does not go along.
func (j *journal) tryApply(c memfile.Candidate) memfile.Candidate {
	j.Helper()
	c, changes := j.applied(c)
	m := j.message("apply", c)
	m.Operation = c.Effect.Operation
	_, err := j.s.Run(context.Background(), func() (*Operation, error) { return &Operation{Message: m, Changes: changes}, nil })
	if err == nil {
		j.Fatal("the operation was not interrupted")
	}
	return c
}

// applied is a candidate after its apply, with what that changes.
func (j *journal) applied(c memfile.Candidate) (memfile.Candidate, []Change) {
	j.Helper()
	steps, err := j.resident().Perform(c)
	if err != nil {
		j.Fatal(err)
	}
	open := memfile.CandidatePath(c)
	former := j.present(open)
	c.Target = nil
	c.Effect = &memfile.Effect{Operation: j.newID(memfile.KindOperation), Applied: j.s.Now()}
	for i, e := range c.Edits() {
		c.Effect.Entries = append(c.Effect.Entries, steps[i].EntryChange)
		if e.Action != memfile.ActionAdd {
			c.Target = append(c.Target, steps[i].Before)
		}
	}
	before, after := j.present(ResidentPath), Of(steps[len(steps)-1].Resident.Bytes())
	c.Effect.File = memfile.FileChange{Before: before.Blob(), After: after.Blob()}
	c.Status, c.Decided = memfile.StatusApplied, j.decided()
	changes := []Change{{Path: ResidentPath, Before: before, After: after, Decides: true}}
	if former.Present {
		changes = append(changes, Change{Path: open, Before: former})
	}
	return c, append(changes, Change{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))})
}

// resolution is how a person ends an uncertain apply of a candidate: what of
// its records stands on disk already is committed as it stands.
func (j *journal) resolution(c memfile.Candidate, keep Keep) *Operation {
	j.Helper()
	settled := memfile.CandidatePath(c)
	if keep != KeepAfter {
		c.Status, c.Effect = memfile.StatusFailed, nil
	}
	c.Diagnostic, c.Decided = "resolved by a person: kept "+string(keep), j.decided()
	op := &Operation{Message: j.message("resolve", c)}
	for _, path := range []string{settled, "candidates/" + string(c.ID) + ".md"} {
		change := Change{Path: path, Before: j.present(path), Edited: true}
		if path == memfile.CandidatePath(c) {
			change.After = Of(memfile.FormatCandidate(c))
		}
		if change.After.Equal(change.Before) {
			data, ok, err := j.atHead().File(path)
			if err != nil {
				j.Fatal(err)
			}
			change = Change{Path: path, Before: Bytes{Data: data, Present: ok}, After: change.After, Standing: true}
		}
		op.Changes = append(op.Changes, change)
	}
	return op
}

func (j *journal) atHead() View {
	j.Helper()
	v, err := j.s.View()
	if err != nil {
		j.Fatal(err)
	}
	return v
}

func (j *journal) settle(op string, id memfile.ID, changes []Change, cs ...memfile.Candidate) Result {
	j.Helper()
	if j.word != "" {
		op, j.word = j.word, ""
	}
	m := j.message(op, cs...)
	m.Operation = id
	return j.do(Operation{Message: m, Changes: changes})
}

// now makes a change as a person does, in one step.
func (j *journal) now(edits ...memfile.Edit) (memfile.Candidate, Result) {
	j.Helper()
	return j.apply(j.draft(edits...))
}

func (j *journal) undo(c memfile.Candidate) (memfile.Candidate, Result) {
	j.Helper()
	found, err := j.s.residentAt(c.Effect.File.Before)
	if err != nil {
		j.Fatal(err)
	}
	restored, changes, err := j.resident().Undo(found, c)
	if err != nil {
		j.Fatal(err)
	}
	before, after := j.present(ResidentPath), Of(restored.Bytes())
	if len(after.Data) == 0 {
		after = Bytes{}
	}
	file := memfile.CandidatePath(c)
	former := j.present(file)
	c.Status = memfile.StatusUndone
	c.Undo = &memfile.Effect{
		Operation: j.newID(memfile.KindOperation), Applied: j.s.Now(), Entries: changes,
		File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
	}
	return c, j.settle("undo", c.Undo.Operation, []Change{
		{Path: ResidentPath, Before: before, After: after, Decides: true},
		{Path: file, Before: former, After: Of(memfile.FormatCandidate(c))},
	}, c)
}

// move settles or reopens a candidate that changes no resident file.
func (j *journal) move(op, status string, c memfile.Candidate) memfile.Candidate {
	j.Helper()
	from := memfile.CandidatePath(c)
	former := j.present(from)
	c.Status = status
	if op == "revive" {
		c.Effect, c.Undo, c.Decided = nil, nil, nil
	} else {
		c.Decided = j.decided()
	}
	j.settle(op, j.newID(memfile.KindOperation), []Change{
		{Path: from, Before: former}, {Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))},
	}, c)
	return c
}

// adopt makes the hand edits candidates; commit is the one that brought them.
func (j *journal) adopt(commit string) ([]memfile.Candidate, Result) {
	j.Helper()
	d, err := j.s.Drift(ResidentPath)
	if err != nil || !d.Exists() {
		j.Fatalf("drift %+v, %v", d, err)
	}
	base, err := j.s.residentAt(d.Base.Blob)
	if err != nil {
		j.Fatal(err)
	}
	id := j.newID(memfile.KindOperation)
	changes := []Change{{Path: ResidentPath, Before: d.Former, After: d.Saved, Decides: true, Standing: true}}
	var cs []memfile.Candidate
	for _, e := range memfile.Difference(base, j.resident()) {
		c := j.draft(e.Edit)
		c.Decided = j.decided()
		c.Status, c.Effect = memfile.StatusApplied, &memfile.Effect{
			Operation: id, Applied: j.s.Now(), Entries: []memfile.EntryChange{e.Change},
			File: memfile.FileChange{Before: d.Former.Blob(), After: d.Saved.Blob()},
		}
		cs = append(cs, c)
		changes = append(changes, Change{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))})
	}
	m := j.message("adopt", cs...)
	m.Operation, m.Commit = id, commit
	return cs, j.do(Operation{Message: m, Changes: changes})
}
