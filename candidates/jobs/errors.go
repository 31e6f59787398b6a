package jobs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gitmem/memfile"
)

// ErrNotFound says that no job of the queue has this id.
var ErrNotFound = errors.New("no such job in the queue")

// What may be wrong with the files of a queue.
var (
	ErrNotPlain = errors.New("not a plain file")
	ErrNoFolder = errors.New("not a plain folder")
	ErrTooLarge = fmt.Errorf("larger than %d KiB", MaxFile>>10)
)

// Bad is a file of the queue that holds no job that can be read. It stays as it
// is, and stops no other. Get, Admit and ClaimID give it as their error.
type Bad struct {
	Path string
	Err  error
}

func (b Bad) Error() string { return b.Path + ": " + b.Err.Error() }

func (b Bad) Unwrap() error { return b.Err }

// InvalidError says that a job cannot be admitted. Field is a key of the file.
type InvalidError struct{ Field, Reason string }

func (e *InvalidError) Error() string { return e.Field + ": " + e.Reason }

// BusyError says that another process is at a job.
type BusyError struct{ Job Job }

func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: %s is at it, until %s at the latest", e.Job.ID, e.Job.Lease.Owner, e.Job.Lease.Until.Format(time.RFC3339))
}

// LostError says that this process does not hold a job any more: its lease is
// over, or the job went on without it. Nothing was changed.
type LostError struct {
	ID     memfile.ID
	Reason string
}

func (e *LostError) Error() string { return fmt.Sprintf("%s: the lease is lost: %s", e.ID, e.Reason) }

// StateError says that a job is in a state in which this cannot be done.
type StateError struct {
	Job   Job
	Event Event
}

func (e *StateError) Error() string {
	text := fmt.Sprintf("%s: it is %s, which allows no %s", e.Job.ID, e.Job.State, e.Event)
	if e.Job.Reason != "" {
		text += ": " + e.Job.Reason
	}
	return text
}

// AmbiguousError says that a shortened id fits several jobs.
type AmbiguousError struct {
	Prefix string
	IDs    []memfile.ID
}

func (e *AmbiguousError) Error() string {
	ids := make([]string, len(e.IDs))
	for i, id := range e.IDs {
		ids[i] = string(id)
	}
	return fmt.Sprintf("%s: ambiguous, it begins %s", e.Prefix, strings.Join(ids, ", "))
}
