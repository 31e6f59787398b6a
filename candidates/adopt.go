package candidates

import (
	"context"
	"fmt"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Adoption is what an adopt made of the hand edits of a resident file.
type Adoption struct {
	Candidates []memfile.Candidate
	Result     repo.Result
	Usage      Usage
	Warnings   []string
	Nothing    bool // there was no drift
}

// AdoptOptions say where the hand edits come from.
type AdoptOptions struct {
	Actor  Actor
	Commit string // the commit by hand that brought them, if there is one
	DryRun bool
}

// Adopt makes the hand edits of the resident file audited candidates, one for
// each entry, in one commit that holds the bytes as they stand. What the
// checks refuse, and rubble, stays drift.
func (d *Desk) Adopt(ctx context.Context, o AdoptOptions) (Adoption, error) {
	var out Adoption
	result, err := d.run(ctx, o.DryRun, func() (*repo.Operation, error) {
		op, found, err := d.planAdopt(o)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

func (d *Desk) planAdopt(o AdoptOptions) (*repo.Operation, Adoption, error) {
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, Adoption{}, err
	}
	if !drift.Exists() {
		return nil, Adoption{Nothing: true}, nil
	}
	if drift.Rubble != "" {
		return nil, Adoption{}, &DriftedError{Path: ResidentPath, Rubble: drift.Rubble}
	}
	base, present, err := d.driftSides(drift)
	if err != nil {
		return nil, Adoption{}, err
	}
	edits := memfile.Difference(base, present)
	out := Adoption{Usage: Usage{Chars: present.Usage(), Cap: d.Rules.Cap}}
	if out.Warnings, err = d.checkAdopted(base, present, edits); err != nil {
		return nil, out, err
	}
	op, err := d.adoptOperation(drift, edits, o, &out)
	return op, out, err
}

// driftSides parses what the last operation left and what stands now.
func (d *Desk) driftSides(drift repo.Drift) (base, present *memfile.Resident, err error) {
	side := func(b repo.Bytes) (*memfile.Resident, error) {
		if !b.Present {
			return memfile.EmptyResident(ResidentPath, d.Store.Scope), nil
		}
		return memfile.ParseResident(ResidentPath, b.Data)
	}
	if base, err = side(drift.Former); err != nil {
		return nil, nil, err
	}
	present, err = side(drift.Saved)
	return base, present, err
}

// checkAdopted runs the same checks as on a proposal, on the whole of what a
// person wrote: the cap on the result, the guard on every new wording.
func (d *Desk) checkAdopted(base, present *memfile.Resident, edits []memfile.HandEdit) ([]string, error) {
	need, now := present.Usage(), base.Usage()
	if need > d.Rules.Cap && need >= now {
		return nil, &CapError{Path: ResidentPath, Need: need, Cap: d.Rules.Cap, Now: now}
	}
	var warnings []string
	for _, e := range edits {
		text := memfile.ItemText(e.Change.After)
		for _, f := range guard.Scan(text, guard.Resident, guard.Options{Actor: memfile.ActorUser}) {
			f.Line += e.Line - 1
			if !f.Warning {
				return nil, guard.Refusal(ResidentPath, []guard.Finding{f})
			}
			warnings = append(warnings, fmt.Sprintf("%s:%d:%d: %s", ResidentPath, f.Line, f.Column, f.Message))
		}
	}
	return warnings, nil
}

// adoptOperation commits the bytes as they stand, and a candidate for each
// entry. Changes of headings, comments and blank lines go along without one.
func (d *Desk) adoptOperation(drift repo.Drift, edits []memfile.HandEdit, o AdoptOptions, out *Adoption) (*repo.Operation, error) {
	id, err := d.Store.NewID(memfile.KindOperation)
	if err != nil {
		return nil, err
	}
	before, after := drift.Former, drift.Saved
	op := &repo.Operation{Author: author(o.Actor), Decision: o.Actor.person()}
	op.Changes = []repo.Change{{Path: ResidentPath, Before: before, After: after, Decides: true, Standing: true}}
	for _, e := range edits {
		c, err := d.adopted(e, o.Actor)
		if err != nil {
			return nil, err
		}
		c.Effect = &memfile.Effect{
			Operation: id, Applied: d.now(), Entries: []memfile.EntryChange{e.Change},
			File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
		}
		out.Candidates = append(out.Candidates, c)
		op.Changes = append(op.Changes, repo.Change{Path: memfile.CandidatePath(c), After: repo.Of(memfile.FormatCandidate(c))})
	}
	op.Message = d.adoptMessage(out.Candidates, o)
	op.Message.Operation = id
	return op, nil
}

func (d *Desk) adopted(e memfile.HandEdit, actor Actor) (memfile.Candidate, error) {
	now := d.now()
	id, err := d.Store.NewID(memfile.KindCandidate)
	c := memfile.Candidate{
		Edit: e.Edit, Reason: "edited by hand", Confidence: 10000, ID: id, Kind: memfile.MemoryCandidate, Scope: d.Store.Scope,
		Status: string(Applied), Actor: actor.Kind, Created: now, Updated: now, Decided: &memfile.Decided{By: actor.Kind, Via: actor.Via, At: now},
	}
	if e.Change.Before != "" {
		c.Target = []string{e.Change.Before}
	}
	return c, err
}

func (d *Desk) adoptMessage(cs []memfile.Candidate, o AdoptOptions) memfile.Message {
	m := memfile.Message{Op: "adopt", Actor: o.Actor.Kind, Via: o.Actor.Via, Agent: o.Actor.Agent, Commit: o.Commit}
	for _, c := range cs {
		m.IDs = append(m.IDs, c.ID)
		m.Paragraphs = append(m.Paragraphs, paragraphs(c)[0])
	}
	m.Subject = fmt.Sprintf("adopt %d hand edits of %s", len(cs), d.residentName())
	if len(cs) == 0 {
		m.Subject = "adopt the layout of " + d.residentName() + " as edited by hand"
	}
	return m
}
