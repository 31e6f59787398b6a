package jobs

import (
	"context"
	"errors"
	"time"

	"gitmem/memfile"
)

// Claimed is a job in the hands of this process. Job is as it was claimed, and
// after Retry, Postpone, Release, Skip or Fail as that left it; a heartbeat
// does not change it. Beat, Holds and Keep may run beside the others, which
// belong to one goroutine.
//
// All of them give a *LostError where the lease is over or another's, whether
// or not anybody took the job since, and repo.ErrLockBusy where another
// process changes the queue all the time.
type Claimed struct {
	Job
	q     *Queue
	id    memfile.ID
	token string
	done  bool // settled by this process
}

// Holds reads again whether this process still holds the job. It takes no
// lock, so that it can be asked within an operation on the store.
func (c *Claimed) Holds() error {
	_, err := c.mine()
	return err
}

// mine reads the job as it is now, if this process holds it.
func (c *Claimed) mine() (Job, error) {
	j, err := c.q.Get(c.id)
	switch {
	case errors.Is(err, ErrNotFound):
		return j, &LostError{ID: c.id, Reason: "it was settled, or taken away"}
	case err != nil:
		return j, err
	case j.Lease == nil:
		return j, &LostError{ID: c.id, Reason: "it is " + j.State}
	case j.Lease.Token != c.token:
		return j, &LostError{ID: c.id, Reason: j.Lease.Owner + " took it"}
	case !j.held(c.q.now()):
		return j, &LostError{ID: c.id, Reason: "it ended " + j.Lease.Until.Format(time.RFC3339)}
	}
	return j, nil
}

// change does something to the job as it is now, under the lock and only if
// this process holds it.
func (c *Claimed) change(ctx context.Context, event Event, by func(*Job) error) (Job, error) {
	release, err := c.q.lock(ctx)
	if errors.Is(err, ErrNotFound) {
		return Job{}, &LostError{ID: c.id, Reason: "the queue is gone"}
	}
	if err != nil {
		return Job{}, err
	}
	defer release()
	j, err := c.mine()
	if err != nil {
		return j, err
	}
	next, ok := Next(j.State, event)
	if !ok {
		return j, &StateError{Job: j, Event: event}
	}
	if next == Settled {
		return j, c.q.remove(c.id)
	}
	j.State = next
	if err := by(&j); err != nil {
		return j, err
	}
	return j, c.q.replace(j)
}

// Beat extends the lease.
func (c *Claimed) Beat(ctx context.Context) error {
	_, err := c.change(ctx, ToBeat, func(j *Job) error {
		j.Lease.Until = c.q.now().Add(LeaseTime)
		return nil
	})
	return err
}

// Keep extends the lease until stop is called, which waits for the last
// heartbeat and can be called again. The context ends with stop and with ctx,
// and with a *LostError as its cause once the lease is lost.
func (c *Claimed) Keep(ctx context.Context) (held context.Context, stop func()) {
	held, cancel := context.WithCancelCause(ctx)
	over, until := make(chan struct{}), c.Lease.Until
	go func() {
		defer close(over)
		if err := c.beat(held, until); err != nil {
			cancel(err)
		}
	}()
	return held, func() {
		cancel(nil)
		<-over
	}
}

// beat beats until the context ends, or gives why the lease is lost. A beat
// that fails for another reason is made up for by the next one, while there is
// time.
func (c *Claimed) beat(ctx context.Context, until time.Time) error {
	t := time.NewTicker(Heartbeat)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
		began := c.q.now()
		err := c.Beat(ctx)
		var lost *LostError
		switch {
		case err == nil:
			until = began.Add(LeaseTime)
		case errors.As(err, &lost):
			return err
		case !c.q.now().Before(until):
			return &LostError{ID: c.id, Reason: err.Error()}
		}
	}
}
