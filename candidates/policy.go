package candidates

import (
	"context"

	"gitmem/memfile"
)

// promote applies a fresh proposal where the promotion policy says so. Under
// review nothing is applied without a person; what the extractor proposes
// never is here, since its narrower conditions cannot be shown.
func (d *Desk) promote(ctx context.Context, out Outcome) (Outcome, error) {
	if !d.promotes(out.Candidate) {
		return out, nil
	}
	applied, err := d.Approve(ctx, out.Candidate.ID, Actor{Kind: memfile.ActorSystem, Via: ViaPolicy})
	applied.Warnings = append(out.Warnings, applied.Warnings...)
	return applied, err
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
