package repo

import (
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// checkJob checks the record of one settled job after an operation on it, and
// remembers it.
func (v *verifier) checkJob(ch *chain, f seen, change recordChange) (memfile.Job, bool, error) {
	came, old, ok, err := v.found(ch, f, change)
	if err != nil || !ok {
		return memfile.Job{}, false, err
	}
	now := &recordState{path: came.path, blob: plumbing.NewHash(came.after), place: f.place, settled: true}
	j, ok, err := v.readJob(f, change.id, came)
	if err != nil {
		return j, false, err
	}
	if ok {
		now = jobState(j, *now)
		v.checkPlace(f, change.id, old, now)
		v.checkJobStep(f, change.id, old, now)
		if err := v.checkDetach(f, change.id, came); err != nil {
			return j, false, err
		}
	}
	ch.records[change.id] = now
	delete(ch.touched, change.id)
	return j, ok, nil
}

func (v *verifier) readJob(f seen, id memfile.ID, t treeChange) (memfile.Job, bool, error) {
	data, err := v.s.BlobData(t.after)
	if err != nil {
		return memfile.Job{}, false, v.unreadable(f, t.path, err)
	}
	file, err := memfile.ParseJob(t.path, data)
	if err != nil {
		v.recordProblem(f, id, t.path, "record.invalid", "it is no settled job: %v", err)
		return memfile.Job{}, false, nil
	}
	j := file.Job()
	if j.ID != id {
		v.recordProblem(f, id, t.path, "record.id", "it says that it is %s", j.ID)
		return j, false, nil
	}
	return j, true, nil
}

// jobState is what is kept of a job that was read.
func jobState(j memfile.Job, r recordState) *recordState {
	r.status, r.settled, r.assumed = j.Outcome, true, false
	return &r
}

// checkJobStep: a job is recorded once, when it is over. After that only a
// detach and a purge take something out of it.
func (v *verifier) checkJobStep(f seen, id memfile.ID, old, now *recordState) {
	v.checkNew(f, id, old, now)
	if !slices.Contains([]string{"record", "detach", "purge"}, f.message.Op) {
		v.recordProblem(f, id, now.path, "record.status", "the operation %s changes no settled job", f.message.Op)
	}
}

// checkNew makes sure that what a settlement brings was not there before. Of an
// experience its state tells.
func (v *verifier) checkNew(f seen, id memfile.ID, old, now *recordState) {
	if f.message.Op == "record" && old != nil {
		v.recordProblem(f, id, now.path, "record.status", "it was there before the operation record, which makes new ones")
	}
}

// checkSettlement compares the job that a commit settles with the other records
// in it: they are what the job says that it made, and say so too. An operation
// of a person or of an agent records without a job, and makes no candidates.
func (v *verifier) checkSettlement(f seen, all recorded) {
	if f.message.Op != "record" || f.first {
		return
	}
	var settled []memfile.ID
	for _, id := range f.message.IDs {
		if id.Kind() == memfile.KindJob {
			settled = append(settled, id)
		}
	}
	if len(settled) > 1 {
		v.problem(f, "", "record.job", "an operation settles one job, and this one names %d", len(settled))
		return
	}
	v.checkMakers(f, all, settled)
	for _, j := range all.jobs {
		v.checkMade(f, j)
	}
}

// checkMakers makes sure that what a commit records names the job of the commit
// as its maker.
func (v *verifier) checkMakers(f seen, all recorded, settled []memfile.ID) {
	var job memfile.ID
	if len(settled) > 0 {
		job = settled[0]
	}
	for _, e := range all.experiences {
		if e.Source.Job != job {
			v.recordProblem(f, e.ID, "", "record.job", "it says that %s made it, and its commit settles %s", orNoJob(e.Source.Job), orNoJob(job))
		}
	}
	if job != "" {
		return
	}
	for _, c := range all.candidates {
		v.recordProblem(f, c.ID, "", "record.job", "the operation record made it, and settles no job")
	}
}

// checkMade compares the ids that a job says it made with those of its commit.
// That each of these has a file there was checked before.
func (v *verifier) checkMade(f seen, j memfile.Job) {
	for _, id := range j.Made {
		if !slices.Contains(f.message.IDs, id) {
			v.recordProblem(f, j.ID, "", "record.made", "it says that it made %s, which its commit does not name", id)
		}
	}
	for _, id := range f.message.IDs {
		if id != j.ID && !slices.Contains(j.Made, id) {
			v.recordProblem(f, j.ID, "", "record.made", "its commit names %s, which it does not say that it made", id)
		}
	}
}

func orNoJob(id memfile.ID) string {
	if id == "" {
		return "no job"
	}
	return string(id)
}
