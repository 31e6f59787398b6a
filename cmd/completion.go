package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
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

// offer lets a shell complete the value of a flag.
func offer(c *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // there is no such flag, or it was offered already
	}
}

// offerWords offers the words that a flag may have.
func offerWords(c *cobra.Command, flag string, words func() []string) {
	offer(c, flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
}

func these(words ...string) func() []string { return func() []string { return words } }

// completeRest tells a shell of every argument and flag that offers nothing of
// its own what it takes: files or folders where its usage says FILE or DIR,
// and else nothing that stands on the disk.
func completeRest(c *cobra.Command) {
	if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
		c.ValidArgsFunction = completeKind(c.Use)
	}
	for _, flags := range []*pflag.FlagSet{c.PersistentFlags(), c.Flags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			if _, known := c.GetFlagCompletionFunc(f.Name); known || f.NoOptDefVal != "" {
				return
			}
			kind, _ := pflag.UnquoteUsage(f)
			offer(c, f.Name, completeKind(kind))
		})
	}
	for _, child := range c.Commands() {
		completeRest(child)
	}
}

func completeKind(usage string) cobra.CompletionFunc {
	directive := cobra.ShellCompDirectiveNoFileComp
	switch {
	case strings.Contains(usage, "FILE"):
		directive = cobra.ShellCompDirectiveDefault
	case strings.Contains(usage, "DIR"):
		directive = cobra.ShellCompDirectiveFilterDirs
	}
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, directive
	}
}

// completeUncertain offers the operations that a person has to look at, and
// the candidates that they belong to.
func (a *app) completeUncertain(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	desks, err := a.desks()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var offered []cobra.Completion
	for _, d := range desks {
		pending, err := d.Store.Pending()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		for _, op := range pending {
			for _, id := range append([]memfile.ID{op.Operation}, op.IDs...) {
				if op.State == repo.Uncertain && strings.HasPrefix(string(id), begun) {
					offered = append(offered, cobra.CompletionWithDesc(string(id), op.Op+" of "+op.Path))
				}
			}
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// completeStores offers the stores of this account that are of some scopes; a
// folder names one too.
func (a *app) completeStores(scopes ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, err := repo.ListStores(a.env)
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var offered []cobra.Completion
		for _, s := range list {
			if strings.HasPrefix(string(s.ID), begun) && slices.Contains(scopes, s.Scope) {
				offered = append(offered, cobra.CompletionWithDesc(string(s.ID), visibleName(s.Name)))
			}
		}
		return offered, cobra.ShellCompDirectiveFilterDirs
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
