package cmd

import (
	"context"
	"fmt"

	"gitmem/candidates"
)

// reviewAuto shows what a policy applied, and what agents decided, since a
// person last looked, and notes that one has. As JSON it prints what a policy
// applied; status has the rest.
func (a *app) reviewAuto(ctx context.Context) error {
	if _, err := a.mayDecide("review"); err != nil {
		return err
	}
	desks, err := a.desks()
	if err != nil {
		return err
	}
	shown, others := []autoJSON{}, 0
	for _, d := range desks {
		list, err := d.AutoApplied(ctx)
		if err != nil {
			return err
		}
		for _, c := range list.Changes {
			shown = append(shown, newAutoJSON(c))
			a.describeAuto(d, c)
		}
		if list.Gone != "" {
			a.notice(replacedNotice(d, list))
			others++
		}
		if err := d.Looked(list); err != nil {
			return err
		}
		byAgents, err := a.reviewAgents(ctx, d)
		if err != nil {
			return err
		}
		others += len(byAgents)
	}
	if a.asJSON() {
		return printList(a, shown)
	}
	if len(shown)+others == 0 {
		a.tell("nothing was applied without a person since somebody last looked")
	} else {
		a.tell("`gitmem undo ID` takes one back")
	}
	return nil
}

func (a *app) describeAuto(d *candidates.Desk, c candidates.AutoApplied) {
	a.describe(c.Record, d.Preview(c.Record))
	w, _ := a.stage()
	fmt.Fprintf(w, "  applied by the policy %s on %s, commit %s\n\n", c.Policy, stamp(c.Time), short(c.Commit))
}

// autoJSON is a change that a policy applied.
type autoJSON struct {
	ID      string `json:"id"`
	Scope   string `json:"scope"`
	Policy  string `json:"policy"`
	Time    string `json:"time"`
	Commit  string `json:"commit"`
	Agent   string `json:"agent,omitempty"`
	Summary string `json:"summary"`
}

func newAutoJSON(c candidates.AutoApplied) autoJSON {
	return autoJSON{
		ID: string(c.ID), Scope: c.Scope, Policy: c.Policy, Time: stamp(c.Time), Commit: c.Commit,
		Agent: c.Source.Agent, Summary: what(c.Candidate),
	}
}
