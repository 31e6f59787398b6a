package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

func newUndo(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "undo ID…",
		Short:             "Take back what an applied candidate did, and only that",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeIDs(candidates.Applied),
		RunE:              func(c *cobra.Command, ids []string) error { return a.undo(c.Context(), ids) },
	}
}

func (a *app) undo(ctx context.Context, ids []string) error {
	return a.decideEach(ctx, ids, decision{
		name: "undo", question: "undo", show: func(p placed) error { return a.showUndo(ctx, p) },
		act: func(ctx context.Context, p placed, actor candidates.Actor) (candidates.Outcome, error) {
			return p.desk.Undo(ctx, p.ID, actor)
		},
	})
}

// showUndo shows what an undo would change. Hand edits in its way are offered
// for adoption by the undo itself.
func (a *app) showUndo(_ context.Context, p placed) error {
	diff, err := p.desk.UndoDiff(p.ID)
	if err != nil && !isDrift(err) {
		return err
	}
	w, tty := a.stage()
	a.heading(w, p.Record, tty)
	a.printDiff(w, diff, tty)
	return nil
}
