package cmd

import (
	"errors"
	"fmt"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

// classifyLearning: experiences and feedback.
func classifyLearning(err error) (int, string, bool) {
	var (
		kind      *kindError
		none      *noExperienceError
		state     *evidence.StateError
		forgotten *evidence.ForgottenError
		other     *evidence.OtherContentError
		stale     *evidence.StaleError
		support   *memfile.SupportError
		unsettled *candidates.UnsettledError
		flood     *candidates.FloodError
		record    *memfile.RecordError
	)
	switch {
	case errors.As(err, &kind):
		return exitNotFound, kind.hint, true
	case errors.As(err, &none):
		return exitNotFound, "`gitmem learn status --all` lists the experiences; an id may be shortened to a beginning of it", true
	case errors.As(err, &state):
		return exitConflict, experienceHint(state), true
	case errors.As(err, &forgotten):
		return exitRefused, fmt.Sprintf("`gitmem show %s`, run by a person, prints it; what holds again is recorded in other words", forgotten.ID), true
	case errors.As(err, &other):
		return exitConflict, fmt.Sprintf("`gitmem show %s` prints what was recorded", other.ID), true
	case errors.As(err, &stale):
		return exitConflict, staleHint(stale), true
	case errors.As(err, &support):
		return exitConflict, fmt.Sprintf("`gitmem show %s` says what became of it", support.ID), true
	case errors.As(err, &unsettled) && unsettled.State != repo.Uncertain:
		return exitUncertain, "`gitmem recover` settles it; then run this again", true
	case errors.As(err, &flood) && flood.What != "":
		return exitRefused, "`gitmem learn status --status held` lists them; `gitmem learn confirm` and `gitmem learn forget` decide", true
	case errors.As(err, &record):
		return exitInvalid, record.Hint, true
	}
	return 0, "", false
}

// experienceHint says how an experience gets into a state for what was asked.
func experienceHint(e *evidence.StateError) string {
	switch {
	case e.Event == evidence.Promote && e.From.Unresolved:
		return fmt.Sprintf("`gitmem learn solved %s RESOLUTION` says how it was solved; after that it can be promoted", e.ID)
	case e.Event == evidence.Promote && e.From.Status == memfile.StatusHeld:
		return fmt.Sprintf("`gitmem learn confirm %s` lets it count as evidence", e.ID)
	}
	return fmt.Sprintf("`gitmem show %s` says what became of it", e.ID)
}

// staleHint says which feedback stands and how it is changed.
func staleHint(e *evidence.StaleError) string {
	now := e.Present
	hint := fmt.Sprintf("name the present revision: `gitmem learn feedback %s positive|negative %d --session %s`", quoted(now.Message), now.Revision, quoted(now.Session))
	if now.Note != "" {
		hint += fmt.Sprintf("; the present note is %q", clip(now.Note, 200))
	}
	return hint
}
