package candidates

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"gitmem/memfile"
	"gitmem/repo"
)

// settleDropped records that an apply came to nothing: its candidate becomes
// failed, and where the proposal was part of the same operation its file is
// written, so that the text is kept. An undo that came to nothing leaves the
// candidate applied, which needs no record.
func (d *Desk) settleDropped(dropped repo.Dropped) (*repo.Operation, error) {
	if dropped.Message.Op != "apply" && dropped.Message.Op != "resolve" {
		return nil, nil
	}
	op := &repo.Operation{Author: Author(Actor{Kind: memfile.ActorSystem})}
	for _, id := range dropped.Message.IDs {
		if id.Kind() != memfile.KindCandidate {
			continue
		}
		change, c, ok, err := d.failedChange(dropped, id)
		if err != nil {
			return nil, err
		}
		if ok {
			op.Changes = append(op.Changes, change)
			ids := append(op.Message.IDs, id)
			op.Message = d.message("settle", c, Actor{Kind: memfile.ActorSystem})
			op.Message.IDs = ids
		}
	}
	if len(op.Changes) == 0 {
		return nil, nil
	}
	return op, nil
}

const interrupted = "the operation was interrupted before the resident file was changed; nothing was written"

// failedChange is the candidate's file with the diagnostic in it.
func (d *Desk) failedChange(dropped repo.Dropped, id memfile.ID) (repo.Change, memfile.Candidate, bool, error) {
	r, err := d.reader()
	if err != nil {
		return repo.Change{}, memfile.Candidate{}, false, err
	}
	rec, bad := r.read(openPath(id))
	if bad == nil {
		return d.failOpen(rec)
	}
	if _, err := r.settled(id); err == nil {
		return repo.Change{}, memfile.Candidate{}, false, nil // its record stands: an undo was to be ended
	}
	data, ok, err := d.recorded(dropped, id)
	if err != nil || !ok {
		return repo.Change{}, memfile.Candidate{}, false, err
	}
	file, err := memfile.ParseCandidate(openPath(id), data)
	if err != nil {
		return repo.Change{}, memfile.Candidate{}, false, nil
	}
	c := file.Candidate()
	c.Status, c.Diagnostic, c.Effect, c.Decided = string(Failed), interrupted, nil, nil
	return repo.Change{Path: openPath(id), After: repo.Of(memfile.FormatCandidate(c))}, c, true, nil
}

func (d *Desk) failOpen(rec Record) (repo.Change, memfile.Candidate, bool, error) {
	c := rec.Candidate
	if c.Status == string(Failed) && c.Diagnostic == interrupted || rec.Edited || rec.File == nil {
		return repo.Change{}, c, false, nil
	}
	c.Status, c.Diagnostic, c.Updated = string(Failed), interrupted, d.now()
	text, err := rec.File.Update(c)
	change := openChange(rec)
	change.After = repo.Of(text)
	return change, c, err == nil, err
}

// recorded is what the dropped commit had as the settled candidate.
func (d *Desk) recorded(dropped repo.Dropped, id memfile.ID) ([]byte, bool, error) {
	for _, p := range dropped.Paths() {
		if path.Base(p) == string(id)+".md" {
			if data, ok, err := dropped.File(p); err != nil || ok {
				return data, ok, err
			}
		}
	}
	return nil, false, nil
}

func openPath(id memfile.ID) string { return Folder + "/" + string(id) + ".md" }

// Resolve ends an uncertain operation as a person decided. The candidate
// becomes what then stands in the file: applied, undone or failed.
func (d *Desk) Resolve(ctx context.Context, id memfile.ID, keep repo.Keep, actor Actor) (Outcome, error) {
	var out Outcome
	result, err := d.Store.Resolve(ctx, id, keep, func(at repo.Standing) (*repo.Operation, error) {
		op, c, err := d.planResolve(at, keep, actor)
		out.Candidate = c
		if err != nil {
			return op, err
		}
		return d.signed(op)
	})
	out.Result = result
	return out, err
}

