package repo

import (
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// candidateFile takes the path of a memory candidate's record apart; day is
// empty for an open one. Other files, and skill candidates, are none.
func candidateFile(file string) (id memfile.ID, day string, ok bool) {
	rest, inside := strings.CutPrefix(file, candidatesFolder+"/")
	name, isMarkdown := strings.CutSuffix(path.Base(rest), ".md")
	if !inside || !isMarkdown {
		return "", "", false
	}
	id, err := memfile.ParseID(name)
	if err != nil || id.Kind() != memfile.KindCandidate {
		return "", "", false
	}
	if day = path.Dir(rest); day == "." {
		day = ""
	}
	return id, day, true
}

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
}

// checkRecords checks every candidate whose record a commit changed, and gives
// those that can be read in the order in which the operation names them.
func (v *verifier) checkRecords(ch *chain, f seen) ([]memfile.Candidate, error) {
	changes := recordChanges(f.Tree, f.changes)
	var out []memfile.Candidate
	for _, id := range f.message.IDs {
		if id.Kind() != memfile.KindCandidate {
			continue
		}
		change, ok := changes[id]
		if !ok && !f.first {
			change, ok = v.takenAlong(ch, f, id)
		}
		if !ok {
			if !f.first && !v.takenBefore(ch, f, id) {
				v.recordProblem(f, id, "", "record.unchanged", "the operation names %s, and its commit does not change the record of it", id)
			}
			continue
		}
		delete(changes, id)
		c, ok, err := v.checkRecord(ch, f, change)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, c)
		}
	}
	return out, nil // what is left in changes was reported as out of scope
}

// checkRecord checks the record of one candidate after an operation on it, and
// remembers it.
func (v *verifier) checkRecord(ch *chain, f seen, change recordChange) (memfile.Candidate, bool, error) {
	id := change.id
	old := v.known(ch.records[id])
	if len(change.came) == 0 {
		delete(ch.records, id)
		v.recordProblem(f, id, change.gone[0].path, "record.deleted", "the operation took the record away")
		return memfile.Candidate{}, false, nil
	}
	came := change.came[0]
	if err := v.checkSingle(f, change, old); err != nil {
		return memfile.Candidate{}, false, err
	}
	old, err := v.checkUntouched(ch, f, change, old)
	if err != nil {
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
		v.checkOrigin(f, old, now)
		v.checkTrailers(f, c, old, now)
		v.checkAnswer(f, c, old, came.path)
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
	} else {
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
	id, _, _ := candidateFile(now.path)
	if old.origin != now.origin {
		v.recordProblem(f, id, now.path, "record.origin", "scope, actor or time of creation differ from those that it was proposed with")
	}
	fills := f.message.Op == "settle" || f.message.Op == "detach"
	if old.source != now.source && !fills {
		v.recordProblem(f, id, now.path, "record.source", "its source differs from the one that it was proposed with")
	}
}
