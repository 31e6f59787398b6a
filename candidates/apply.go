package candidates

import (
	"context"
	"errors"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Approve applies an open candidate: the resident file and the candidate
// change in one commit. A fault of the candidate's own makes it failed, and
// the diagnostic is kept; drift, a lock or the disk leave it as it is.
func (d *Desk) Approve(ctx context.Context, id memfile.ID, actor Actor) (Outcome, error) {
	var out Outcome
	var fault error
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		rec, err := d.openRecord(id, BeginApply)
		if err != nil {
			return nil, err
		}
		op, applied, err := d.planApply(rec, actor)
		out = applied
		if err == nil || !ownFault(err) {
			return op, err
		}
		fault = err
		out.Candidate = rec.Candidate
		return d.planFailed(rec, err)
	})
	if err == nil && fault != nil {
		return out, fault
	}
	out.Result = result
	return out, err
}

// ownFault tells the faults of a candidate from those of the world.
func ownFault(err error) bool {
	var (
		capacity *CapError
		tomb     *TombstoneError
		refused  *guard.RefusedError
		field    *FieldError
	)
	return errors.As(err, &capacity) || errors.As(err, &tomb) || errors.As(err, &refused) || errors.As(err, &field) ||
		errors.Is(err, memfile.ErrNotFound) || errors.Is(err, memfile.ErrAmbiguous) || errors.Is(err, memfile.ErrGone) ||
		errors.Is(err, memfile.ErrContent) || errors.Is(err, memfile.ErrFields) || errors.Is(err, memfile.ErrDuplicate)
}

// openRecord reads the candidate that is decided, as it stands on disk, and
// makes sure that the event is possible.
func (d *Desk) openRecord(id memfile.ID, event Event) (Record, error) {
	rec, err := d.Find(string(id))
	if err != nil {
		return rec, err
	}
	if _, err := Next(rec.State, event); err != nil {
		return rec, stateError(rec.ID, err)
	}
	if err := d.asLeft(rec); err != nil {
		return rec, err
	}
	return rec, d.asSeen(rec)
}

func stateError(id memfile.ID, err error) error {
	var t *TransitionError
	if errors.As(err, &t) {
		return &StateError{ID: id, TransitionError: t}
	}
	return err
}

// planApply checks a candidate once more, on the file as it stands now.
func (d *Desk) planApply(rec Record, actor Actor) (*repo.Operation, Outcome, error) {
	c := rec.Candidate
	out := Outcome{Candidate: c}
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, out, err
	}
	if drift.Exists() {
		return nil, out, d.drifted(drift)
	}
	if out.Warnings, err = d.checkWords(c, Actor{Kind: c.Actor}); err != nil {
		return nil, out, err
	}
	k, err := d.preview(c)
	if err != nil {
		return nil, out, err
	}
	near, err := d.checkTombstones(c)
	if err != nil {
		return nil, out, err
	}
	out.Usage, out.Warnings = k.usage, append(append(out.Warnings, k.warnings...), near...)
	if k.duplicateOf != "" {
		return nil, out, &DuplicateError{ID: c.ID, Entry: k.duplicateOf}
	}
	change := openChange(rec)
	op, err := d.applyOperation(&out, k, actor, &change)
	return op, out, err
}

// openChange takes the open file of a candidate away. What this operation
// read and validated is what it expects to find.
func openChange(rec Record) repo.Change {
	return repo.Change{Path: rec.Path, Before: repo.Of(rec.File.Bytes()), Edited: rec.Edited}
}

// applyAtOnce is the proposal and the apply of a person in one operation.
func (d *Desk) applyAtOnce(out *Outcome, k checked, actor Actor) (*repo.Operation, error) {
	if _, err := Next(None, ApplyAtOnce); err != nil {
		return nil, err
	}
	return d.applyOperation(out, k, actor, nil)
}

// applyOperation makes the one commit {MEMORY.md, candidate}.
func (d *Desk) applyOperation(out *Outcome, k checked, actor Actor, former *repo.Change) (*repo.Operation, error) {
	id, err := d.Store.NewID(memfile.KindOperation)
	if err != nil {
		return nil, err
	}
	c := out.Candidate
	before, after := residentBytes(k.before, k.present), repo.Of(k.after.Bytes())
	c.Target = targets(c, k.applied)
	c.Status, c.Updated, c.Diagnostic, c.Decision = string(Applied), d.now(), "", ""
	c.Decided = d.decided(c, actor)
	c.Effect = &memfile.Effect{
		Operation: id, Applied: d.now(), Entries: entryChanges(k.applied),
		File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
	}
	message := d.message("apply", c, actor)
	message.Operation = id
	op := &repo.Operation{Message: message, Author: Author(actor), Decision: actor.Person()}
	op.Changes = []repo.Change{{Path: ResidentPath, Before: before, After: after, Decides: true}}
	text := memfile.FormatCandidate(c)
	if former != nil {
		op.Changes = append(op.Changes, *former)
		op.Message.Edited = former.Edited
		if text, err = rewritten(former.Before.Data, c); err != nil {
			return nil, err
		}
	}
	op.Changes = append(op.Changes, repo.Change{Path: memfile.CandidatePath(c), After: repo.Of(text)})
	out.Candidate = c
	return op, nil
}

// rewritten is a candidate file with what changed spliced in.
func rewritten(data []byte, c memfile.Candidate) ([]byte, error) {
	file, err := memfile.ParseCandidate(Folder+"/"+string(c.ID)+".md", data)
	if err != nil {
		return nil, err
	}
	return file.Update(c)
}

func residentBytes(r *memfile.Resident, present bool) repo.Bytes {
	if !present {
		return repo.Bytes{}
	}
	return repo.Of(r.Bytes())
}

func entryChanges(applied []memfile.Applied) []memfile.EntryChange {
	changes := make([]memfile.EntryChange, len(applied))
	for i, a := range applied {
		changes[i] = a.EntryChange
	}
	return changes
}

func (d *Desk) decided(c memfile.Candidate, actor Actor) *memfile.Decided {
	reason := ""
	if verb, why, err := memfile.ParseDecision(c.Decision); err == nil && verb != "" {
		reason = why
	}
	return d.decidedBy(actor, reason)
}

// planFailed writes the diagnostic of a candidate that cannot be applied. The
// same diagnostic again makes no commit.
func (d *Desk) planFailed(rec Record, why error) (*repo.Operation, error) {
	c := rec.Candidate
	if _, err := Next(rec.State, PreviewFails); err != nil {
		return nil, stateError(c.ID, err)
	}
	diagnostic := oneLine(why.Error())
	if rec.State == Failed && c.Diagnostic == diagnostic && !rec.Edited {
		return nil, nil
	}
	if refusedText(c) {
		return nil, nil // what the guard refuses is never committed
	}
	c.Status, c.Updated, c.Diagnostic = string(Failed), d.now(), diagnostic
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, err
	}
	message := d.message("settle", c, Actor{Kind: memfile.ActorSystem})
	message.Edited = rec.Edited
	change := openChange(rec)
	change.After = repo.Of(text)
	return &repo.Operation{Message: message, Author: Author(Actor{Kind: memfile.ActorSystem}), Changes: []repo.Change{change}}, nil
}

// refusedText is true for a candidate that may not be committed as it stands.
func refusedText(c memfile.Candidate) bool {
	_, err := checkGuard(c, Actor{Kind: c.Actor})
	return err != nil
}
