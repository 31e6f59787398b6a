package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

func newAdopt(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "adopt",
		Short: "Make hand edits of MEMORY.md audited candidates, in one commit",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.adopt(c.Context()) },
	}
}

func (a *app) adopt(ctx context.Context) error {
	actor, err := a.mayDecide("adopt")
	if err != nil {
		return err
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	drift, err := a.showDrift(d)
	if err != nil {
		return err
	}
	if drift.Exists() {
		yes, err := a.confirm("adopt these hand edits?")
		if err != nil {
			return err
		}
		if !yes {
			return a.leftAsItIs()
		}
	}
	adoption, err := d.Adopt(ctx, candidates.AdoptOptions{Actor: actor, Seen: &drift.Saved})
	if err != nil {
		return err
	}
	return a.sayAdoption(d, adoption)
}

// leftAsItIs ends a deciding command that a person answered with no.
func (a *app) leftAsItIs() error {
	a.tell("nothing was changed")
	return a.ifJSON([]outcomeJSON{})
}

// sayAdoption tells what became of hand edits.
func (a *app) sayAdoption(d *candidates.Desk, adoption candidates.Adoption) error {
	if a.asJSON() {
		outcomes := []outcomeJSON{}
		for _, c := range adoption.Candidates {
			out := candidates.Outcome{Candidate: c, Result: adoption.Result, Usage: adoption.Usage}
			outcomes = append(outcomes, a.outcomeJSON(out))
		}
		return printList(a, outcomes)
	}
	a.warn(adoption.Warnings)
	if adoption.Nothing {
		a.say("nothing to adopt: %s is what the last operation left", candidates.ResidentPath)
		return nil
	}
	for _, c := range adoption.Candidates {
		a.say("%s %s: %s", c.ID, a.bold(a.would(c.Status), a.TerminalOut), what(c))
	}
	if len(adoption.Candidates) == 0 {
		a.say("%s: only the layout had changed", a.would("adopted"))
	}
	if adoption.Result.Commit != "" {
		a.tell("commit %s in %s memory", short(adoption.Result.Commit), d.Store.Scope)
	}
	a.tell("%d of %d characters", adoption.Usage.Chars, adoption.Usage.Cap)
	return nil
}

func isDrift(err error) bool { return errors.As(err, new(*candidates.DriftedError)) }
