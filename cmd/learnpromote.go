package cmd

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// asMemory is what an experience can become.
const asMemory = "memory"

type promoteOptions struct{ as, content string }

func newLearnPromote(a *app) *cobra.Command {
	var o promoteOptions
	c := &cobra.Command{
		Use:               "promote ID",
		Short:             "Propose an experience for memory; the proposal waits for review",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeExperiences(memfile.StatusActive),
		RunE:              func(c *cobra.Command, args []string) error { return a.learnPromote(c.Context(), args[0], o) },
	}
	c.Flags().StringVar(&o.as, "as", asMemory, "what it becomes: memory")
	offerWords(c, "as", these(asMemory))
	c.Flags().StringVar(&o.content, "content", "", "the entry as a `TEXT`, instead of the words of the experience (- reads stdin)")
	return c
}

// promotedJSON is the proposal that an experience became.
type promotedJSON struct {
	outcomeJSON
	Experience memfile.ID `json:"experience"`
}

func (a *app) learnPromote(ctx context.Context, id string, o promoteOptions) error {
	actor, err := a.mayDecide("learn promote")
	if err != nil {
		return err
	}
	if o.as != asMemory {
		return usagef("--as %s: an experience can be promoted to memory: --as memory", o.as)
	}
	promotion := evidence.Promotion{}
	if promotion.Content, err = a.text(o.content); err != nil {
		return err
	}
	e, err := a.findExperience(id)
	if err != nil {
		return err
	}
	preview, err := e.ledger.PreviewPromote(e.ID, promotion, actor)
	if err != nil {
		return err
	}
	yes, err := a.askPromote(batch{e.ledger, []evidence.Record{e.Record}}, preview)
	if err != nil || !yes {
		return cmp.Or(err, a.ifJSON([]promotedJSON{}))
	}
	out, err := e.ledger.Promote(ctx, e.ID, promotion, actor)
	if err != nil {
		return err
	}
	return a.sayPromoted(e.ID, out)
}

// askPromote asks whether an experience is to be proposed; nothing is asked
// where nothing would be made.
func (a *app) askPromote(b batch, preview candidates.Outcome) (bool, error) {
	if preview.DuplicateOf != "" {
		return true, nil
	}
	return a.askAbout([]batch{b}, verdict{
		event: evidence.Promote, question: "promote",
		effect: func(batch) error {
			w, _ := a.stage()
			detail(w, "proposes", what(preview.Candidate))
			a.warn(preview.Warnings)
			return nil
		},
	})
}

func (a *app) sayPromoted(id memfile.ID, out candidates.Outcome) error {
	if a.asJSON() {
		return printList(a, []promotedJSON{{a.outcomeJSON(out), id}})
	}
	a.sayOutcome(out)
	if out.Result.Commit != "" {
		a.tell("it waits for review: `gitmem approve %s`", out.Candidate.ID)
	}
	return nil
}
