package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

func newApply(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "apply",
		Short: "Carry out the decisions written into candidate files, after showing each",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.apply(c.Context()) },
	}
}

func (a *app) apply(ctx context.Context) error {
	actor, err := a.mayDecide("apply")
	if err != nil {
		return err
	}
	actor.Via = candidates.ViaEditor
	desks, err := a.desks()
	if err != nil {
		return err
	}
	c := &carrying{app: a, actor: actor, done: []outcomeJSON{}}
	for _, d := range desks {
		if err := c.carryOut(ctx, d); err != nil {
			return err
		}
	}
	if c.found == 0 {
		a.tell("no decision is written in an open candidate")
	}
	if a.asJSON() && (len(c.done) > 0 || len(c.failed) == 0) {
		if err := printList(a, c.done); err != nil {
			return err
		}
	}
	return errors.Join(c.failed...)
}

// carrying carries out what is written.
type carrying struct {
	app    *app
	actor  candidates.Actor
	found  int
	done   []outcomeJSON
	failed []error
}

func (c *carrying) carryOut(ctx context.Context, d *candidates.Desk) error {
	written, invalid, err := d.WrittenDecisions()
	if err != nil {
		return err
	}
	c.app.tellInvalid(invalid)
	for _, w := range written {
		c.found++
		out, done, err := c.app.decideOne(ctx, placed{d, w.Record}, decision{
			question: "carry out the decision to " + w.Verb, show: c.app.showOpen(event(w.Verb)),
			act: func(ctx context.Context, p placed, actor candidates.Actor) (candidates.Outcome, error) {
				return d.CarryOut(ctx, w, actor)
			},
		}, c.actor)
		var answer *answerNeeded
		switch {
		case errors.Is(err, errInterrupted), errors.As(err, &answer):
			return err
		case err != nil:
			c.failed = append(c.failed, fmt.Errorf("%s: %w", w.ID, err))
		case done:
			c.done = append(c.done, c.app.outcomeJSON(out))
		}
	}
	return nil
}

// event is what a written decision asks for.
func event(verb string) candidates.Event {
	if verb == "reject" {
		return candidates.Reject
	}
	return candidates.BeginApply
}
