package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

func newApprove(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "approve ID…",
		Short:             "Apply open candidates, each in one commit, after showing what it changes",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeIDs(candidates.Pending, candidates.Failed),
		RunE:              func(c *cobra.Command, ids []string) error { return a.approve(c.Context(), ids) },
	}
}

func (a *app) approve(ctx context.Context, ids []string) error {
	return a.decideEach(ctx, ids, decision{
		name: "approve", question: "apply", show: a.showOpen(candidates.BeginApply),
		act: func(ctx context.Context, p placed, actor candidates.Actor) (candidates.Outcome, error) {
			return p.desk.Approve(ctx, p.ID, actor)
		},
	})
}

// showOpen shows an open candidate before it is decided.
func (a *app) showOpen(event candidates.Event) func(placed) error {
	return func(p placed) error {
		if _, err := candidates.Next(p.State, event); err != nil {
			return stateError(p, err)
		}
		a.describe(p.Record, p.desk.Preview(p.Record))
		return nil
	}
}

// stateError says that a candidate is not in a state for what was asked.
func stateError(p placed, err error) error {
	var t *candidates.TransitionError
	if errors.As(err, &t) {
		return &candidates.StateError{ID: p.ID, TransitionError: t}
	}
	return err
}
