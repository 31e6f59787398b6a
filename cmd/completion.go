package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
)

// mostOffered bounds how many ids a shell is offered.
const mostOffered = 100

// completeIDs offers the ids of candidates in some states, each with what it
// says, to a shell that completes an argument.
func (a *app) completeIDs(states ...candidates.State) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var offered []cobra.Completion
		offer := func(rec candidates.Record) {
			id := string(rec.ID)
			if slices.Contains(states, rec.State) && strings.HasPrefix(id, begun) && !slices.Contains(args, id) && a.mayQuote(rec) {
				offered = append(offered, cobra.CompletionWithDesc(id, what(rec.Redacted())))
			}
		}
		desks, err := a.desks()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		for _, d := range desks {
			if err := offerAll(d, states, offer, func() bool { return len(offered) >= mostOffered }); err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

var errEnough = errors.New("enough")

// offerAll visits the candidates of a desk, the settled ones only where their
// states are wanted.
func offerAll(d *candidates.Desk, states []candidates.State, offer func(candidates.Record), enough func() bool) error {
	list, err := d.OpenList()
	if err != nil {
		return err
	}
	for _, rec := range list.Records {
		offer(rec)
	}
	wanted := func(status string) bool { return slices.Contains(states, candidates.State(status)) }
	err = d.VisitSettled(wanted, func(rec candidates.Record, bad *candidates.Invalid) error {
		if bad == nil {
			offer(rec)
		}
		if enough() {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