func (d *Desk) planResolve(at repo.Standing, keep repo.Keep, actor Actor) (*repo.Operation, memfile.Candidate, error) {
	op := &repo.Operation{Author: Author(actor), Decision: actor.Person()}
	var last memfile.Candidate
	for _, id := range at.Message.IDs {
		changes, c, err := d.resolveOne(at, id, keep, actor)
		if err != nil {
			return nil, c, err
		}
		op.Changes = append(op.Changes, changes...)
		last = c
	}
	op.Message = d.message("resolve", last, actor)
	op.Message.IDs = at.Message.IDs
	if len(at.Message.IDs) != 1 {
		op.Message.Subject = fmt.Sprintf("resolve %s: keep %s of %s", at.Message.Operation, keep, at.Path)
	}
	return op, last, nil
}

// resolveOne says in the record of one candidate what then stands in the file.
func (d *Desk) resolveOne(at repo.Standing, id memfile.ID, keep repo.Keep, actor Actor) ([]repo.Change, memfile.Candidate, error) {
	rec, err := d.Find(string(id))
	if err != nil {
		return nil, rec.Candidate, err
	}
	c := rec.Candidate
	undo, err := d.wasUndo(at, id)
	if err != nil {
		return nil, c, err
	}
	if c.Status, err = resolved(at, keep, undo); err != nil {
		return nil, c, err
	}
	if err := d.takeEffects(at, &c); err != nil {
		return nil, c, err
	}
	c.Updated, c.Diagnostic = d.now(), "resolved by a person: kept "+string(keep)
	c.Decided = d.decided(c, actor)
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, c, err
	}
	changes, err := d.putRecord(at, rec, c, text)
	return changes, c, err
}

// takeEffects copies what the operation's own commit says that it did, where
// that is what stands now.
func (d *Desk) takeEffects(at repo.Standing, c *memfile.Candidate) error {
	data, ok, err := d.recorded(at.Dropped, c.ID)
	if err != nil || !ok {
		return err
	}
	file, err := memfile.ParseCandidate(openPath(c.ID), data)
	if err != nil {
		return err
	}
	switch c.Status {
	case string(Applied):
		c.Effect = file.Candidate().Effect
	case string(Undone):
		c.Undo = file.Candidate().Undo
	}
	return nil
}

// wasUndo tells whether what was interrupted was an undo. Of a resolve that was
// interrupted itself, what the candidate is committed as tells it.
func (d *Desk) wasUndo(at repo.Standing, id memfile.ID) (bool, error) {
	if at.Message.Op != "resolve" {
		return at.Message.Op == "undo", nil
	}
	view, err := d.Store.View()
	if err != nil {
		return false, err
	}
	k, err := d.known(view)
	line, ok := k.one(id)
	return ok && line.Status == string(Applied), err
}

// resolved is the state by what stands in the file after the resolve.
func resolved(at repo.Standing, keep repo.Keep, undo bool) (string, error) {
	isAfter := keep == repo.KeepAfter || keep == repo.KeepCurrent && at.CurrentIsAfter
	isBefore := keep == repo.KeepBefore || keep == repo.KeepCurrent && at.CurrentIsBefore
	event := ResolveFailed
	switch {
	case isAfter && undo:
		event = ResolveUndone
	case isAfter, isBefore && undo:
		event = ResolveApplied
	}
	next, err := Next(Uncertain, event)
	return string(next), err
}

// putRecord writes a candidate's file where its state says that it belongs,
// over whatever the interrupted operation left of it.
func (d *Desk) putRecord(at repo.Standing, rec Record, c memfile.Candidate, text []byte) ([]repo.Change, error) {
	view, err := d.Store.View()
	if err != nil {
		return nil, err
	}
	to := memfile.CandidatePath(c)
	paths := []string{rec.Path, to}
	for _, p := range at.Paths() {
		if path.Base(p) == string(c.ID)+".md" {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	var changes []repo.Change
	for _, p := range slices.Compact(paths) {
		after := repo.Bytes{}
		if p == to {
			after = repo.Of(text)
		}
		change, err := d.putFile(p, after)
		if err != nil {
			return nil, err
		}
		committed, err := view.Blob(p)
		if err != nil {
			return nil, err
		}
		if p == to || change.Before.Present || committed != "" {
			changes = append(changes, change)
		}
	}
	return changes, nil
}

// putFile replaces a record by another, whatever stands there.
func (d *Desk) putFile(path string, after repo.Bytes) (repo.Change, error) {
	var before repo.Bytes
	data, err := d.Store.Read(path)
	if err == nil {
		before = repo.Of(data)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return repo.Change{}, err
	}
	return repo.Change{Path: path, Before: before, After: after, Edited: true, Standing: before.Equal(after)}, nil
}
