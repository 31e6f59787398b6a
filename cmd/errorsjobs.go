package cmd

import (
	"errors"

	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/repo/session"
)

// errNoSession says that nothing was read of any conversation yet.
var errNoSession = errors.New("no session is kept here")

// classifyJobs: learning from finished work, its jobs and models.
func classifyJobs(err error) (int, string, bool) {
	var (
		off    *extract.OffError
		policy *extract.PolicyError
		busy   *jobs.BusyError
		state  *jobs.StateError
		failed *extract.FailedError
	)
	switch {
	case errors.As(err, &off):
		return exitRefused, "`gitmem config set learning.extractor_model NAME/MODEL` names the model, models.NAME.* how it is reached; docs/extraction.md has examples", true
	case errors.As(err, &policy):
		return exitRefused, policyHint(policy), true
	case errors.Is(err, errNoSession):
		return exitNotFound, "`gitmem session import` reads the transcripts of agents", true
	case errors.Is(err, extract.ErrNoTurn), errors.Is(err, extract.ErrGone):
		return exitNotFound, "`gitmem session show ID` shows what is kept of a session", true
	case errors.Is(err, jobs.ErrNotFound):
		return exitNotFound, "`gitmem jobs list` shows the jobs", true
	case errors.As(err, &busy):
		return exitLocked, "another process is at it; `gitmem jobs list` shows which, and until when", true
	case errors.As(err, &state):
		return exitConflict, "`gitmem jobs show " + string(state.Job.ID) + "` says what became of it", true
	case errors.As(err, new(*jobs.LostError)):
		return exitConflict, "nothing was changed; `gitmem jobs list` shows who has it", true
	case errors.As(err, &failed):
		return exitUnexpected, failedHint(failed), true
	}
	return 0, "", false
}

// policyHint says whether, and how, a session can be learned from again.
func policyHint(e *extract.PolicyError) string {
	if e.Generation == session.Disabled {
		return "`gitmem session policy " + quoted(e.Session) + " --generation enabled` allows it"
	}
	return "this is final; what you record by hand with `gitmem learn note` still counts"
}

// failedHint says what to do about a model that did not answer.
func failedHint(e *extract.FailedError) string {
	switch model.Kind(e) {
	case "auth", "key":
		return "the key comes from models.NAME.key_env or key_command of your own settings; the job waits"
	case "unreachable":
		return "is the server running, and does models.NAME.base_url say where? the job waits"
	case "refused":
		return "`gitmem jobs show " + string(e.Job) + "` prints what was asked and what came back"
	}
	if e.Final {
		return "`gitmem jobs show " + string(e.Job) + "` prints what was asked and what came back"
	}
	return "`gitmem jobs run` tries again when it is due; `gitmem jobs show " + string(e.Job) + "` prints what came back"
}
