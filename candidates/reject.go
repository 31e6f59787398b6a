package candidates

import (
	"context"
	"fmt"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Reject closes an open candidate and leaves a tombstone. A credential in it
// is taken out first, in the working file too.
func (d *Desk) Reject(ctx context.Context, id memfile.ID, actor Actor, reason string) (Outcome, error) {
	return d.settleAs(ctx, id, actor, Reject, reason)
}

// settleAs closes an open candidate by an event that rejects it.
func (d *Desk) settleAs(ctx context.Context, id memfile.ID, actor Actor, event Event, reason string) (Outcome, error) {
	var out Outcome
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		rec, err := d.openRecord(id, event)
		if err != nil {
			return nil, err
		}
		op, c, err := d.planReject(rec, actor, event, reason)
		out.Candidate = c
		return op, err
	})
	out.Result = result
	return out, err
}

func (d *Desk) planReject(rec Record, actor Actor, event Event, reason string) (*repo.Operation, memfile.Candidate, error) {
	changes, c, err := d.rejection(rec, actor, event, reason)
	if err != nil {
		return nil, c, err
	}
	message := d.message(string(event), c, actor)
	message.Edited = rec.Edited
	return &repo.Operation{Message: message, Author: Author(actor), Decision: actor.Person(), Changes: changes}, c, nil
}

// rejection closes the file of an open candidate. Whoever actor is decided it.
func (d *Desk) rejection(rec Record, actor Actor, event Event, reason string) ([]repo.Change, memfile.Candidate, error) {
	next, err := Next(rec.State, event)
	if err != nil {
		return nil, rec.Candidate, stateError(rec.ID, err)
	}
	if err := guard.Refusal("reason", guard.Scan(reason, guard.Note, actor.guardOptions())); err != nil {
		return nil, rec.Candidate, err
	}
	c, cleaned := withoutSecrets(rec.Candidate)
	c.Status, c.Updated, c.Decision = string(next), d.now(), ""
	c.Decided = d.decidedBy(actor, reason)
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, c, err
	}
	if cleaned || len(secretsIn(string(text))) > 0 {
		text = memfile.FormatCandidate(c) // a comment or an odd key could hold it too
	}
	former := openChange(rec)
	former.Wipe = cleaned
	return []repo.Change{former, {Path: memfile.CandidatePath(c), After: repo.Of(text)}}, c, nil
}

// withoutSecrets replaces every credential by the name of its rule, and every
// character that the guard refuses to store by nothing visible.
func withoutSecrets(c memfile.Candidate) (memfile.Candidate, bool) {
	cleaned := false
	clean := func(s string) string {
		out, rules := guard.Redact(s)
		cleaned = cleaned || len(rules) > 0
		return out
	}
	c.Content, c.Locator, c.Reason, c.Section = clean(c.Content), clean(c.Locator), clean(c.Reason), clean(c.Section)
	c.Diagnostic = clean(c.Diagnostic)
	c.Operations = append([]memfile.Edit(nil), c.Operations...)
	for i, e := range c.Operations {
		c.Operations[i] = memfile.Edit{Action: e.Action, Content: clean(e.Content), Locator: clean(e.Locator), Section: clean(e.Section)}
	}
	if cleaned && strings.TrimSpace(c.Reason) == "" {
		c.Reason = "[removed]"
	}
	return c, cleaned
}

// Revive brings a rejected or undone candidate back, by name and by a person;
// its tombstone goes with it. Where an editor saved its file after it was
// settled, it comes back with those words.
func (d *Desk) Revive(ctx context.Context, id memfile.ID, actor Actor) (Outcome, error) {
	var out Outcome
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		rec, err := d.openRecord(id, Revive)
		if err != nil {
			return nil, err
		}
		op, c, err := d.planRevive(rec, actor)
		out.Candidate = c
		return op, err
	})
	out.Result = result
	return out, err
}

func (d *Desk) planRevive(rec Record, actor Actor) (*repo.Operation, memfile.Candidate, error) {
	c := rec.Candidate
	c.Status, c.Updated = string(Pending), d.now()
	c.Decided, c.Effect, c.Undo, c.Diagnostic, c.Decision = nil, nil, nil, "", ""
	standing, err := d.takeLate(&c)
	if err != nil {
		return nil, c, err
	}
	if _, err := d.checkWords(c, Actor{Kind: c.Actor}); err != nil {
		return nil, c, fmt.Errorf("%s: it cannot be revived as it is: %w", c.ID, err)
	}
	if k, err := d.preview(c); err == nil {
		c.Target = targets(c, k.applied)
	}
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, c, err
	}
	return &repo.Operation{
		Message: d.message("revive", c, actor), Author: Author(actor), Decision: actor.Person(),
		Changes: []repo.Change{openChange(rec), {Path: memfile.CandidatePath(c), Before: standing, After: repo.Of(text), Edited: standing.Present}},
	}, c, nil
}
