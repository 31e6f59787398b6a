package extract

import (
	"fmt"
	"time"

	"gitmem/candidates/extract/turns"
	"gitmem/candidates/jobs"
	"gitmem/memfile"
	"gitmem/repo/session"
)

// How far back finished turns are admitted that nobody admitted at the time.
const (
	CatchUpTurns = 64 // of one session, the newest
	CatchUpTime  = 7 * 24 * time.Hour
)

// Scopes of a job: one turn, or all of a session up to its last message.
const (
	ScopeTurn    = "turn"
	ScopeSession = "session"
)

// Admission says what became of the turns of one session.
type Admission struct {
	Turns    int // that are finished, within what is caught up
	Admitted []memfile.ID
	Known    int // that had a job before
	Plain    int // that show nothing to learn from
}

// Admit queues a job for each finished turn of a session that shows something
// to learn from and has none yet. It writes private files only, takes no lock
// of the store and calls no model. The error is an *OffError or a *PolicyError
// where nothing may be learned.
func (r *Runner) Admit(id string) (Admission, error) {
	var a Admission
	if err := r.on(); err != nil {
		return a, err
	}
	if !r.Settings.Learning.PostTurn.Enabled {
		return a, &OffError{Reason: "learning.post_turn.enabled is false"}
	}
	if err := r.allowed(id); err != nil {
		return a, err
	}
	s, err := r.Shelf.Find(id)
	if err != nil {
		return a, err
	}
	rated, err := r.rated(id)
	if err != nil {
		return a, err
	}
	newest, err := r.candidatesOf(s, rated, &a)
	if err != nil {
		return a, err
	}
	settled, err := r.desk().WasSettled()
	if err != nil {
		return a, err
	}
	for _, j := range newest {
		if settled(j.ID) {
			a.Known++
		} else if err := r.admit(j, &a); err != nil {
			return a, err
		}
	}
	return a, nil
}

// candidatesOf are the jobs for the newest turns that are worth one.
func (r *Runner) candidatesOf(s session.Session, rated map[string]bool, a *Admission) ([]jobs.Job, error) {
	var newest []jobs.Job
	since := r.now().Add(-CatchUpTime)
	for t, err := range turns.Each(s, r.Shelf.Messages(s.ID)) {
		if err != nil {
			return nil, err
		}
		answer, ok := t.Answer()
		if !ok || dayOf(answer, s).Before(since) {
			continue
		}
		a.Turns++
		if !t.Reasons(func(message string) bool { return rated[message] }).Any() {
			a.Plain++
			continue
		}
		newest = append(newest, r.job(s, answer, ScopeTurn))
		if len(newest) > CatchUpTurns {
			newest = newest[1:]
		}
	}
	return newest, nil
}

// rated are the messages of a session on which there is feedback.
func (r *Runner) rated(id string) (map[string]bool, error) {
	list, _, err := r.Ledger.FeedbackList(id)
	out := map[string]bool{}
	for _, f := range list {
		out[f.Message] = true
	}
	return out, err
}

// job is the one of a message, whoever asks for it.
func (r *Runner) job(s session.Session, answer session.Message, scope string) jobs.Job {
	parts := []string{s.ID, answer.ID, Version()}
	if scope == ScopeSession {
		parts = append(parts, ScopeSession)
	}
	id, identity := memfile.JobID(memfile.JobExtraction, parts...)
	now := r.now()
	return jobs.Job{
		ID: id, Kind: memfile.JobExtraction, Identity: identity, Session: s.ID, Message: answer.ID, Agent: s.Agent, Extractor: Version(),
		Scope: scope, Day: dayOf(answer, s), Admitted: now, Due: now.Add(r.Settings.Learning.PostTurn.IdleDelay),
	}
}

// dayOf is when a message was said, as far as it is known.
func dayOf(m session.Message, s session.Session) time.Time {
	if m.Time.IsZero() {
		return s.Last()
	}
	return m.Time
}

// admit queues a job that was not settled before.
func (r *Runner) admit(j jobs.Job, a *Admission) error {
	_, fresh, err := r.Queue.Admit(j)
	switch {
	case err != nil:
		return fmt.Errorf("%s: it cannot be queued: %w", j.ID, err)
	case fresh:
		a.Admitted = append(a.Admitted, j.ID)
	default:
		a.Known++
	}
	return nil
}
