package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

func newShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID",
		Short:             "One candidate or experience: its words, where it comes from, what became of it",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeAnyID,
		RunE:              func(c *cobra.Command, args []string) error { return a.show(c.Context(), args[0]) },
	}
}

// showJSON is a candidate with what is known of it besides.
type showJSON struct {
	recordJSON
	Diff       string          `json:"diff"`
	Problem    string          `json:"problem,omitempty"`
	Warnings   []string        `json:"warnings,omitempty"`
	History    []operationJSON `json:"history"`
	Provenance provenanceJSON  `json:"provenance"`
}

// provenanceJSON says where a candidate comes from and who decided.
type provenanceJSON struct {
	ProposedBy string   `json:"proposed_by"`
	Agent      string   `json:"agent,omitempty"`
	Session    string   `json:"session,omitempty"`
	Message    string   `json:"message,omitempty"`
	Evidence   []string `json:"evidence"`
	DecidedBy  string   `json:"decided_by,omitempty"`
	Via        string   `json:"via,omitempty"`
	Policy     string   `json:"policy,omitempty"`
}

// show tells by the first letter of an id what it names.
func (a *app) show(ctx context.Context, id string) error {
	if strings.HasPrefix(id, string(memfile.KindExperience)) {
		return a.showExperience(ctx, id)
	}
	return a.showCandidate(ctx, id)
}

// operationsOn are the operations that have to do with an id, newest first.
func operationsOn(ctx context.Context, d *candidates.Desk, id memfile.ID) ([]repo.Record, error) {
	history, err := d.Store.History(ctx)
	if err != nil {
		return nil, err
	}
	var ops []repo.Record
	for r := range history.Select(repo.Filter{ID: string(id)}) {
		ops = append(ops, r)
	}
	return ops, nil
}

func (a *app) showCandidate(ctx context.Context, id string) error {
	p, err := a.find(id)
	if err != nil {
		return err
	}
	ops, err := operationsOn(ctx, p.desk, p.ID)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(a.showJSON(p, ops))
	}
	a.sayCandidate(p, ops)
	return nil
}

func (a *app) showJSON(p placed, ops []repo.Record) showJSON {
	out := showJSON{recordJSON: a.recordJSON(p.Record), History: []operationJSON{}}
	out.Provenance = provenanceJSON{
		ProposedBy: p.Actor, Agent: p.Source.Agent, Session: p.Source.Session, Message: p.Source.Message, Evidence: []string{},
	}
	for _, id := range p.Evidence {
		out.Provenance.Evidence = append(out.Provenance.Evidence, string(id))
	}
	if p.Decided != nil {
		out.Provenance.DecidedBy, out.Provenance.Via = p.Decided.By, p.Decided.Via
	}
	for _, r := range ops {
		out.History = append(out.History, newOperationJSON(r, p.Scope))
		if r.Message.Policy != "" {
			out.Provenance.Policy = r.Message.Policy
		}
	}
	if out.Hidden {
		return out
	}
	preview := p.desk.Preview(p.Record)
	out.Diff, out.Warnings = preview.Diff, preview.Warnings
	if preview.Problem != nil {
		out.Problem = firstLine(preview.Problem.Error())
	}
	return out
}

func (a *app) sayCandidate(p placed, ops []repo.Record) {
	w, tty := a.stage()
	if !a.mayQuote(p.Record) {
		a.heading(w, p.Record, tty)
		a.tell("its words are not shown to an agent: it is %s", p.State)
		return
	}
	a.describe(p.Record, p.desk.Preview(p.Record))
	for _, r := range ops {
		fmt.Fprintln(w, "  "+a.operationLine(newOperationJSON(r, p.Scope)))
	}
}
