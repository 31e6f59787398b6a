package repo

import (
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// statusAfter are the states that a candidate may be in after an operation;
// the words that are not listed leave it in any.
var statusAfter = map[string][]string{
	"propose": {memfile.StatusPending},
	"import":  {memfile.StatusPending},
	"edit":    {memfile.StatusPending, memfile.StatusApplied},
	"revive":  {memfile.StatusPending},
	"apply":   {memfile.StatusApplied},
	"adopt":   {memfile.StatusApplied},
	"undo":    {memfile.StatusUndone},
	"reject":  {memfile.StatusRejected},
	"lapse":   {memfile.StatusRejected},
	"resolve": {memfile.StatusApplied, memfile.StatusUndone, memfile.StatusFailed},
	"promote": {memfile.StatusPending},
	"record":  {memfile.StatusPending},
	"forget":  {memfile.StatusPending, memfile.StatusRejected},
}

// recorded are the records of one operation that could be read, in the order
// in which it names them.
type recorded struct {
	candidates  []memfile.Candidate
	experiences []memfile.Experience
	jobs        []memfile.Job
}

// checkRecords checks every record that a commit changed, and gives the
// candidates that can be read in the order in which the operation names them.
func (v *verifier) checkRecords(ch *chain, f seen) ([]memfile.Candidate, error) {
	changes := recordChanges(f.Tree, f.changes)
	var all recorded
	for _, id := range f.message.IDs {
		if kind := id.Kind(); kind != memfile.KindCandidate && kind != memfile.KindExperience && kind != memfile.KindJob {
			continue
		}
		change, ok := v.changeOf(ch, f, id, changes)
		if !ok {
			continue
		}
		if err := v.checkOne(ch, f, change, &all); err != nil {
			return nil, err
		}
	}
	v.checkPromoted(f, all.candidates)
	v.checkSettlement(f, all)
	return all.candidates, v.checkFeedback(ch, f, changes) // what else is in changes was reported as out of scope
}

// checkOne checks one record by its kind, and adds it to those that could be
// read.
func (v *verifier) checkOne(ch *chain, f seen, change recordChange, all *recorded) error {
	switch change.id.Kind() {
	case memfile.KindExperience:
		return gathered(&all.experiences)(v.checkExperience(ch, f, change))
	case memfile.KindJob:
		return gathered(&all.jobs)(v.checkJob(ch, f, change))
	}
	return gathered(&all.candidates)(v.checkRecord(ch, f, change))
}

// gathered adds a record to a list where it could be read.
func gathered[R any](list *[]R) func(record R, ok bool, err error) error {
	return func(record R, ok bool, err error) error {
		if ok && err == nil {
			*list = append(*list, record)
		}
		return err
	}
}

// changeOf finds what a commit did to a record that its operation names.
func (v *verifier) changeOf(ch *chain, f seen, id memfile.ID, changes map[memfile.ID]recordChange) (recordChange, bool) {
	change, ok := changes[id]
	if !ok && !f.first {
		change, ok = v.takenAlong(ch, f, id)
	}
	if !ok && !f.first && !v.takenBefore(ch, f, id) {
		v.recordProblem(f, id, "", "record.unchanged", "the operation names %s, and its commit does not change the record of it", id)
	}
	return change, ok
}

// found checks what an operation found of a record, and gives the file that it
// left, and what the record is compared with.
func (v *verifier) found(ch *chain, f seen, change recordChange) (came treeChange, old *recordState, ok bool, err error) {
	old = v.known(ch.records[change.id])
	if len(change.came) == 0 {
		delete(ch.records, change.id)
		v.recordProblem(f, change.id, change.gone[0].path, "record.deleted", "the operation took the record away")
		return came, old, false, nil
	}
	if err := v.checkSingle(f, change, old); err != nil {
		return came, old, false, err
	}
	old, err = v.checkUntouched(ch, f, change, old)
	return change.came[0], old, err == nil, err
}

// checkRecord checks the record of one candidate after an operation on it, and
// remembers it.
func (v *verifier) checkRecord(ch *chain, f seen, change recordChange) (memfile.Candidate, bool, error) {
	id := change.id
	came, old, ok, err := v.found(ch, f, change)
	if err != nil || !ok {
		return memfile.Candidate{}, false, err
	}
	c, ok, err := v.readRecord(f, id, came)
	if err != nil {
		return c, false, err
	}
	now := &recordState{path: came.path, blob: plumbing.NewHash(came.after), place: f.place, settled: memfile.Settled(c.Status)}
	if ok {
		now = stateOf(c, *now)
		v.checkStatus(f, c, came.path)
		v.checkNew(f, id, old, now)
		v.checkOrigin(f, old, now)
		v.checkTrailers(f, c, old, now)
		v.checkAnswer(f, c, old, came.path)
		v.checkEvidence(ch, f, c, came.path)
		if err := v.checkDetach(f, id, came); err != nil {
			return c, false, err
		}
	}
	ch.records[id] = now
	delete(ch.touched, id)
	return c, ok, nil
}

// checkSingle makes sure that a candidate has one file.
func (v *verifier) checkSingle(f seen, change recordChange, old *recordState) error {
	others := make([]string, 0, 2)
	for _, t := range change.came[1:] {
		others = append(others, t.path)
	}
	if old != nil {
		others = append(others, old.path)
	} else if noun(change.id) == "candidate" {
		others = append(others, candidatesFolder+"/"+string(change.id)+".md")
	}
	for _, other := range others {
		if other == change.came[0].path || slices.ContainsFunc(change.gone, func(t treeChange) bool { return t.path == other }) {
			continue
		}
		blob, err := blobAt(v.s.Git, f.Tree, other)
		if err != nil {
			return v.unreadable(f, other, err)
		}
		if blob != "" {
			v.recordProblem(f, change.id, other, "record.twice", "%s has a second file, %s", change.id, change.came[0].path)
		}
	}
	return nil
}

func (v *verifier) readRecord(f seen, id memfile.ID, t treeChange) (memfile.Candidate, bool, error) {
	data, err := v.s.BlobData(t.after)
	if err != nil {
		return memfile.Candidate{}, false, v.unreadable(f, t.path, err)
	}
	file, err := memfile.ParseCandidate(t.path, data)
	if err != nil {
		v.recordProblem(f, id, t.path, "record.invalid", "it is no candidate: %v", err)
		return memfile.Candidate{}, false, nil
	}
	c := file.Candidate()
	if c.ID != id {
		v.recordProblem(f, id, t.path, "record.id", "it says that it is %s", c.ID)
		return c, false, nil
	}
	return c, true, nil
}

// checkOrigin makes sure that an operation kept what no operation changes.
func (v *verifier) checkOrigin(f seen, old, now *recordState) {
	if old == nil || old.assumed {
		return
	}
	id, _, _ := recordFile(now.path)
	if old.origin != now.origin {
		v.recordProblem(f, id, now.path, "record.origin", "scope, actor or time of creation differ from those that it was proposed with")
	}
	fills := f.message.Op == "settle" || f.message.Op == "detach"
	if old.source != now.source && !fills {
		v.recordProblem(f, id, now.path, "record.source", "its source differs from the one that it was proposed with")
	}
}
