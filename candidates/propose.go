package candidates

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// Proposal is a change that somebody wants. Confidence is in basis points.
type Proposal struct {
	memfile.Edit
	Operations []memfile.Edit
	Reason     string
	Confidence int
	Source     memfile.Source
	Evidence   []memfile.ID
	Actor      Actor
	// Apply says that a person makes the change at once, proposal and apply in
	// one commit.
	Apply bool
	// Along is what else changes in the same commit.
	Along Along

	beside int // proposals of the same batch
}

// Propose checks a change and lays it on the desk, or, for a person who asks
// for it, applies it at once. What the promotion policy applies without a
// person is applied by an operation of its own.
//
// Errors callers test for: *FieldError, memfile.ErrFields, *guard.RefusedError,
// *memfile.LocateError, *CapError, *TombstoneError, *FloodError, *DriftedError,
// *memfile.SupportError, and those of repo.Store.Run. After any of them nothing
// has changed.
func (d *Desk) Propose(ctx context.Context, p Proposal) (Outcome, error) {
	if !d.DryRun && !p.Actor.Person() {
		if err := d.LapseOverdue(ctx); err != nil {
			return Outcome{}, err
		}
	}
	var out Outcome
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := d.PlanProposal(p)
		out = found
		return op, err
	})
	out.Result = result
	if err != nil && !p.Actor.Person() && !d.DryRun {
		d.logRefusal(p, err)
	}
	if err != nil || out.DuplicateOf != "" || out.Existing || d.DryRun || p.Apply || p.Along.Op != "" {
		return out, err
	}
	return d.promote(ctx, out)
}

// Run carries out what plan says, under the store's lock, with the signature
// that a person's decision needs; for a dry run it only plans.
func (d *Desk) Run(ctx context.Context, plan func() (*repo.Operation, error)) (repo.Result, error) {
	if d.DryRun {
		_, err := plan()
		return repo.Result{}, err
	}
	return d.Store.Run(ctx, func() (*repo.Operation, error) {
		op, err := plan()
		if err != nil {
			return op, err
		}
		return d.signed(op)
	})
}

// PlanProposal runs the checks of a proposal in the order of DESIGN:
// flood, fields, guard, file, locator, cap, duplicates, tombstones. The
// operation is nil where there is nothing to make. It is for a plan of Run.
func (d *Desk) PlanProposal(p Proposal) (*repo.Operation, Outcome, error) {
	c, err := d.draft(p)
	if err != nil {
		return nil, Outcome{}, err
	}
	out := Outcome{Candidate: c}
	if err := d.checkEvidence(p); err != nil {
		return nil, out, err
	}
	if twin, ok, err := d.twin(c); err != nil || ok {
		out.Candidate, out.Existing = twin, ok
		return nil, out, err
	}
	if err := d.checkFlood(c, p); err != nil {
		return nil, out, err
	}
	out.Warnings, err = d.checkWords(c, p.Actor)
	if err != nil {
		return nil, out, err
	}
	k, err := d.preview(c)
	if err != nil {
		return nil, out, err
	}
	out.Usage, out.DuplicateOf = k.usage, k.duplicateOf
	out.Warnings = append(out.Warnings, k.warnings...)
	if out.DuplicateOf != "" {
		return nil, out, nil
	}
	near, err := d.checkTombstones(c)
	if err != nil {
		return nil, out, err
	}
	out.Warnings, out.Near = append(out.Warnings, near...), len(near) > 0
	op, err := d.lay(&out, k, p)
	return op, out, err
}

// lay makes the operation of a proposal that passed the checks.
func (d *Desk) lay(out *Outcome, k checked, p Proposal) (*repo.Operation, error) {
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, err
	}
	if p.Apply {
		if drift.Exists() {
			return nil, d.drifted(drift)
		}
		if p.Along.Op != "" {
			return nil, errAlongApplied
		}
		return d.applyAtOnce(out, k, p.Actor)
	}
	if drift.Exists() {
		out.Warnings = append(out.Warnings, ResidentPath+" holds hand edits that were not adopted; this was checked against them")
	}
	c := out.Candidate
	c.Status = string(Pending)
	c.Target = targets(c, k.applied)
	out.Candidate = c
	op := &repo.Operation{
		Message: d.message(cmp.Or(p.Along.Op, "propose"), c, p.Actor),
		Changes: []repo.Change{{Path: memfile.CandidatePath(c), After: repo.Of(memfile.FormatCandidate(c))}},
		Author:  Author(p.Actor),
	}
	p.Along.join(op)
	return op, nil
}

// targets are the entries that each replace and remove was reviewed against.
func targets(c memfile.Candidate, applied []memfile.Applied) []string {
	var out []string
	for i, e := range c.Edits() {
		if e.Action != memfile.ActionAdd && i < len(applied) {
			out = append(out, applied[i].Before)
		}
	}
	return out
}

// draft is the candidate of a proposal before any check.
func (d *Desk) draft(p Proposal) (memfile.Candidate, error) {
	c := d.worded(p)
	c.Created = d.now()
	c.Updated = c.Created
	id, err := d.identify(c)
	c.ID = id
	return c, err
}

