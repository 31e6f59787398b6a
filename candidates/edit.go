package candidates

import (
	"context"

	"gitmem/memfile"
	"gitmem/repo"
)

// Changes are what a person may change of an open candidate; nil leaves it.
type Changes struct {
	Action, Locator, Section, Content, Reason *string
	Confidence                                *int
	// File is the whole file as it came back from an editor.
	File []byte
}

// Edit changes an open candidate, checks it and previews it again on the
// present file. Without changes it is the way to review a candidate anew, and
// to commit an edit that was saved by hand.
func (d *Desk) Edit(ctx context.Context, id memfile.ID, ch Changes, actor Actor) (Outcome, error) {
	var out Outcome
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		rec, err := d.openRecord(id, Edit)
		if err != nil {
			return nil, err
		}
		op, edited, err := d.planEdit(rec, ch, actor)
		out = edited
		return op, err
	})
	out.Result = result
	return out, err
}

// planEdit splices the changes in and runs the checks of a proposal.
func (d *Desk) planEdit(rec Record, ch Changes, actor Actor) (*repo.Operation, Outcome, error) {
	former := openChange(rec)
	if ch.File != nil {
		file, err := memfile.ParseCandidate(rec.Path, ch.File)
		if err != nil {
			return nil, Outcome{Candidate: rec.Candidate}, err
		}
		if faults := memfile.OwnKeys(rec.File, file); len(faults) > 0 {
			return nil, Outcome{Candidate: rec.Candidate}, &ForgedError{Path: rec.Path, Faults: faults}
		}
		rec.File, rec.Candidate = file, file.Candidate()
	}
	c := ch.apply(rec.Candidate)
	c.Status, c.Updated, c.Diagnostic = string(Pending), d.now(), ""
	out := Outcome{Candidate: c}
	k, err := d.recheck(&c, &out)
	if err != nil {
		return nil, out, err
	}
	c.Target = targets(c, k.applied)
	text, err := rec.File.Update(c)
	if err != nil {
		return nil, out, err
	}
	out.Candidate, out.Usage = c, k.usage
	former.After = repo.Of(text)
	message := d.message("edit", c, actor)
	message.Edited = rec.Edited
	return &repo.Operation{Message: message, Author: Author(actor), Decision: actor.Person(), Changes: []repo.Change{former}}, out, nil
}

// recheck runs the checks of an edited candidate; what it was reviewed against
// before does not bind it.
func (d *Desk) recheck(c *memfile.Candidate, out *Outcome) (checked, error) {
	c.Target = nil
	warnings, err := d.checkWords(*c, Actor{Kind: memfile.ActorUser})
	if err != nil {
		return checked{}, err
	}
	k, err := d.preview(*c)
	if err != nil {
		return k, err
	}
	near, err := d.checkTombstones(*c)
	out.Warnings = append(append(warnings, k.warnings...), near...)
	if k.duplicateOf != "" {
		out.Warnings = append(out.Warnings, "the memory says this already: "+k.duplicateOf)
	}
	return k, err
}

func (ch Changes) apply(c memfile.Candidate) memfile.Candidate {
	set := func(to *string, from *string) {
		if from != nil {
			*to = *from
		}
	}
	set(&c.Action, ch.Action)
	set(&c.Locator, ch.Locator)
	set(&c.Section, ch.Section)
	set(&c.Content, ch.Content)
	set(&c.Reason, ch.Reason)
	if ch.Confidence != nil {
		c.Confidence = *ch.Confidence
	}
	return c
}
