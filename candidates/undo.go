package candidates

import (
	"context"
	"errors"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Undo takes back what an applied candidate did, and only that: the entry it
// wrote goes, or what it replaced or removed comes back. If the entry no
// longer stands, the undo is an *UndoConflictError and nothing changes.
func (d *Desk) Undo(ctx context.Context, id memfile.ID, actor Actor) (Outcome, error) {
	var out Outcome
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		rec, err := d.openRecord(id, BeginUndo)
		if err != nil {
			return nil, err
		}
		op, done, err := d.planUndo(rec, actor)
		out = done
		return op, err
	})
	out.Result = result
	return out, err
}

// PreviewUndo says what an undo would do, without doing it.
func (d *Desk) PreviewUndo(id memfile.ID) (before, after []byte, err error) {
	rec, err := d.openRecord(id, BeginUndo)
	if err != nil {
		return nil, nil, err
	}
	present, restored, _, err := d.undone(rec)
	if err != nil {
		return nil, nil, err
	}
	return present.Bytes(), restored.Bytes(), nil
}

// undone is the resident file before and after an undo.
func (d *Desk) undone(rec Record) (present, restored *memfile.Resident, changes []memfile.EntryChange, err error) {
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, nil, nil, err
	}
	if drift.Exists() {
		return nil, nil, nil, d.drifted(drift)
	}
	present, _, err = d.readResident()
	if err != nil {
		return nil, nil, nil, err
	}
	former, err := d.formerResident(rec)
	if err != nil {
		return nil, nil, nil, err
	}
	restored, changes, err = present.Undo(former, rec.Candidate)
	if errors.Is(err, memfile.ErrGone) || errors.Is(err, memfile.ErrStands) || errors.Is(err, memfile.ErrAmbiguous) || errors.Is(err, memfile.ErrNotFound) {
		err = &UndoConflictError{ID: rec.ID, Err: err}
	}
	return present, restored, changes, err
}

// formerResident is the file as the effect's operation found it, nil where the
// history does not have it.
func (d *Desk) formerResident(rec Record) (*memfile.Resident, error) {
	if rec.Effect == nil {
		return nil, &FieldError{Field: "effect", Reason: "the record does not say what it did; look with `gitmem verify`"}
	}
	if rec.Effect.File.Before == "" {
		return memfile.EmptyResident(ResidentPath, d.Store.Scope), nil
	}
	data, err := d.Store.BlobData(rec.Effect.File.Before)
	if err != nil {
		return nil, nil
	}
	return memfile.ParseResident(ResidentPath, data)
}

func (d *Desk) planUndo(rec Record, actor Actor) (*repo.Operation, Outcome, error) {
	c := rec.Candidate
	out := Outcome{Candidate: c}
	present, restored, changes, err := d.undone(rec)
	if err != nil {
		return nil, out, err
	}
	if err := restoresSecret(changes); err != nil {
		return nil, out, err
	}
	id, err := d.Store.NewID(memfile.KindOperation)
	if err != nil {
		return nil, out, err
	}
	before, after := repo.Of(present.Bytes()), repo.Of(restored.Bytes())
	if len(after.Data) == 0 {
		after = repo.Bytes{} // the file that this candidate made goes with it
	}
	c.Status, c.Updated = string(Undone), d.now()
	c.Undo = &memfile.Effect{
		Operation: id, Applied: d.now(), Entries: changes,
		File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
	}
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, out, err
	}
	out.Candidate, out.Usage = c, Usage{Chars: restored.Usage(), Cap: d.Rules.Cap}
	message := d.message("undo", c, actor)
	message.Operation = id
	return &repo.Operation{
		Message: message, Author: Author(actor), Decision: actor.Person(),
		Changes: []repo.Change{
			{Path: ResidentPath, Before: before, After: after, Decides: true},
			{Path: rec.Path, Before: repo.Of(rec.File.Bytes()), After: repo.Of(text)},
		},
	}, out, nil
}

// restoresSecret refuses an undo that would bring a credential back.
func restoresSecret(changes []memfile.EntryChange) error {
	for _, c := range changes {
		if err := guard.Refusal("the text that this undo would bring back", secretsIn(c.After)); err != nil {
			return err
		}
	}
	return nil
}
