package jobs

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// How long a job waits after an attempt.
const (
	FirstBackoff = time.Second
	MaxBackoff   = 5 * time.Minute
	// PostponeTime is the wait where something is wrong that a person has to
	// put right.
	PostponeTime = time.Minute
)

// Retry puts the job back after an attempt that failed. It waits a second, and
// twice as long after each further attempt, or as long as the server asked;
// never above five minutes. kind is one word.
func (c *Claimed) Retry(kind, why string, after time.Duration) error {
	return c.end(ToRetry, func(j *Job) error {
		wait, err := c.q.backoff(j.Attempts)
		if err != nil {
			return err
		}
		j.Due = c.q.now().Add(min(max(wait, after), MaxBackoff))
		j.tell(kind, why)
		j.Lease = nil
		return nil
	})
}

// Postpone puts the job back for a minute after an attempt that could not
// succeed for any job, such as one without a key. The attempt does not count.
func (c *Claimed) Postpone(kind, why string) error {
	return c.end(ToPostpone, func(j *Job) error {
		j.Due = c.q.now().Add(PostponeTime)
		j.tell(kind, why)
		j.Lease = nil
		j.Attempts--
		return nil
	})
}

// Release puts the job back as it was because a person interrupted the work.
// The attempt does not count. A failed job stays failed.
func (c *Claimed) Release() error {
	return c.end(ToRelease, func(j *Job) error {
		j.Lease = nil
		if j.State == Queued {
			j.Attempts--
		}
		return nil
	})
}

// Skip ends the job for a reason. It stays in the queue, so that it is not
// admitted again.
func (c *Claimed) Skip(reason string) error {
	return c.end(ToSkip, func(j *Job) error {
		j.Reason, j.Lease = text(reason), nil
		return nil
	})
}

// Fail says that the job came to nothing. This process keeps the lease, to
// write the record and then call Settled; where it dies before that, the job
// is claimed again as failed. A failed job may fail again, for another reason.
func (c *Claimed) Fail(kind, why string) error {
	return c.end(ToFail, func(j *Job) error {
		j.tell(kind, why)
		j.Reason = text(j.LastKind + ": " + why)
		return nil
	})
}

// Settled takes the job out of the queue. Its record, in the store, comes
// first. To settle twice, or what another process took out, is no error.
func (c *Claimed) Settled() error {
	if c.done {
		return nil
	}
	if _, err := c.q.Get(c.id); ignoreGone(err) != nil {
		return err
	} else if err == nil {
		if _, err := c.change(context.Background(), ToSettle, nil); err != nil {
			return err
		}
	}
	c.done, c.State = true, Settled
	return nil
}

// end does what ends the work of this process on a job.
func (c *Claimed) end(event Event, by func(*Job) error) error {
	j, err := c.change(context.Background(), event, by)
	if err == nil {
		c.Job = j
	}
	return err
}

// backoff is the wait after the n-th attempt: doubling, with a jitter below a
// fifth, so that processes that failed together do not come back together.
func (q *Queue) backoff(n int) (time.Duration, error) {
	wait := FirstBackoff
	for ; n > 1 && wait < MaxBackoff; n-- {
		wait *= 2
	}
	wait = min(wait, MaxBackoff)
	var b [8]byte
	if _, err := io.ReadFull(q.o.Rand, b[:]); err != nil {
		return 0, fmt.Errorf("jitter: %w", err)
	}
	return wait + time.Duration(binary.BigEndian.Uint64(b[:])%uint64(wait/5)), nil
}