// worded is the candidate of a proposal without an id and a time.
func (d *Desk) worded(p Proposal) memfile.Candidate {
	c := memfile.Candidate{
		Edit: p.Edit, Operations: p.Operations, Reason: p.Reason, Confidence: p.Confidence,
		Kind: memfile.MemoryCandidate, Scope: d.Store.Scope, Status: string(Pending), Actor: p.Actor.Kind,
		Source: p.Source, Evidence: p.Evidence,
	}
	c.Content = memfile.NormalContent(strings.TrimPrefix(c.Content, "\ufeff"))
	for i := range c.Operations {
		c.Operations[i].Content = memfile.NormalContent(c.Operations[i].Content)
	}
	if c.Source.Agent == "" && !p.Actor.Person() {
		c.Source.Agent = p.Actor.Agent
	}
	if c.Reason == "" && p.Actor.Person() {
		c.Reason = "by hand"
	}
	return c
}

// ProposalID is the id that a proposal of one message gets on the desk of a
// store of that scope.
func ProposalID(scope string, p Proposal) memfile.ID {
	d := Desk{Store: &repo.Store{Scope: scope}}
	c := d.worded(p)
	return memfile.DeriveID(memfile.KindCandidate, identity(c)...)
}

// identify cuts the id from what makes a proposal of one message, or of the
// same evidence, the same proposal; without either it is random.
func (d *Desk) identify(c memfile.Candidate) (memfile.ID, error) {
	if !identified(c) {
		return d.Store.NewID(memfile.KindCandidate)
	}
	return memfile.DeriveID(memfile.KindCandidate, identity(c)...), nil
}

// identified is true for a proposal that is the same when it is made again.
func identified(c memfile.Candidate) bool { return c.Source.Message != "" || len(c.Evidence) > 0 }

func identity(c memfile.Candidate) []string {
	parts := []string{c.Scope, c.Actor, c.Source.Agent, c.Source.Session, c.Source.Message}
	for _, e := range c.Edits() {
		parts = append(parts, e.Action, e.Locator, e.Section, e.Content)
	}
	for _, id := range c.Evidence {
		parts = append(parts, string(id))
	}
	return parts
}

// twin finds the same proposal of the same message, whatever became of it.
func (d *Desk) twin(c memfile.Candidate) (memfile.Candidate, bool, error) {
	if !identified(c) {
		return c, false, nil
	}
	r, err := d.reader()
	if err != nil {
		return c, false, err
	}
	rec, err := r.find(string(c.ID))
	if err != nil {
		return c, false, ignoreNotFound(err)
	}
	return rec.Candidate, true, sameIdentity(c, rec.Candidate)
}

// sameIdentity makes sure that an equal id is no accident. An edited candidate
// keeps the source that its id was cut from.
func sameIdentity(a, b memfile.Candidate) error {
	if a.Source.Session != b.Source.Session || a.Source.Message != b.Source.Message {
		return fmt.Errorf("%s: two different proposals have this id; nothing was written", a.ID)
	}
	return nil
}

// checkFlood bounds how many open proposals models may have.
func (d *Desk) checkFlood(c memfile.Candidate, p Proposal) error {
	if p.Actor.Person() || p.Actor.Kind == memfile.ActorSystem {
		return nil
	}
	store, session, err := d.openOfModels(c.Source.Session)
	if err != nil {
		return err
	}
	store, session = store+p.beside, session+p.beside
	if session >= MaxOpenPerSession {
		return &FloodError{Where: "this session", Open: session, Max: MaxOpenPerSession}
	}
	if store >= MaxOpenPerStore {
		return &FloodError{Where: "this store", Open: store, Max: MaxOpenPerStore}
	}
	return nil
}

// openOfModels counts the open proposals of models, and of agents that import
// files, and those of one session among them.
func (d *Desk) openOfModels(session string) (store, ofSession int, err error) {
	list, err := d.OpenList()
	for _, rec := range list.Records {
		if !ofModel(rec) {
			continue
		}
		store++
		if session != "" && rec.Source.Session == session {
			ofSession++
		}
	}
	return store, ofSession, err
}

// ofModel is true for what a model proposed, through an import too.
func ofModel(rec Record) bool {
	return rec.Actor == memfile.ActorTool || rec.Actor == memfile.ActorReflection || rec.Actor == memfile.ActorSystem && rec.Source.Agent != ""
}

// LapseOverdue closes the open proposals of models that nobody decided on in
// time, without a tombstone.
func (d *Desk) LapseOverdue(ctx context.Context) error {
	list, err := d.OpenList()
	if err != nil || d.Rules.PendingDays <= 0 {
		return err
	}
	oldest := d.now().Add(-time.Duration(d.Rules.PendingDays) * 24 * time.Hour)
	for _, rec := range list.Records {
		if !ofModel(rec) || rec.Edited || !open(rec.State) || rec.Updated.After(oldest) {
			continue
		}
		system := Actor{Kind: memfile.ActorSystem, Via: ViaPolicy}
		if _, err := d.settleAs(ctx, rec.ID, system, Lapse, fmt.Sprintf("nobody decided within %d days", d.Rules.PendingDays)); err != nil {
			return err
		}
	}
	return nil
}
