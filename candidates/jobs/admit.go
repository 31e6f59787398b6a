package jobs

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// Admit puts a job into the queue, queued and with no attempt; true where it
// was not there. One that is there, in whatever state, is given as it is. It
// costs one synced file and one synced folder, takes no lock and reads no
// other job. A missing time of admission is now, a missing Due that time.
//
// The caller asks first whether the job was settled: the queue does not know.
// The error is an *InvalidError for what is no job, a Bad where its file is
// damaged.
func (q *Queue) Admit(j Job) (Job, bool, error) {
	j = q.fresh(j)
	if err := j.broken(); err != nil {
		return Job{}, false, err
	}
	if err := q.makeFolder(); err != nil {
		return Job{}, false, err
	}
	if there, err := q.read(j.ID); !errors.Is(err, ErrNotFound) {
		return there, false, err
	}
	temp, path, err := q.beside(j)
	if err != nil {
		return Job{}, false, err
	}
	if err := q.at("queue.link", path); err != nil {
		return Job{}, false, err
	}
	switch err = q.link(temp, path); {
	case errors.Is(err, fs.ErrExist):
		there, rerr := q.read(j.ID)
		if errors.Is(rerr, ErrNotFound) {
			there, rerr = j, nil // it was settled since
		}
		return there, false, errors.Join(rerr, os.Remove(temp))
	case err != nil:
		return q.admitLocked(temp, j)
	}
	if err := q.at("queue.clean", temp); err != nil {
		return Job{}, false, err
	}
	return j, true, errors.Join(os.Remove(temp), q.sync())
}

// fresh is a job at the moment of its admission.
func (q *Queue) fresh(j Job) Job {
	if j.Admitted.IsZero() {
		j.Admitted = q.now()
	}
	if j.Due.IsZero() {
		j.Due = j.Admitted
	}
	j.Admitted, j.Due = clean(j.Admitted), clean(j.Due)
	if !j.Day.IsZero() {
		j.Day = clean(j.Day)
	}
	j.State, j.Reason, j.Attempts, j.Lease, j.LastError, j.LastKind = Queued, "", 0, nil, "", ""
	return j
}

// admitLocked is for a file system without hard links, where only the lock
// keeps two from admitting the same.
func (q *Queue) admitLocked(temp string, j Job) (Job, bool, error) {
	release, err := q.lock(context.Background())
	if err != nil {
		return Job{}, false, errors.Join(err, os.Remove(temp))
	}
	defer release()
	if there, err := q.read(j.ID); !errors.Is(err, ErrNotFound) {
		return there, false, errors.Join(err, os.Remove(temp))
	}
	path := q.path(j.ID)
	if err := q.at("queue.rename", path); err != nil {
		return Job{}, false, err
	}
	if err := os.Rename(temp, path); err != nil {
		return Job{}, false, errors.Join(err, os.Remove(temp))
	}
	return j, true, q.sync()
}
