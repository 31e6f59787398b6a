package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo"
)

// work is one job in the hands of this process.
type work struct {
	*Runner
	claim         *jobs.Claimed
	run           int // the number under which its calls are kept
	sources       map[string]source
	external      bool // the session took in external content
	requestDigest string
	answerDigest  string
}

// carryOut does one job to its end: settled, skipped, failed, or queued again.
func (r *Runner) carryOut(ctx context.Context, c *jobs.Claimed) Done {
	w := &work{Runner: r, claim: c}
	held, stop := c.Keep(ctx)
	defer stop()
	done, err := w.do(held)
	if err == nil {
		return done
	}
	if barred(err) {
		return skipped(c, err.Error())
	}
	done.Err = w.ended(held, err)
	done.Job = c.Job // as that left it
	return done
}

// barred tells an error that says that a session may not be learned from, or is
// not there, any more.
func barred(err error) bool {
	return errors.As(err, new(*PolicyError)) || errors.Is(err, ErrGone)
}

// do is everything that happens to a job while the lease is held.
func (w *work) do(ctx context.Context) (Done, error) {
	if record, _, ok, err := w.desk().SettledJob(w.claim.ID); err != nil {
		return Done{}, err
	} else if ok {
		return stands(w.claim, record), w.finish(ctx, record)
	}
	if w.claim.State == jobs.Failed {
		return Done{}, &exhausted{errors.New(w.claim.LastError)}
	}
	b, why, err := w.prepare()
	switch {
	case err != nil:
		return Done{}, err
	case why != "":
		return skipped(w.claim, why), nil
	}
	w.tell("%s: asking %s about %d KiB", w.claim.ID, w.Settings.Learning.ExtractorModel, (b.request.Bytes()+1023)>>10)
	a, err := w.ask(ctx, b)
	if err != nil {
		return Done{}, err
	}
	if err := w.desk().LapseOverdue(ctx); err != nil {
		return Done{}, err
	}
	s, err := w.settle(ctx, a)
	switch {
	case err != nil:
		return Done{}, err
	case s.existing:
		return stands(w.claim, s.Job), w.finish(ctx, s.Job)
	}
	done := Done{Job: w.claim.Job, Settlement: s, Applied: w.apply(ctx, s)}
	if err := w.proposeGlobal(ctx, s.global); err != nil {
		return done, &unfinishedError{err}
	}
	return done, w.claim.Settled()
}

// prepare makes the request of a job, or says why nothing is sent.
func (w *work) prepare() (built, string, error) {
	s, err := w.Shelf.Find(w.claim.Session)
	if err != nil {
		return built{}, "", fmt.Errorf("%w: %w", ErrGone, err)
	}
	w.external = s.External
	all, err := w.turnsOf(s, w.claim.Job)
	if err != nil {
		return built{}, "", err
	}
	feedback, _, err := w.Ledger.FeedbackList(s.ID)
	if err != nil {
		return built{}, "", err
	}
	rated := map[string]bool{}
	for _, f := range feedback {
		rated[f.Message] = true
	}
	if why, not := unsent(all, func(id string) bool { return rated[id] }); not {
		return built{}, why, nil
	}
	memory, err := w.memories()
	if err != nil {
		return built{}, "", err
	}
	_, name, err := w.Provider()
	if err != nil {
		return built{}, "", err
	}
	b, err := build(newReplay(all, feedback, newVeil(s.Cwd, w.Home, s.ID)), memory, name, w.Settings.Learning.Execution)
	w.sources = b.sources
	return b, "", err
}

// memories are the resident files by their scope; the global one only where
// there is such a store.
func (w *work) memories() (map[string]Resident, error) {
	out := map[string]Resident{}
	own, err := resident(w.desk())
	if err != nil {
		return nil, err
	}
	out[w.desk().Store.Scope] = own
	if w.desk().Store.Scope == memfile.ScopeGlobal || w.PresentGlobal == nil {
		return out, nil
	}
	global, err := w.PresentGlobal()
	if err != nil || global == nil {
		return out, err
	}
	out[memfile.ScopeGlobal], err = resident(global)
	return out, err
}

