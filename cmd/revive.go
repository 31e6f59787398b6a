package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

func newRevive(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "revive ID…",
		Short:             "Bring a rejected or undone candidate back as an open one",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeIDs(candidates.Rejected, candidates.Undone),
		RunE:              func(c *cobra.Command, ids []string) error { return a.revive(c.Context(), ids) },
	}
}

func (a *app) revive(ctx context.Context, ids []string) error {
	return a.decideEach(ctx, ids, decision{
		name: "revive", question: "revive", show: a.showRevive,
		act: func(ctx context.Context, p placed, actor candidates.Actor) (candidates.Outcome, error) {
			return p.desk.Revive(ctx, p.ID, actor)
		},
	})
}

// showRevive shows what would be open again.
func (a *app) showRevive(p placed) error {
	if _, err := candidates.Next(p.State, candidates.Revive); err != nil {
		return stateError(p, err)
	}
	a.describe(p.Record, p.desk.PreviewRevive(p.Record))
	return nil
}
