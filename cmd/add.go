package cmd

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
)

// changeOptions are what add, replace and remove share.
type changeOptions struct {
	edit       memfile.Edit
	scope      string
	reason     string
	confidence string
	propose    bool
}

func (o *changeOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.reason, "reason", "", "why (by hand, if a person does not say)")
	scopeFlag(c, &o.scope)
	c.Flags().StringVar(&o.confidence, "confidence", "", "how sure, 0 to 1 (1 for a person; an agent must say)")
	c.Flags().BoolVar(&o.propose, "propose", false, "leave it open for review instead of applying it at once")
}

func scopeFlag(c *cobra.Command, scope *string) {
	c.Flags().StringVar(scope, "scope", "", "project or global memory")
	offerWords(c, "scope", these(memfile.ScopeProject, memfile.ScopeGlobal))
}

func newAdd(a *app) *cobra.Command {
	o := changeOptions{edit: memfile.Edit{Action: memfile.ActionAdd}}
	c := &cobra.Command{
		Use:   "add TEXT",
		Short: "Add an entry to memory, at once (TEXT - reads stdin)",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if o.edit.Content, err = a.entryText(args[0]); err != nil {
				return err
			}
			return a.change(c.Context(), o)
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.edit.Section, "section", "", "add it under this `HEADING`")
	return c
}

func newReplace(a *app) *cobra.Command {
	o := changeOptions{edit: memfile.Edit{Action: memfile.ActionReplace}}
	c := &cobra.Command{
		Use:   "replace LOCATOR TEXT",
		Short: "Replace the entry that LOCATOR names, or is a part of",
		Args:  cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) (err error) {
			o.edit.Locator = args[0]
			if o.edit.Content, err = a.entryText(args[1]); err != nil {
				return err
			}
			return a.change(c.Context(), o)
		},
	}
	o.flags(c)
	return c
}

func newRemove(a *app) *cobra.Command {
	o := changeOptions{edit: memfile.Edit{Action: memfile.ActionRemove}}
	c := &cobra.Command{
		Use:   "remove LOCATOR",
		Short: "Remove the entry that LOCATOR names, or is a part of",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.edit.Locator = args[0]
			return a.change(c.Context(), o)
		},
	}
	o.flags(c)
	return c
}

// change applies a person's change at once. Under an agent it only proposes.
func (a *app) change(ctx context.Context, o changeOptions) error {
	actor, apply, err := a.changer(o)
	if err != nil {
		return err
	}
	p := candidates.Proposal{Edit: o.edit, Reason: o.reason, Actor: actor, Apply: apply}
	if p.Confidence, err = confidence(o.confidence, actor); err != nil {
		return err
	}
	return a.propose(ctx, o.scope, p)
}

// changer is who makes a change, and whether it is applied at once.
func (a *app) changer(o changeOptions) (actor candidates.Actor, apply bool, err error) {
	if o.propose {
		return a.actor(), false, nil
	}
	actor, err = a.mayDecide(o.edit.Action)
	var authority *candidates.AuthorityError
	if errors.As(err, &authority) {
		return a.actor(), false, nil
	}
	return actor, err == nil, err
}

// propose lays a change on the desk of its scope and tells what became of it.
func (a *app) propose(ctx context.Context, scope string, p candidates.Proposal) error {
	d, err := a.deskToPropose(scope)
	if err != nil {
		return err
	}
	var out candidates.Outcome
	err = a.adoptingFirst(ctx, d, p.Actor, func() error {
		out, err = d.Propose(ctx, p)
		return err
	})
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(a.outcomeJSON(out))
	}
	a.warn(out.Warnings)
	a.sayOutcome(out)
	return nil
}

// confidence reads a number from 0 to 1 as basis points. A person who says
// nothing is sure; an agent must say.
func confidence(text string, actor candidates.Actor) (int, error) {
	if text == "" {
		if actor.Kind == memfile.ActorUser {
			return 10000, nil
		}
		return 0, usagef("--confidence 0..1 is needed: %s must say how sure it is", actor.Agent)
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > 1 {
		return 0, usagef("--confidence %q: it is a number from 0 to 1", text)
	}
	return int(math.Round(f * 10000)), nil
}
