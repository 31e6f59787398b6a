package extract

import (
	"context"
	"time"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo/config"
	"gitmem/repo/session"
)

// Runner learns from the finished work of one store's sessions.
type Runner struct {
	Ledger   *evidence.Ledger // of the store that learns
	Shelf    *session.Shelf
	Queue    *jobs.Queue
	Requests Requests
	Settings *config.Settings
	// Global gives the desk of the global store, making the store where there is
	// none yet. It is asked only when something is proposed for it.
	Global func() (*candidates.Desk, error)
	// PresentGlobal gives the desk of the global store, nil where there is none.
	PresentGlobal func() (*candidates.Desk, error)
	// Provider gives the configured model and its name for a request.
	Provider func() (model.Provider, string, error)
	// Home is the home directory, which no request names.
	Home string
	// Tell says what is being done; nil says nothing.
	Tell func(format string, args ...any)
}

func (r *Runner) desk() *candidates.Desk { return r.Ledger.Desk }

func (r *Runner) now() time.Time { return r.desk().Store.Now() }

func (r *Runner) tell(format string, args ...any) {
	if r.Tell != nil {
		r.Tell(format, args...)
	}
}

// on says whether anything is learned at all, by the settings.
func (r *Runner) on() error {
	if ok, why := r.Settings.Generates(); !ok {
		return &OffError{Reason: why}
	}
	return nil
}

// allowed says whether a session may be learned from, by its policy and by the
// rule about external content.
func (r *Runner) allowed(id string) error {
	p, err := r.Shelf.Policy(id)
	if err != nil {
		return err
	}
	if p.Generation != session.Enabled {
		return &PolicyError{Session: id, Generation: p.Generation, Reason: p.Reason}
	}
	if !r.Settings.Learning.PostTurn.DisableOnExternalContext {
		return nil
	}
	s, err := r.Shelf.Find(id)
	if err == nil && s.External {
		err = &PolicyError{Session: id, Generation: session.Excluded, Reason: "it took in external content"}
	}
	return err
}

// Report is what one wake did.
type Report struct {
	Done    []Done
	Waiting int // jobs that are still queued
}

// Done is what became of one job.
type Done struct {
	Job        jobs.Job
	Settlement Settlement // zero where nothing was settled
	Applied    []memfile.ID
	Existing   bool // it had been settled before
	Skipped    string
	Err        error // why this attempt failed
}

// Run carries out jobs that are due, the oldest first and each once, at most
// max of them. Jobs that fail are in the report; the error is one that stops
// all work, such as a store that cannot be read.
func (r *Runner) Run(ctx context.Context, most int) (Report, error) {
	var report Report
	if err := r.on(); err != nil {
		return report, err
	}
	seen := map[memfile.ID]bool{}
	for len(report.Done) < most && ctx.Err() == nil {
		c, err := r.Queue.Claim(ctx, func(j jobs.Job) jobs.Verdict {
			if seen[j.ID] {
				return jobs.Leave()
			}
			return r.verdict(j)
		})
		if err != nil || c == nil {
			return r.counted(report), err
		}
		seen[c.ID] = true
		done := r.carryOut(ctx, c)
		report.Done = append(report.Done, done)
		if fatal(done.Err) {
			break // what fails for one job for a reason of the settings fails for all
		}
	}
	return r.counted(report), context.Cause(ctx)
}

func (r *Runner) counted(report Report) Report {
	all, _, err := r.Queue.List()
	if err != nil {
		return report
	}
	for _, j := range all {
		if j.State == jobs.Queued || j.State == jobs.Running {
			report.Waiting++
		}
	}
	return report
}

// verdict says whether a job may be carried out now.
func (r *Runner) verdict(j jobs.Job) jobs.Verdict {
	if j.Kind != memfile.JobExtraction {
		return jobs.Leave()
	}
	if err := r.allowed(j.Session); err != nil {
		return jobs.Skip(err.Error())
	}
	if j.Manual {
		return jobs.Take()
	}
	s, err := r.Shelf.Find(j.Session)
	if err != nil {
		return jobs.Skip(ErrGone.Error())
	}
	if idle := s.Last().Add(r.Settings.Learning.PostTurn.IdleDelay); idle.After(r.now()) {
		return jobs.Later(idle) // somebody is still at work there
	}
	return jobs.Take()
}
