package cmd

import (
	"cmp"
	"errors"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// classifyUse: interruption, usage, stores and ids that are not there.
func classifyUse(err error) (int, string, bool) {
	var (
		use       *usage
		answer    *answerNeeded
		ambiguous *candidates.AmbiguousError
		locate    *memfile.LocateError
	)
	switch {
	case errors.Is(err, errInterrupted):
		return exitInterrupted, "", true
	case errors.As(err, &use):
		return exitUsage, useHint(use), true
	case errors.As(err, &answer):
		return exitUsage, cmp.Or(answer.hint, "answer with --yes"), true
	case errors.Is(err, repo.ErrNoStore):
		return exitNoStore, "make one with `gitmem init`, or name one with --store", true
	case errors.Is(err, repo.ErrNotUncertain):
		return exitNotFound, "`gitmem status` shows the uncertain operations", true
	case errors.Is(err, errNoOperation):
		return exitNotFound, "`gitmem log` shows every operation; an id may be shortened to a beginning of it", true
	case errors.Is(err, candidates.ErrNotFound):
		return exitNotFound, "`gitmem list --all` shows every candidate", true
	case errors.Is(err, errHeldNowhere):
		return exitNotFound, "`gitmem list --all` shows every candidate", true
	case errors.As(err, &ambiguous):
		return exitNotFound, "give more of the id", true
	case errors.As(err, &locate):
		return exitNotFound, locateHint(locate), true
	}
	return 0, "", false
}
