package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

type rejectOptions struct{ reason string }

func newReject(a *app) *cobra.Command {
	var o rejectOptions
	c := &cobra.Command{
		Use:               "reject ID…",
		Short:             "Close open candidates for good: no model brings the same words back",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeIDs(candidates.Pending, candidates.Failed),
		RunE:              func(c *cobra.Command, ids []string) error { return a.reject(c.Context(), ids, o) },
	}
	c.Flags().StringVar(&o.reason, "reason", "", "why, for whoever reads the record")
	return c
}

func (a *app) reject(ctx context.Context, ids []string, o rejectOptions) error {
	return a.decideEach(ctx, ids, decision{
		name: "reject", question: "reject", show: a.showOpen(candidates.Reject),
		act: func(ctx context.Context, p placed, actor candidates.Actor) (candidates.Outcome, error) {
			return p.desk.Reject(ctx, p.ID, actor, o.reason)
		},
	})
}
