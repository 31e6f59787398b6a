package cmd

import (
	"context"
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
)

// showExperienceJSON is an experience with what is known of it besides.
type showExperienceJSON struct {
	experienceJSON
	CitedBy []citingJSON    `json:"cited_by"`
	History []operationJSON `json:"history"`
}

// citingJSON is a candidate that names an experience as its evidence.
type citingJSON struct {
	ID     memfile.ID `json:"id"`
	Status string     `json:"status"`
}

func (a *app) showExperience(ctx context.Context, id string) error {
	e, err := a.findExperience(id)
	if err != nil {
		return err
	}
	ops, err := operationsOn(ctx, e.ledger.Desk, e.ID)
	if err != nil {
		return err
	}
	citing, err := e.ledger.Desk.Citing(e.ID)
	if err != nil {
		return err
	}
	out := showExperienceJSON{experienceJSON: a.experienceJSON(e.scope(), e.Record), CitedBy: []citingJSON{}, History: []operationJSON{}}
	for _, c := range citing {
		out.CitedBy = append(out.CitedBy, citingJSON{c.ID, string(c.State)})
	}
	for _, r := range ops {
		out.History = append(out.History, newOperationJSON(r, e.scope()))
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.sayExperience(e, citing, out)
	return nil
}

func (a *app) sayExperience(e experience, citing []candidates.Record, out showExperienceJSON) {
	if out.Hidden {
		a.say("%s", a.experienceLine(out.experienceJSON))
		return
	}
	a.describeExperience(e.scope(), e.Record)
	w, _ := a.stage()
	for _, c := range citing {
		words := what(c.Redacted())
		if !a.mayQuote(c) {
			words = "(not shown to an agent)"
		}
		fmt.Fprintf(w, "  cited by %s %s: %s\n", c.ID, c.State, words)
	}
	for _, o := range out.History {
		fmt.Fprintln(w, "  "+a.operationLine(o))
	}
}
