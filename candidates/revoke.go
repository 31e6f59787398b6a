package candidates

import (
	"slices"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// revoke proposes to take back what each of these applied candidates wrote.
func (p *withdrawing) revoke(applied []Record) error {
	if len(applied) == 0 {
		return nil
	}
	d := p.reader.desk
	open, err := d.OpenList()
	if err != nil {
		return err
	}
	rev := revoking{present: d.presentResident(), unsupported: map[string]bool{}}
	for _, rec := range applied {
		for _, e := range rec.Effect.Entries {
			rev.unsupported[memfile.ItemText(e.After)] = true
		}
	}
	for _, rec := range applied {
		rev.former, _ = d.formerResident(rec)
		edits := rev.inverse(*rec.Effect)
		if len(edits) == 0 {
			p.out.Superseded = append(p.out.Superseded, rec.ID)
			continue
		}
		if err := p.propose(rec, rev, edits, open.Records); err != nil {
			return err
		}
	}
	return nil
}

// presentResident is the resident file as it stands; where that is gone or
// damaged, as the last operation left it.
func (d *Desk) presentResident() *memfile.Resident {
	drift, err := d.Store.Drift(ResidentPath)
	if r, _, readErr := d.readResident(); readErr == nil && err == nil && drift.Rubble == "" {
		return r
	}
	if r, err := memfile.ParseResident(ResidentPath, drift.Former.Data); err == nil && drift.Former.Present {
		return r
	}
	return memfile.EmptyResident(ResidentPath, d.Store.Scope)
}

// propose makes the candidate of a revocation, or adds to the reason of an
// open one that says the same.
func (p *withdrawing) propose(rec Record, rev revoking, edits []memfile.Edit, open []Record) error {
	d := p.reader.desk
	reason := "revokes " + string(rec.ID) + ": " + p.reason(rec.Candidate)
	for _, twin := range open {
		if slices.Equal(twin.Edits(), edits) && !slices.ContainsFunc(p.out.Rejected, func(c memfile.Candidate) bool { return c.ID == twin.ID }) {
			return p.addReason(twin, reason)
		}
	}
	now := d.now()
	c := memfile.Candidate{
		Reason: reason, Confidence: 10000, Kind: memfile.MemoryCandidate, Scope: d.Store.Scope, Status: string(Pending),
		Actor: p.actor.Kind, Created: now, Updated: now, Target: rev.targets(edits),
	}
	if !p.actor.Person() {
		c.Source.Agent = p.actor.Agent
	}
	if c.Edit = edits[0]; len(edits) > 1 {
		c.Edit, c.Operations = memfile.Edit{}, edits
	}
	var err error
	if c.ID, err = p.identify(rec); err != nil {
		return err
	}
	p.out.Changes = append(p.out.Changes, repo.Change{Path: memfile.CandidatePath(c), After: repo.Of(memfile.FormatCandidate(c))})
	p.out.Revocations = append(p.out.Revocations, c)
	return nil
}

// identify cuts the id of a revocation from what it takes back and what was
// forgotten, so that another clone arrives at the same file.
func (p *withdrawing) identify(rec Record) (memfile.ID, error) {
	parts := []string{"revoke", string(rec.ID), string(rec.Effect.Operation)}
	for _, id := range rec.Evidence {
		if slices.Contains(p.forgotten, id) {
			parts = append(parts, string(id))
		}
	}
	id := memfile.DeriveID(memfile.KindCandidate, parts...)
	k, err := p.reader.known()
	if _, made := k.one(id); made && err == nil {
		return p.reader.desk.Store.NewID(memfile.KindCandidate)
	}
	return id, err
}

// addReason says in an open candidate that more was forgotten.
func (p *withdrawing) addReason(twin Record, reason string) error {
	c := twin.Candidate
	if more := c.Reason + "\n" + reason; len(more) <= MaxReason && twin.State == Pending && !twin.Edited {
		c.Reason, c.Updated = more, p.reader.desk.now()
		text, err := twin.File.Update(c)
		if err != nil {
			return err
		}
		change := openChange(twin)
		change.After = repo.Of(text)
		p.out.Changes = append(p.out.Changes, change)
		p.out.Revocations = append(p.out.Revocations, c)
	}
	return nil
}

// revoking knows what stands where something is to be taken back.
type revoking struct {
	present     *memfile.Resident
	former      *memfile.Resident // as the operation found it; nil where the history was cut
	unsupported map[string]bool   // texts that lost their evidence too
}

// inverse are the edits that take back what of an effect still stands, the
// last first: an add is removed, a removal added, a replacement replaced back.
func (r revoking) inverse(e memfile.Effect) []memfile.Edit {
	var edits []memfile.Edit
	for _, change := range slices.Backward(e.Entries) {
		if edit, ok := r.takeBack(change); ok {
			edits = append(edits, edit)
		}
	}
	return edits
}

func (r revoking) takeBack(change memfile.EntryChange) (memfile.Edit, bool) {
	before, after := memfile.ItemText(change.Before), memfile.ItemText(change.After)
	comesBack := change.Before != "" && r.find(before) == nil && !r.unsupported[before] && harmless(before)
	switch {
	case change.Unchanged():
		return memfile.Edit{}, false
	case change.After == "":
		return memfile.Edit{Action: memfile.ActionAdd, Content: before, Section: r.section(change.Before)}, comesBack
	case r.find(after) == nil:
		return memfile.Edit{}, false
	case comesBack:
		return memfile.Edit{Action: memfile.ActionReplace, Locator: after, Content: before}, true
	}
	return memfile.Edit{Action: memfile.ActionRemove, Locator: after}, true
}

// harmless is false for a former text that could not be proposed today.
func harmless(text string) bool {
	return guard.Refusal("content", guard.Scan(text, guard.Resident, guard.Options{Actor: memfile.ActorUser})) == nil
}

// find is the entry or paragraph with a text, nil where none stands.
func (r revoking) find(text string) *memfile.Block {
	for _, b := range r.present.Blocks() {
		if (b.Kind == memfile.Entry || b.Kind == memfile.Paragraph) && b.Text == text {
			return &b
		}
	}
	return nil
}

// targets are the entries that the edits are reviewed against.
func (r revoking) targets(edits []memfile.Edit) []string {
	var out []string
	for _, e := range edits {
		if b := r.find(e.Locator); e.Action != memfile.ActionAdd && b != nil {
			out = append(out, b.Raw)
		}
	}
	return out
}

// section is the heading under which an entry stood, if the present file has
// it once.
func (r revoking) section(raw string) string {
	if r.former == nil {
		return ""
	}
	blocks := r.former.Blocks()
	at := slices.IndexFunc(blocks, func(b memfile.Block) bool { return b.Raw == raw })
	for at > 0 && blocks[at].Kind != memfile.Heading {
		at--
	}
	if at < 0 || blocks[at].Kind != memfile.Heading {
		return ""
	}
	same := 0
	for _, b := range r.present.Blocks() {
		if b.Kind == memfile.Heading && strings.EqualFold(b.Text, blocks[at].Text) {
			same++
		}
	}
	if same != 1 {
		return ""
	}
	return blocks[at].Text
}
