package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

func newRecover(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "recover",
		Short: "Settle what a crash left, and say what became of it",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.recover(c.Context()) },
	}
	c.AddCommand(newResolve(a))
	return c
}

// recoverJSON is what recovery made of the operations that a crash left.
type recoverJSON struct {
	Settled   []settledJSON   `json:"settled"`
	Uncertain []uncertainJSON `json:"uncertain"`
}

type settledJSON struct {
	Operation memfile.ID   `json:"operation"`
	ID        memfile.ID   `json:"id"`
	IDs       []memfile.ID `json:"ids,omitempty"` // where there are several
	Result    string       `json:"result"`
}

func (a *app) recover(ctx context.Context) error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	out := recoverJSON{Settled: []settledJSON{}, Uncertain: []uncertainJSON{}}
	for _, d := range desks {
		if err := a.recoverOne(ctx, d, &out); err != nil {
			return err
		}
	}
	if a.asJSON() {
		if err := a.printJSON(out); err != nil {
			return err
		}
	} else {
		a.sayRecovered(out)
	}
	for _, u := range out.Uncertain {
		if u.State == repo.Uncertain {
			return exit(exitUncertain)
		}
	}
	return nil
}

// recoverOne settles one store; a dry run only lists what is to be settled.
func (a *app) recoverOne(ctx context.Context, d *candidates.Desk, out *recoverJSON) error {
	if !a.globals.dryRun {
		settled, err := d.Store.Recover(ctx)
		if err != nil {
			return err
		}
		for _, s := range settled {
			if s.Result != string(repo.Uncertain) && s.Result != string(repo.Waiting) {
				out.Settled = append(out.Settled, newSettledJSON(s.Operation, s.IDs, s.Result))
			}
		}
	}
	left, err := d.Store.Pending()
	if err != nil {
		return err
	}
	for _, p := range left {
		switch p.State {
		case repo.Uncertain, repo.Waiting:
			out.Uncertain = append(out.Uncertain, uncertainJSON{p.Operation, p.Op, p.IDs, p.Path, p.State, p.Reason})
		default:
			out.Settled = append(out.Settled, newSettledJSON(p.Operation, p.IDs, string(p.State)))
		}
	}
	return nil
}

func newSettledJSON(op memfile.ID, ids []memfile.ID, result string) settledJSON {
	s := settledJSON{Operation: op, Result: result}
	if len(ids) > 0 {
		s.ID = ids[0]
	}
	if len(ids) > 1 {
		s.IDs = ids
	}
	return s
}

func (a *app) sayRecovered(out recoverJSON) {
	for _, s := range out.Settled {
		a.say("%s %s: %s", s.Operation, s.ID, s.Result)
	}
	for _, u := range out.Uncertain {
		a.sayUnsettled(u)
	}
	if len(out.Settled)+len(out.Uncertain) == 0 {
		a.tell("nothing to settle")
	}
}

type resolveOptions struct{ keep string }

func newResolve(a *app) *cobra.Command {
	var o resolveOptions
	c := &cobra.Command{
		Use:               "resolve OPERATION|ID",
		Short:             "End an uncertain operation: keep what stands, what was before, or what it was to write",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeUncertain,
		RunE:              func(c *cobra.Command, args []string) error { return a.resolve(c.Context(), args[0], o) },
	}
	c.Flags().StringVar(&o.keep, "keep", "", "current, before or after")
	offerWords(c, "keep", these(string(repo.KeepCurrent), string(repo.KeepBefore), string(repo.KeepAfter)))
	return c
}

func (a *app) resolve(ctx context.Context, id string, o resolveOptions) error {
	actor, err := a.mayDecide("recover resolve")
	if err != nil {
		return err
	}
	keep := repo.Keep(o.keep)
	if keep != repo.KeepCurrent && keep != repo.KeepBefore && keep != repo.KeepAfter {
		return usagef("--keep says what is to stand: current, before or after")
	}
	d, op, at, err := a.findUncertain(id)
	if err != nil {
		return err
	}
	a.showResolve(op, at, keep)
	yes, err := a.confirm(fmt.Sprintf("keep %s of %s?", keep, at.Path))
	switch {
	case err != nil:
		return err
	case !yes:
		return a.leftAsItIs()
	case a.globals.dryRun:
		return a.ifJSON(dryResolve(op, at, keep))
	}
	out, err := d.Resolve(ctx, op, keep, actor)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return printList(a, []outcomeJSON{a.outcomeJSON(out)})
	}
	a.sayOutcome(out)
	return nil
}

// dryResolve names what a resolve would decide about, and the file before and
// after it.
func dryResolve(op memfile.ID, at repo.Standing, keep repo.Keep) []outcomeJSON {
	after := map[repo.Keep]repo.Bytes{repo.KeepCurrent: at.Current, repo.KeepBefore: at.Before, repo.KeepAfter: at.After}[keep]
	list := []outcomeJSON{}
	for _, id := range at.Message.IDs {
		list = append(list, outcomeJSON{
			ID: id, Status: string(candidates.Uncertain), Operation: op, Before: at.Current.Blob(), After: after.Blob(), Warnings: []string{}, DryRun: true,
		})
	}
	return list
}

func (a *app) findUncertain(id string) (*candidates.Desk, memfile.ID, repo.Standing, error) {
	desks, err := a.desks()
	if err != nil {
		return nil, "", repo.Standing{}, err
	}
	for _, d := range desks {
		op, at, found := d.FindUncertain(id)
		if found == nil {
			return d, op, at, nil
		}
		err = found
	}
	return nil, "", repo.Standing{}, err
}

func (a *app) showResolve(op memfile.ID, at repo.Standing, keep repo.Keep) {
	w, tty := a.stage()
	fmt.Fprintf(w, "operation %s (%s) was interrupted, and %s is neither what it was nor what it was to become\n", op, at.Message.Op, at.Path)
	diff := candidates.ResolveDiff(at, keep)
	if diff == "" {
		fmt.Fprintf(w, "%s stays as it stands\n", at.Path)
	}
	a.printDiff(w, diff, tty)
}
