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
	Commit string // the commit by hand that brought them; if it is not given it is looked for
	// Seen is the file that a person was shown. If another stands there by now,
	// the adopt is a *repo.ConflictError.
	Seen *repo.Bytes
}

// Adopt makes the hand edits of the resident file audited candidates, one for
// each entry, in one commit that holds the bytes as they stand. What the
// checks refuse, and rubble, stays drift.
func (d *Desk) Adopt(ctx context.Context, o AdoptOptions) (Adoption, error) {
	var out Adoption
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := d.planAdopt(ctx, o)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

func (d *Desk) planAdopt(ctx context.Context, o AdoptOptions) (*repo.Operation, Adoption, error) {
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, Adoption{}, err
	}
	if o.Seen != nil && !drift.Saved.Equal(*o.Seen) {
		return nil, Adoption{}, &repo.ConflictError{Path: ResidentPath, Reason: "it was changed after it was shown"}
	}
	if !drift.Exists() {
		return nil, Adoption{Nothing: true}, nil
	}
	if o.Commit == "" && drift.Committed {
		if o.Commit, err = d.handCommit(ctx, drift); err != nil {
			return nil, Adoption{}, err
		}
	}
	return d.adoptDrift(drift, o)
}

// handCommit finds the commit by hand that brought the file as it stands.
func (d *Desk) handCommit(ctx context.Context, drift repo.Drift) (string, error) {
	history, err := d.Store.History(ctx)
	if err != nil {
		return "", err
	}
	for r := range history.Select(repo.Filter{Path: drift.Path}) {
		if !r.ByHand {
			break
		}
		for _, p := range r.Changed {
			if p.Path == drift.Path && p.After == drift.Saved.Blob() {
				return r.Commit, nil
			}
		}
	}
	return "", nil
}

// adoptDrift checks what a person wrote and makes the operation that adopts it.
func (d *Desk) adoptDrift(drift repo.Drift, o AdoptOptions) (*repo.Operation, Adoption, error) {
	if drift.Rubble != "" {
		return nil, Adoption{}, d.drifted(drift)
	}
	base, present, err := d.driftSides(drift)
	if err != nil {
		return nil, Adoption{}, err
	}
	edits := memfile.Difference(base, present)
	out := Adoption{Usage: Usage{Chars: present.Usage(), Cap: d.Rules.Cap}}
	if out.Warnings, err = d.checkAdopted(base, present); err != nil {
		return nil, out, err
	}
	more, err := checkHandEdits(base, edits)
	if err != nil {
		return nil, out, err
	}
	out.Warnings = append(out.Warnings, more...)
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
// person wrote: the cap on the result, the guard on every new piece, headings
// and comments included, since all of it is committed.
func (d *Desk) checkAdopted(base, present *memfile.Resident) ([]string, error) {
	need, now := present.Usage(), base.Usage()
	if need > d.Rules.Cap && need >= now {
		return nil, &CapError{Path: ResidentPath, Need: need, Cap: d.Rules.Cap, Now: now, Entries: texts(base.Entries())}
	}
	stood := map[string]bool{}
	for _, b := range base.Blocks() {
		stood[b.Raw] = true
	}
	var found []guard.Finding
	for _, b := range present.Blocks() {
		if b.Kind == memfile.Blank || stood[b.Raw] {
			continue
		}
		for _, f := range guard.Scan(b.Raw, guard.Resident, guard.Options{Actor: memfile.ActorUser}) {
			f.Line += b.Line - 1
			found = append(found, f)
		}
	}
	var warnings []string
	for _, f := range found {
		if f.Warning {
			warnings = append(warnings, fmt.Sprintf("%s:%d:%d: %s", ResidentPath, f.Line, f.Column, f.Message))
		}
	}
	return warnings, guard.Refusal(ResidentPath, found)
}

// checkHandEdits bounds each entry as a proposal of it would be, and names
// those that say what another entry says already.
func checkHandEdits(base *memfile.Resident, edits []memfile.HandEdit) ([]string, error) {
	var warnings []string
	for _, e := range edits {
		if len(e.Edit.Content) > MaxContent {
			return nil, fmt.Errorf("%s:%d: %w", ResidentPath, e.Line, tooLong("content", len(e.Edit.Content), MaxContent))
		}
		if e.Edit.Action != memfile.ActionAdd {
			continue
		}
		if b, ok := memfile.Duplicate(base, e.Edit.Content); ok {
			warnings = append(warnings, fmt.Sprintf("%s:%d: it says the same as the entry %q", ResidentPath, e.Line, b.Text))
		} else if b, _, near := memfile.Nearest(base, e.Edit.Content); near {
			warnings = append(warnings, fmt.Sprintf("%s:%d: near-duplicate of %q", ResidentPath, e.Line, b.Text))
		}
	}
	return warnings, nil
}

func texts(blocks []memfile.Block) []string {
	out := make([]string, len(blocks))
	for i, b := range blocks {
		out[i] = b.Text
	}
	return out
}

// adoptOperation commits the bytes as they stand, and a candidate for each
// entry. Changes of headings, comments and blank lines go along without one.
func (d *Desk) adoptOperation(drift repo.Drift, edits []memfile.HandEdit, o AdoptOptions, out *Adoption) (*repo.Operation, error) {
	id, err := d.Store.NewID(memfile.KindOperation)
	if err != nil {
		return nil, err
	}
	before, after := drift.Former, drift.Saved
	op := &repo.Operation{Author: Author(o.Actor), Decision: o.Actor.Person()}
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
		Status: string(Applied), Actor: actor.Kind, Created: now, Updated: now, Decided: d.decidedBy(actor, ""),
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
	switch len(cs) {
	case 0:
		m.Subject = "adopt the layout of " + d.residentName() + " as edited by hand"
	case 1:
		m.Subject = "adopt a hand edit of " + d.residentName()
	default:
		m.Subject = fmt.Sprintf("adopt %d hand edits of %s", len(cs), d.residentName())
	}
	return m
}
