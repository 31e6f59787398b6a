package extract

import (
	"context"
	"errors"

	"gitmem/candidates/extract/turns"
	"gitmem/candidates/jobs"
	"gitmem/memfile"
	"gitmem/repo/session"
)

// Reflect learns at once from the newest finished turn of a session, or from
// all of it, without waiting until it is idle and whatever the turn shows.
// What has a job already gets that one: a settled one is given as it is.
//
// Errors: *OffError, *PolicyError, ErrNoTurn, *jobs.BusyError where another
// process is at it. What the model did not do is in the result.
func (r *Runner) Reflect(ctx context.Context, id, scope string) (Done, error) {
	if err := r.on(); err != nil {
		return Done{}, err
	}
	s, err := r.Shelf.Find(id)
	if err != nil {
		return Done{}, err
	}
	if err := r.allowed(s.ID); err != nil {
		return Done{}, err
	}
	newest, ok, err := turns.Newest(s, r.Shelf.Messages(s.ID))
	if err == nil && !ok {
		err = ErrNoTurn
	}
	if err != nil {
		return Done{}, err
	}
	answer, _ := newest.Answer()
	j := r.job(s, answer, scope)
	if record, _, ok, err := r.desk().SettledJob(j.ID); err != nil || ok {
		return Done{Job: j, Settlement: Settlement{Job: record}, Existing: ok}, err
	}
	j.Manual, j.Due = true, r.now()
	if _, _, err := r.Queue.Admit(j); err != nil {
		return Done{}, err
	}
	c, err := r.Queue.ClaimID(ctx, j.ID)
	var state *jobs.StateError
	if errors.As(err, &state) && state.Job.State == jobs.Skipped {
		return Done{Job: state.Job, Skipped: state.Job.Reason, Existing: true}, nil
	}
	if err != nil {
		return Done{Job: j}, err
	}
	return r.carryOut(ctx, c), nil
}

// turnsOf gives what a job is about: one turn, or the finished turns of a
// session up to the job's message, of which the newest are kept.
func (r *Runner) turnsOf(s session.Session, j jobs.Job) ([]turns.Turn, error) {
	if j.Scope != ScopeSession {
		t, ok, err := turns.With(s, r.Shelf.Messages(s.ID), j.Message)
		if err == nil && (!ok || t.State != turns.Complete) {
			err = ErrGone
		}
		return []turns.Turn{t}, err
	}
	var out []turns.Turn
	size, most := 0, 4*r.Settings.Learning.Execution.MaxInputBytes
	for t, err := range turns.Each(s, r.Shelf.Messages(s.ID)) {
		if err != nil {
			return nil, err
		}
		answer, ok := t.Answer()
		if !ok {
			continue
		}
		out, size = append(out, t), size+sizeOf(t)
		for len(out) > 1 && size > most {
			size -= sizeOf(out[0])
			out = out[1:]
		}
		if answer.ID == j.Message {
			return out, nil
		}
	}
	return nil, ErrGone
}

func sizeOf(t turns.Turn) int {
	n := 0
	for _, m := range t.Messages {
		n += len(m.Text)
		for _, c := range m.Tools {
			n += len(c.Command) + len(c.Output)
		}
	}
	return n
}

// unsent says why the turns of a job are not sent to a model: none of them
// shows more than a fault of the environment.
func unsent(all []turns.Turn, rated func(message string) bool) (string, bool) {
	why := ""
	for _, t := range all {
		reason, only := t.EnvironmentOnly()
		if speaks := t.Reasons(rated); !only || speaks.Correction || speaks.Feedback {
			return "", false
		}
		why = reason
	}
	return why, why != ""
}

// skipped is the result of a job that is not carried out.
func skipped(c *jobs.Claimed, why string) Done {
	err := c.Skip(why)
	return Done{Job: c.Job, Skipped: why, Err: err}
}

// stands is a job as its record says it.
func stands(c *jobs.Claimed, record memfile.Job) Done {
	return Done{Job: c.Job, Settlement: Settlement{Job: record}, Existing: true}
}
