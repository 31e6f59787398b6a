package repo

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// becomes is what an operation may make of an experience.
type becomes struct{ from, to []string }

// experienceSteps are the operations on experiences; "" is none. The words that
// are not listed leave one in any state.
var experienceSteps = map[string]becomes{
	"record":  {[]string{""}, []string{memfile.StatusHeld, memfile.StatusActive}},
	"confirm": {[]string{memfile.StatusHeld}, []string{memfile.StatusActive}},
	"solve":   {[]string{memfile.StatusHeld, memfile.StatusActive}, []string{memfile.StatusHeld, memfile.StatusActive}},
	"promote": {[]string{memfile.StatusActive}, []string{memfile.StatusPromoted}},
	"forget":  {[]string{memfile.StatusHeld, memfile.StatusActive, memfile.StatusPromoted}, []string{memfile.StatusForgotten}},
}

// checkExperience checks the record of one experience after an operation on it,
// and remembers it.
func (v *verifier) checkExperience(ch *chain, f seen, change recordChange) (memfile.Experience, bool, error) {
	came, old, ok, err := v.found(ch, f, change)
	if err != nil || !ok {
		return memfile.Experience{}, false, err
	}
	now := &recordState{path: came.path, blob: plumbing.NewHash(came.after), place: f.place}
	e, ok, err := v.readExperience(f, change.id, came)
	if err != nil {
		return e, false, err
	}
	if ok {
		now = experienceState(e, *now)
		v.checkPlace(f, change.id, old, now)
		if old == nil || !old.assumed {
			v.checkStep(f, change.id, old, now)
			v.checkExperienceOrigin(f, change.id, old, now)
		}
		if err := v.checkDetach(f, change.id, came); err != nil {
			return e, false, err
		}
	}
	ch.records[change.id] = now
	delete(ch.touched, change.id)
	return e, ok, nil
}

func (v *verifier) readExperience(f seen, id memfile.ID, t treeChange) (memfile.Experience, bool, error) {
	data, err := v.s.BlobData(t.after)
	if err != nil {
		return memfile.Experience{}, false, v.unreadable(f, t.path, err)
	}
	file, err := memfile.ParseExperience(t.path, data)
	if err != nil {
		v.recordProblem(f, id, t.path, "record.invalid", "it is no experience: %v", err)
		return memfile.Experience{}, false, nil
	}
	e := file.Experience()
	if e.ID != id {
		v.recordProblem(f, id, t.path, "record.id", "it says that it is %s", e.ID)
		return e, false, nil
	}
	return e, true, nil
}

// experienceState is what is kept of an experience that was read.
func experienceState(e memfile.Experience, r recordState) *recordState {
	r.status, r.kind, r.settled, r.assumed = e.Status, e.Kind, e.Status == memfile.StatusForgotten, false
	r.origin = DigestEntry(fmt.Sprintf("%d\x00%s\x00%#v", e.Confidence, e.Created.UTC(), e.Evidence))
	r.source = DigestEntry(fmt.Sprintf("%#v", e.Source))
	return &r
}

// checkPlace: an experience and a settled job lie in the folder of a day and are
// never moved.
func (v *verifier) checkPlace(f seen, id memfile.ID, old, now *recordState) {
	root, _, _ := strings.Cut(now.path, "/")
	day := strings.TrimPrefix(path.Dir(now.path), root+"/")
	if at, err := time.Parse("2006/01/02", day); err != nil || at.Format("2006/01/02") != day {
		v.recordProblem(f, id, now.path, "record.place", "it does not lie in the folder of a day")
	}
	if old != nil && old.path != now.path {
		v.recordProblem(f, id, now.path, "record.place", "its place is %s", old.path)
	}
}

// checkStep compares what an operation made of an experience with what it may.
func (v *verifier) checkStep(f seen, id memfile.ID, old, now *recordState) {
	was, kind := "", now.kind
	if old != nil {
		was, kind = old.status, old.kind
	}
	allowed, known := experienceSteps[f.message.Op]
	if known && !slices.Contains(allowed.from, was) {
		v.recordProblem(f, id, now.path, "record.status", "it was %s before the operation %s", orNone(was), f.message.Op)
	}
	solves := f.message.Op == "solve"
	if known && !slices.Contains(allowed.to, now.status) || solves && was != now.status {
		v.recordProblem(f, id, now.path, "record.status", "it is %s after the operation %s", now.status, f.message.Op)
	}
	if solved := kind == memfile.KindUnresolvedIssue && now.kind == memfile.KindProblem; solves != solved || !solves && kind != now.kind {
		v.recordProblem(f, id, now.path, "record.kind", "its kind went from %s to %s with the operation %s", kind, now.kind, f.message.Op)
	}
}

func orNone(status string) string {
	if status == "" {
		return "not there"
	}
	return status
}

// checkExperienceOrigin makes sure that an operation kept what none changes.
func (v *verifier) checkExperienceOrigin(f seen, id memfile.ID, old, now *recordState) {
	if old == nil || f.message.Op == "purge" {
		return
	}
	if old.origin != now.origin {
		v.recordProblem(f, id, now.path, "record.origin", "confidence, evidence or time of creation differ from those that it was recorded with")
	}
	if old.source != now.source && f.message.Op != "detach" {
		v.recordProblem(f, id, now.path, "record.source", "its source differs from the one that it was recorded with")
	}
}

// checkEvidence reports a candidate that cites what can support no memory.
func (v *verifier) checkEvidence(ch *chain, f seen, c memfile.Candidate, file string) {
	for _, id := range c.Evidence {
		if e := v.known(ch.records[id]); e != nil && e.kind == memfile.KindUnresolvedIssue {
			v.recordProblem(f, c.ID, file, "record.evidence", "it cites %s, an unresolved issue, which supports no memory", id)
		}
	}
}

// checkPromoted makes sure that a promotion made a candidate that cites what it
// promoted.
func (v *verifier) checkPromoted(f seen, recorded []memfile.Candidate) {
	if f.message.Op != "promote" || f.first {
		return
	}
	for _, id := range f.message.IDs {
		cites := func(c memfile.Candidate) bool { return slices.Contains(c.Evidence, id) }
		if id.Kind() == memfile.KindExperience && !slices.ContainsFunc(recorded, cites) {
			v.recordProblem(f, id, "", "record.promoted", "the operation promoted %s, and none of its candidates cites it", id)
		}
	}
}
