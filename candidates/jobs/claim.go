package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gitmem/memfile"
)

// How long a process may keep a job without a sign of life, and how often it
// gives one.
const (
	LeaseTime = time.Hour
	Heartbeat = 20 * time.Second
)

// Abandoned is the kind of error of an attempt that never said how it ended.
const Abandoned = "abandoned"

// Claim gives this process the first job that is due and that wanted takes;
// nil without an error where there is none. A nil wanted takes all. A job
// whose lease is over is due. A job that was attempted three times is given as
// failed: what is left to do is to record that, and to settle it.
//
// It reads all jobs and asks wanted without a lock. A job that changed since
// then, because another process took it, is passed over.
func (q *Queue) Claim(ctx context.Context, wanted func(Job) Verdict) (*Claimed, error) {
	if err := q.sweep(); err != nil {
		return nil, err
	}
	list, _, err := q.List()
	if err != nil {
		return nil, err
	}
	for _, j := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		now := q.now()
		if !j.due(now) {
			continue
		}
		v := Take()
		if wanted != nil {
			v = wanted(j)
		}
		if v.what == leave || v.what == later && !v.until.After(now) {
			continue
		}
		if c, err := q.carry(ctx, j, v); c != nil || err != nil {
			return c, err
		}
	}
	return nil, nil
}

// carry does what a verdict says, if the job is still as it was seen.
func (q *Queue) carry(ctx context.Context, seen Job, v Verdict) (*Claimed, error) {
	release, err := q.lock(ctx)
	if err != nil {
		return nil, ignoreGone(err)
	}
	defer release()
	j, err := q.read(seen.ID)
	var damaged Bad
	if err != nil && !errors.As(err, &damaged) {
		return nil, ignoreGone(err)
	}
	if err != nil || !j.same(seen) || !j.due(q.now()) {
		return nil, nil
	}
	switch v.what {
	case skip:
		return nil, q.skip(j, v.reason)
	case later:
		j.Due = clean(v.until)
		return nil, q.replace(j)
	}
	return q.take(j)
}

func ignoreGone(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// ClaimID gives this process a job whatever its time, because a person asked
// for it; it counts as manual from then on. The error is a *BusyError where
// somebody holds it, a *StateError where it was skipped, ErrNotFound where it
// is not in the queue.
func (q *Queue) ClaimID(ctx context.Context, id memfile.ID) (*Claimed, error) {
	if _, err := q.Get(id); err != nil {
		return nil, err
	}
	release, err := q.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	j, err := q.read(id)
	if err != nil {
		return nil, err
	}
	if j.held(q.now()) {
		return nil, &BusyError{Job: j}
	}
	if _, ok := Next(j.State, ToClaim); !ok {
		return nil, &StateError{Job: j, Event: ToClaim}
	}
	j.Manual = true
	return q.take(j)
}

// take gives this process a lease on a job that nobody holds. The caller holds
// the lock.
func (q *Queue) take(j Job) (*Claimed, error) {
	token, err := q.token()
	if err != nil {
		return nil, err
	}
	if j.State == Running {
		j.tell(Abandoned, j.Lease.Owner+" did not say how its attempt ended")
	}
	event := ToClaim
	if j.Attempts >= MaxAttempts {
		event = ToExhaust
	}
	next, ok := Next(j.State, event)
	if !ok {
		return nil, &StateError{Job: j, Event: event}
	}
	switch {
	case next == Running:
		j.Attempts++
	case j.State != Failed:
		j.Reason = text(fmt.Sprintf("%d attempts: %s", j.Attempts, j.LastError))
	}
	j.State, j.Lease = next, &Lease{Owner: text(q.o.Owner), Token: token, Until: q.now().Add(LeaseTime)}
	if err := q.replace(j); err != nil {
		return nil, err
	}
	return &Claimed{Job: j, q: q, id: j.ID, token: token}, nil
}

// skip ends a job for a reason. The caller holds the lock.
func (q *Queue) skip(j Job, reason string) error {
	next, ok := Next(j.State, ToSkip)
	if !ok {
		return &StateError{Job: j, Event: ToSkip}
	}
	j.State, j.Reason, j.Lease = next, text(reason), nil
	return q.replace(j)
}
