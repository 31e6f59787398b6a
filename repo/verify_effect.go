package repo

import (
	"slices"

	"gitmem/memfile"
)

// checkStatus compares what a record says with the operation that wrote it.
func (v *verifier) checkStatus(f seen, c memfile.Candidate, file string) {
	if want := memfile.CandidatePath(c); want != file {
		v.recordProblem(f, c.ID, file, "record.place", "its place is %s", want)
	}
	allowed := statusAfter[f.message.Op]
	if allowed != nil && !slices.Contains(allowed, c.Status) {
		v.recordProblem(f, c.ID, file, "record.status", "it is %s after the operation %s", c.Status, f.message.Op)
		return
	}
	v.checkEffect(f, c, file)
}

// checkEffect compares the effects in a record with the trailers: of the
// operation that has it just now, and the existence of those before.
func (v *verifier) checkEffect(f seen, c memfile.Candidate, file string) {
	done := c.Status == memfile.StatusApplied || c.Status == memfile.StatusUndone
	if done && c.Effect == nil {
		v.recordProblem(f, c.ID, file, "record.effect", "it is %s and does not say what was done", c.Status)
		return
	}
	if c.Status == memfile.StatusUndone && c.Undo == nil {
		v.recordProblem(f, c.ID, file, "record.effect", "it is undone and does not say what was undone")
		return
	}
	var now *memfile.Effect
	switch {
	case f.message.Op == "undo":
		now = c.Undo
	case f.message.Op == "apply" || adopts(f.message.Op) && c.Status == memfile.StatusApplied:
		now = c.Effect
	}
	if now != nil {
		v.checkPresent(f, c.ID, file, now)
	}
	for _, e := range []*memfile.Effect{c.Effect, c.Undo} {
		if e != nil && e != now {
			v.checkFormer(f, c.ID, file, e)
		}
	}
}

// checkPresent compares the effect of the operation itself with its trailers.
func (v *verifier) checkPresent(f seen, id memfile.ID, file string, e *memfile.Effect) {
	if e.Operation != f.message.Operation {
		v.recordProblem(f, id, file, "record.operation", "it says that operation %s did this", e.Operation)
	}
	for _, p := range f.message.Paths {
		if p.Path != ResidentPath {
			continue
		}
		if e.File != (memfile.FileChange{Before: p.Before, After: p.After}) {
			v.recordProblem(f, id, file, "record.file", "it says that the file went from %s to %s, the operation from %s to %s",
				orAbsent(e.File.Before), orAbsent(e.File.After), orAbsent(p.Before), orAbsent(p.After))
		}
		return
	}
	v.recordProblem(f, id, file, "record.file", "it records an effect, and the operation names no %s", ResidentPath)
}

// checkFormer makes sure that an operation that a record names took place.
func (v *verifier) checkFormer(f seen, id memfile.ID, file string, e *memfile.Effect) {
	if _, ok := v.operations[e.Operation]; !ok && v.report.Complete {
		v.recordProblem(f, id, file, "record.operation", "it names operation %s, which has no commit before this one", e.Operation)
	}
}
