package repo

import (
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// recordState is the record of a candidate as the newest operation left it.
type recordState struct {
	path    string
	blob    gitdir.Hash
	origin  EntryDigest // of what never changes
	source  EntryDigest
	settled bool
	assumed bool // from the beginning of a shallow history
	atHead  bool // found there as it was left
}

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

// recordChange is what a commit did to the record of one candidate.
type recordChange struct {
	id   memfile.ID
	gone []string // paths that it took away
	came []treeChange
}

// checkRecords checks every candidate whose record a commit changed, and gives
// those that can be read in the order in which the operation names them.
func (v *verifier) checkRecords(f seen) ([]memfile.Candidate, error) {
	changes := recordChanges(f.changes)
	var out []memfile.Candidate
	for _, id := range f.message.IDs {
		if id.Kind() != memfile.KindCandidate {
			continue
		}
		change, ok := changes[id]
		if !ok && !f.first {
			change, ok = v.takenAlong(f, id)
		}
		if !ok {
			if !f.first {
				v.recordProblem(f, id, "", "record.unchanged", "the operation names %s, and its commit does not change the record of it", id)
			}
			continue
		}
		delete(changes, id)
		c, ok, err := v.checkRecord(f, change)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, c)
		}
	}
	return out, nil // what is left in changes was reported as out of scope
}

func recordChanges(list []treeChange) map[memfile.ID]recordChange {
	out := map[memfile.ID]recordChange{}
	for _, t := range list {
		id, _, ok := candidateFile(t.path)
		if !ok {
			continue
		}
		c := out[id]
		c.id = id
		if t.after == "" {
			c.gone = append(c.gone, t.path)
		} else {
			c.came = append(c.came, t)
		}
		out[id] = c
	}
	return out
}

// takenAlong finds the record in the commit by hand that the operation names:
// a person's commit that took the files of an interrupted operation along.
func (v *verifier) takenAlong(f seen, id memfile.ID) (recordChange, bool) {
	if f.message.Commit == "" {
		return recordChange{}, false
	}
	view, err := v.s.At(f.message.Commit)
	if err != nil {
		return recordChange{}, false
	}
	parent, err := v.s.parentView(f.message.Commit)
	if err != nil {
		return recordChange{}, false
	}
	var list []treeChange
	err = view.Changed(parent, candidatesFolder, func(file, before, after string) error {
		list = append(list, treeChange{path: file, before: before, after: after})
		return nil
	})
	change, ok := recordChanges(list)[id]
	return change, ok && err == nil
}

// checkRecord checks the record of one candidate after an operation on it, and
// remembers it.
func (v *verifier) checkRecord(f seen, change recordChange) (memfile.Candidate, bool, error) {
	id := change.id
	if len(change.came) == 0 {
		delete(v.records, id)
		v.recordProblem(f, id, change.gone[0], "record.deleted", "the operation took the record away")
		return memfile.Candidate{}, false, nil
	}
	came := change.came[0]
	if err := v.checkSingle(f, change); err != nil {
		return memfile.Candidate{}, false, err
	}
	c, ok, err := v.readRecord(f, id, came)
	if err != nil {
		return c, false, err
	}
	now := &recordState{path: came.path, blob: plumbing.NewHash(came.after), settled: memfile.Settled(c.Status)}
	if ok {
		now.origin, now.source = originOf(c), sourceOf(c)
		v.checkStatus(f, c, came.path)
		v.checkOrigin(f, v.records[id], now)
	}
	v.records[id] = now
	return c, ok, nil
}

// checkSingle makes sure that a candidate has one file.
func (v *verifier) checkSingle(f seen, change recordChange) error {
	others := make([]string, 0, 2)
	for _, t := range change.came[1:] {
		others = append(others, t.path)
	}
	if old := v.records[change.id]; old != nil {
		others = append(others, old.path)
	} else {
		others = append(others, candidatesFolder+"/"+string(change.id)+".md")
	}
	for _, other := range others {
		if other == change.came[0].path || slices.Contains(change.gone, other) {
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

func originOf(c memfile.Candidate) EntryDigest {
	return DigestEntry(strings.Join([]string{c.Kind, c.Scope, c.Actor, c.Created.UTC().String()}, "\x00"))
}

func sourceOf(c memfile.Candidate) EntryDigest {
	return DigestEntry(strings.Join([]string{c.Source.Agent, c.Source.Session, c.Source.Message, c.Source.Client, c.Source.Connection}, "\x00"))
}

// isAsLeft says whether a file is what the newest operation left there.
func (v *verifier) isAsLeft(id memfile.ID, t treeChange) bool {
	r := v.records[id]
	if r == nil || r.path != t.path {
		return r != nil && t.after == ""
	}
	return t.after == hexOf(r.blob)
}
