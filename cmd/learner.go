package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/candidates/extract"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/session"
)

// learner is what learns from the sessions of the store that a command is for.
type learner struct {
	*extract.Runner
	found repo.Found
}

// learner opens the store and everything that learning needs. It asks no model
// and runs nothing yet.
func (a *app) learner() (*learner, error) {
	desk, err := a.desk()
	if err != nil {
		return nil, err
	}
	found, err := a.found(false)
	if err != nil {
		return nil, err
	}
	store := desk.Store
	settings, err := a.loadSettings(store.Root, store.ID)
	if err != nil {
		return nil, err
	}
	shelf, err := a.sessionsOf(store)
	if err != nil {
		return nil, err
	}
	return &learner{found: found, Runner: &extract.Runner{
		Ledger: evidence.Open(desk), Shelf: shelf, Settings: settings, Home: a.env.Home,
		Queue: a.queueOf(store), Requests: a.requestsOf(store),
		Global: func() (*candidates.Desk, error) { return a.deskOf(memfile.ScopeGlobal) }, PresentGlobal: a.presentGlobal,
		Provider: func() (model.Provider, string, error) {
			if a.Model != nil {
				return a.Model, settings.Learning.ExtractorModel, nil
			}
			return model.FromSettings(settings, settings.Learning.ExtractorModel, model.Options{Environ: a.Environ, Dir: a.env.Home, Now: a.now()})
		},
		Tell: func(format string, args ...any) { a.tell("%s", visible(fmt.Sprintf(format, args...))) },
	}}, nil
}

// presentGlobal is the desk of the global store, nil where there is none yet.
func (a *app) presentGlobal() (*candidates.Desk, error) {
	if !a.hasGlobal() {
		return nil, nil
	}
	return a.deskOf(memfile.ScopeGlobal)
}

// queueOf are the jobs of a store that are not settled yet.
func (a *app) queueOf(s *repo.Store) *jobs.Queue {
	host, _ := os.Hostname()
	return jobs.Open(filepath.Join(s.State, jobs.Folder), jobs.Options{
		Now: a.now(), Wait: sessionWait, Owner: fmt.Sprintf("%s, process %d", host, os.Getpid()), Probe: failpoint(a.getenv),
	})
}

// requestsOf are the kept requests of a store, and what came back.
func (a *app) requestsOf(s *repo.Store) extract.Requests {
	return extract.Requests{Root: filepath.Join(s.State, extract.Folder), Probe: failpoint(a.getenv)}
}

// mayLearn refuses where nothing is to be learned, and to send anything of a
// store that nobody here trusts to a model.
func (l *learner) mayLearn() error {
	if on, why := l.Settings.Generates(); !on {
		return &extract.OffError{Reason: why}
	}
	if l.found.Foreign && l.found.Trusted == nil {
		return &foreignError{l.found.Root}
	}
	return nil
}

// admit queues what the sessions hold that is worth learning from. That nothing
// is learned at all is no failure here, nor that a session was deleted meanwhile.
func (l *learner) admit(_ context.Context, sessions []string) (int, error) {
	n := 0
	for _, id := range sessions {
		got, err := l.Admit(id)
		n += len(got.Admitted)
		if err != nil && !notLearning(err) && !errors.As(err, new(*session.NotFoundError)) {
			return n, err
		}
	}
	return n, nil
}

// queueTurns queues what sessions hold that is worth learning from, and says how
// many jobs that gave. Where nothing is learned it does nothing.
func (a *app) queueTurns(ctx context.Context, sessions []string) (int, error) {
	l, err := a.learner()
	if err != nil || l.mayLearn() != nil {
		return 0, ifOther(err)
	}
	n, err := l.admit(ctx, sessions)
	if n > 0 {
		a.tell("%s queued", counted(n, "job", "jobs"))
	}
	return n, err
}

// ifOther is an error unless it only says that a store is nobody's to learn from.
func ifOther(err error) error {
	if errors.As(err, new(*foreignError)) {
		return nil
	}
	return err
}