// apply lets the promotion policy apply what it may. What it could not apply
// waits for a person.
func (w *work) apply(ctx context.Context, s Settlement) []memfile.ID {
	var applied []memfile.ID
	for _, c := range s.Candidates {
		if !slices.Contains(s.sure, c.ID) {
			continue
		}
		out, err := w.desk().ApplyLearned(ctx, c)
		if err == nil && out.Candidate.Status == memfile.StatusApplied {
			applied = append(applied, c.ID)
		}
		if err != nil {
			w.tell("%s: it waits for a person: %v", c.ID, err)
		}
	}
	return applied
}

// unfinishedError says that a settled job waits in the queue for its part of the
// global store.
type unfinishedError struct{ error }

func (e *unfinishedError) Unwrap() error { return e.error }

// exhausted says that the last attempt of a job has failed.
type exhausted struct{ error }

// ended puts a job down that came to nothing this time, and says what became
// of it.
func (w *work) ended(ctx context.Context, err error) error {
	c := w.claim
	var lost *jobs.LostError
	var over *exhausted
	var rest *unfinishedError
	switch {
	case errors.As(err, &lost), errors.As(context.Cause(ctx), &lost):
		return err // somebody else has it
	case errors.As(err, &rest):
		return errors.Join(err, c.Release()) // no attempt of the model failed
	case ctx.Err() != nil:
		return errors.Join(context.Cause(ctx), c.Release())
	case errors.As(err, &over):
		return w.failed(c.LastKind, over.error)
	case fatal(err), kindOf(err) == storeKind: // the model is not at fault, and what it answered is kept
		return errors.Join(&FailedError{Job: c.ID, Kind: kindOf(err), Attempts: c.Attempts, Err: err}, c.Postpone(kindOf(err), detail(err)))
	case final(err) || c.Attempts >= jobs.MaxAttempts:
		return w.failed(kindOf(err), err)
	}
	after, _ := model.RetryAfter(err)
	return errors.Join(&FailedError{Job: c.ID, Kind: kindOf(err), Attempts: c.Attempts, Err: err}, c.Retry(kindOf(err), detail(err), after))
}

// failed records that a job came to nothing; of a session that may not be
// learned from any more nothing is recorded.
func (w *work) failed(kind string, why error) error {
	c := w.claim
	failure := &FailedError{Job: c.ID, Kind: kind, Attempts: c.Attempts, Final: true, Err: why}
	if err := c.Fail(kind, detail(why)); err != nil {
		return errors.Join(failure, err)
	}
	_, err := w.desk().Run(context.Background(), func() (*repo.Operation, error) {
		if _, _, ok, err := w.desk().SettledJob(c.ID); err != nil || ok {
			return nil, err
		}
		if err := w.mayStill(); err != nil {
			return nil, err
		}
		job := w.record(memfile.JobFailed)
		job.Error, job.Detail = kind, detail(why)
		return w.jobOperation(job, memfile.Message{})
	})
	switch {
	case barred(err):
		return errors.Join(failure, err, c.Skip(err.Error()))
	case err != nil:
		return errors.Join(failure, err)
	}
	return errors.Join(failure, c.Settled())
}

// storeKind is the word for what is wrong on this machine: a lock, a disk, drift.
const storeKind = "store"

// kindOf is one word for what went wrong.
func kindOf(err error) string {
	if kind := model.Kind(err); kind != "" {
		return kind
	}
	switch {
	case errors.As(err, new(*ShapeError)):
		return "malformed"
	case errors.As(err, new(*model.NotConfiguredError)):
		return "settings"
	}
	return storeKind
}

// fatal tells what fails for every job until a person changes the settings: it
// costs no attempt.
func fatal(err error) bool {
	return errors.As(err, new(*model.AuthError)) || errors.As(err, new(*model.KeyError)) || errors.As(err, new(*model.NotConfiguredError))
}

// final tells an error of the model that the same request meets again.
func final(err error) bool {
	kind := model.Kind(err)
	return kind != "" && kind != "malformed" && !model.Retryable(err)
}
