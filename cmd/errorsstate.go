package cmd

import (
	"errors"
	"fmt"

	"gitmem/candidates"
	"gitmem/repo"
	"gitmem/repo/gitdir"
)

// classifyState: a candidate that is not in the state for it.
func classifyState(err error) (int, string, bool) {
	var (
		drifted    *candidates.DriftedError
		inState    *candidates.StateError
		transition *candidates.TransitionError
		undo       *candidates.UndoConflictError
		duplicate  *candidates.DuplicateError
	)
	switch {
	case errors.As(err, &drifted):
		return exitConflict, driftHint(drifted, err), true
	case errors.As(err, &undo):
		return exitConflict, "`gitmem blame` shows what the entry became; undo that first, or replace it by hand", true
	case errors.As(err, &duplicate):
		return exitConflict, fmt.Sprintf("`gitmem reject %s` closes it", duplicate.ID), true
	case errors.As(err, &inState):
		return exitConflict, stateHint(inState), true
	case errors.As(err, &transition):
		return exitConflict, "`gitmem list --all` shows the state of every candidate", true
	}
	return 0, "", false
}

// classifyStore: a store in which somebody else is, or was, at work.
func classifyStore(err error) (int, string, bool) {
	var (
		drift      *repo.DriftError
		conflict   *repo.ConflictError
		state      *repo.StateError
		locked     *gitdir.LockedError
		uncertain  *repo.UncertainError
		unfinished *repo.UnfinishedError
		claimed    *repo.ClaimedError
	)
	switch {
	case errors.As(err, &drift):
		return exitConflict, "`gitmem status` shows what differs; `gitmem adopt` takes hand edits of memory in, `" + takeBack("checkout HEAD", drift.Path) + "` takes them back", true
	case errors.As(err, &conflict):
		return exitConflict, "nothing was changed; run the command again", true
	case errors.As(err, &state):
		return exitConflict, state.Hint, true
	case errors.As(err, &claimed):
		return exitConflict, "`gitmem stores attach` binds this folder on your word", true
	case errors.As(err, &locked):
		return exitLocked, "wait for it, or, if the program that made it is gone, delete that file", true
	case errors.As(err, &uncertain):
		return exitUncertain, fmt.Sprintf("look with `gitmem status` and `gitmem diff`, then `gitmem recover resolve %s --keep current|before|after`", uncertain.Operation), true
	case errors.As(err, &unfinished):
		return exitUncertain, "`gitmem recover` settles it", true
	}
	return 0, "", false
}
