package candidates

import (
	"context"

	"gitmem/memfile"
)

// Written is a decision that a person wrote into a candidate's file.
type Written struct {
	Record
	Verb   string // approve or reject
	Reason string
}

// WrittenDecisions lists the open candidates that hold a decision.
func (d *Desk) WrittenDecisions() ([]Written, []Invalid, error) {
	list, err := d.OpenList()
	if err != nil {
		return nil, nil, err
	}
	var out []Written
	for _, rec := range list.Records {
		verb, reason, err := memfile.ParseDecision(rec.Decision)
		if err != nil {
			list.Invalid = append(list.Invalid, *faultOf(rec.File.Fault("decision", "decision", err.Error(), "write approve, or reject and a reason")))
			continue
		}
		if verb != "" {
			out = append(out, Written{Record: rec, Verb: verb, Reason: reason})
		}
	}
	return out, list.Invalid, nil
}

// CarryOut does what a written decision says.
func (d *Desk) CarryOut(ctx context.Context, w Written, actor Actor) (Outcome, error) {
	if w.Verb == "reject" {
		return d.Reject(ctx, w.ID, actor, w.Reason)
	}
	return d.Approve(ctx, w.ID, actor)
}
