package candidates

import (
	"context"

	"gitmem/memfile"
)

// promote applies a fresh proposal where the promotion policy says so. Under
// review nothing is applied without a person; what the extractor proposes
// never is here, since its narrower conditions cannot be shown.
//
// A wording near to one that a person decided against always waits. What
// cannot be applied now is proposed all the same, and says why it waits.
func (d *Desk) promote(ctx context.Context, out Outcome) (Outcome, error) {
	if out.Near || !d.promotes(out.Candidate) {
		return out, nil
	}
	applied, err := d.Approve(ctx, out.Candidate.ID, Actor{Kind: memfile.ActorSystem, Via: ViaPolicy})
	if err == nil {
		applied.Warnings = append(out.Warnings, applied.Warnings...)
		return applied, nil
	}
	out.Warnings = append(out.Warnings, "it was proposed and could not be applied: "+oneLine(err.Error()))
	if rec, err := d.Find(string(out.Candidate.ID)); err == nil {
		out.Candidate = rec.Candidate
	}
	return out, nil
}

// ApplyLearned applies an open proposal of the extractor where the promotion
// policy says so; whoever calls it has made sure of what the policy cannot see:
// scope, citations, external content. Under review it does nothing. The error
// says why it could not be applied; the proposal then waits for a person.
func (d *Desk) ApplyLearned(ctx context.Context, c memfile.Candidate) (Outcome, error) {
	c.Actor = memfile.ActorTool
	out := Outcome{Candidate: c}
	if !d.promotes(c) || c.Confidence < d.Rules.AutoConfidence {
		return out, nil
	}
	return d.Approve(ctx, c.ID, Actor{Kind: memfile.ActorSystem, Via: ViaPolicy})
}

// promotes is the promotion policy.
func (d *Desk) promotes(c memfile.Candidate) bool {
	if c.Actor != memfile.ActorTool {
		return false // a person's open proposal was meant to stay open; an import waits for review
	}
	switch d.Rules.Promotion {
	case PolicyAutomatic:
		return true
	case PolicyHighConfidence:
		return c.Confidence >= d.Rules.AutoConfidence
	}
	return false
}
