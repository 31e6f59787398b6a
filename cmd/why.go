package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/repo"
)

func newWhy(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "why TEXT",
		Short: "Why an agent knew this: the receipts, entries, experiences, candidates and operations that hold it",
		Args:  cobra.ExactArgs(1),
		RunE:  func(c *cobra.Command, args []string) error { return a.why(c.Context(), args[0]) },
	}
}

// whyJSON is what holds a text: what agents were given, newest first, and where
// that comes from.
type whyJSON struct {
	Text        string              `json:"text"`
	Receipts    []whyReceiptJSON    `json:"receipts"`
	Entries     []whyEntryJSON      `json:"entries"`
	Experiences []whyExperienceJSON `json:"experiences"`
	Candidates  []recordJSON        `json:"candidates"`
	Operations  []operationJSON     `json:"operations"`
}

type whyEntryJSON struct {
	Scope string `json:"scope"`
	repo.Blamed
}

func (a *app) why(ctx context.Context, text string) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	out := whyJSON{
		Text: text, Receipts: []whyReceiptJSON{}, Entries: []whyEntryJSON{}, Experiences: []whyExperienceJSON{},
		Candidates: []recordJSON{}, Operations: []operationJSON{},
	}
	for _, d := range desks {
		because, err := d.Why(ctx, text)
		if err != nil {
			return err
		}
		a.addWhy(&out, d, because)
		if err := a.addReceipts(&out, d); err != nil {
			return err
		}
	}
	for _, d := range desks {
		if err := a.addExperiences(ctx, &out, d); err != nil {
			return err
		}
	}
	if len(out.Receipts)+len(out.Entries)+len(out.Experiences)+len(out.Candidates) == 0 {
		return fmt.Errorf("%q: %w", clip(text, 80), errHeldNowhere)
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.sayWhy(out)
	return nil
}

// addWhy adds what one store knows. Under an agent, that a text was proposed
// or refused is no answer to give away.
func (a *app) addWhy(out *whyJSON, d *candidates.Desk, because candidates.Because) {
	for _, e := range because.Entries {
		if e.Earlier == nil {
			e.Earlier = []repo.Wording{}
		}
		out.Entries = append(out.Entries, whyEntryJSON{d.Store.Scope, e})
	}
	told := map[string]bool{}
	for _, e := range because.Entries {
		told[string(e.Candidate)] = true
	}
	for _, rec := range because.Candidates {
		if a.mayQuote(rec) {
			told[string(rec.ID)] = true
			out.Candidates = append(out.Candidates, a.recordJSON(rec))
		}
	}
	for _, r := range because.Operations {
		for _, id := range r.Message.IDs {
			if told[string(id)] {
				out.Operations = append(out.Operations, newOperationJSON(r, d.Store.Scope))
				break
			}
		}
	}
}

// mostReceipts is how many receipts a person is shown; programs get all.
const mostReceipts = 10

func (a *app) sayWhy(out whyJSON) {
	for _, r := range out.Receipts[:min(len(out.Receipts), mostReceipts)] {
		a.say("%s", a.whyReceiptLine(r))
	}
	if more := len(out.Receipts) - mostReceipts; more > 0 {
		a.say("   and in %d more places in receipts", more)
	}
	for _, e := range out.Entries {
		a.say("%s memory, entry %d: %s", e.Scope, e.Index, clip(e.Text, 2000))
		sayWording(a.Out, "   ", e.Wording)
	}
	for _, e := range out.Experiences {
		a.say("%s", a.whyExperienceLine(e))
	}
	for _, c := range out.Candidates {
		a.say("%s %s %s %s: %s", c.ID, a.bold(c.Status, a.TerminalOut), c.Scope, c.action(), c.summary())
	}
	for _, o := range out.Operations {
		a.say("   %s", a.operationLine(o))
	}
}
