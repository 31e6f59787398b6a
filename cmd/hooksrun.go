package cmd

import (
	"context"
	"strings"

	"gitmem/candidates"
	"gitmem/hooks/precommit"
	"gitmem/memfile"
	"gitmem/repo"
)

// hooksRun is what our post-commit hook calls. It adopts what a person has
// committed at a terminal, and never fails: the commit is made.
func (a *app) hooksRun(ctx context.Context, name string) error {
	if name != precommit.PostCommit {
		return usagef("hooks run: %q is no hook that gitmem runs", name)
	}
	if agent, _ := a.agent(); agent != "" || !a.TerminalErr {
		return nil
	}
	if err := a.adoptCommit(ctx); err != nil && !isNoStore(err) {
		a.tell("not adopted: %s", visible(firstLine(err.Error())))
		a.tell("hint: `gitmem adopt` takes the change in once that is mended; prompts get the former text until then")
	}
	return nil
}

func (a *app) adoptCommit(ctx context.Context) error {
	d, err := a.desk()
	if err != nil {
		return err
	}
	view, err := d.Store.View()
	if err != nil {
		return err
	}
	drift, err := d.Store.Drift(candidates.ResidentPath)
	if err != nil || !drift.Committed || !drift.Saved.Present {
		return err
	}
	if blob, err := view.Blob(candidates.ResidentPath); err != nil || blob != drift.Saved.Blob() {
		return err // more was edited than was committed: that is for a person to adopt
	}
	if mine, err := onlyThisCommit(view, drift); err != nil || !mine {
		return err
	}
	actor := candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaTerminal}
	out, err := d.Adopt(ctx, candidates.AdoptOptions{Actor: actor, Commit: view.Commit, Seen: &drift.Saved})
	if err != nil || out.Nothing {
		return err
	}
	a.tell("gitmem adopted the change of %s as %s", candidates.ResidentPath, idsOf(out.Candidates))
	a.warn(out.Warnings)
	return nil
}

// onlyThisCommit is true where all that differs from the last operation came
// with the commit just made. What an earlier one brought, or a merge, somebody
// else may have written: a person adopts that on purpose.
func onlyThisCommit(view repo.View, drift repo.Drift) (bool, error) {
	parents, err := view.Parents()
	if err != nil || len(parents) != 1 {
		return false, err
	}
	before, err := parents[0].Blob(candidates.ResidentPath)
	return before == drift.Base.Blob, err
}

func idsOf(cs []memfile.Candidate) string {
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = string(c.ID)
	}
	if len(ids) == 0 {
		return "layout"
	}
	return strings.Join(ids, ", ")
}
