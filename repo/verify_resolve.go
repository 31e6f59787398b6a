package repo

import (
	"slices"
	"strings"

	"gitmem/memfile"
)

// resolveWord is the operation by which a person ends an interrupted one.
const resolveWord = "resolve"

// answerPrefix is how the record of a candidate says what a person kept.
const answerPrefix = "resolved by a person: kept "

// compareStood checks what a resolve found. What it replaces is in the commit
// before it: one that keeps what stood there, or a person's own. What it leaves
// standing need not have been committed.
func (v *verifier) compareStood(ch *chain, f seen, p memfile.PathChange, found string) error {
	l, known := ch.link(p.Path)
	switch {
	case f.first, p.Before == p.After, takesAlong(f, p, found):
		return nil
	case found != p.Before:
		v.problem(f, p.Path, "chain.parent", "the operation says that it found %s, and the commit before it holds %s", orAbsent(p.Before), orAbsent(found))
		return nil
	case known && p.Before == l.blob || len(f.Parents) == 0:
		return nil
	}
	parent, err := v.s.Git.Commit(f.Parents[0])
	if err != nil {
		return err
	}
	stood, keeps := standingBefore(parent.Author.Name, parent.Author.Email, parent.Message)
	switch {
	case keeps && stood == (stoodBefore{path: p.Path, operation: f.message.Operation}):
	case !keeps && slices.Contains(l.hands, parent.Hash.String()):
	default:
		v.problem(f, p.Path, "chain.parent", "the operation says that it found %s, which neither an operation nor a person nor the commit before it says to have stood there",
			orAbsent(p.Before))
	}
	return nil
}

// checkAnswer compares what the record of a candidate says that a person kept
// with the bytes that a resolve left, and with the state that follows.
func (v *verifier) checkAnswer(f seen, c memfile.Candidate, old *recordState, file string) {
	if f.message.Op != resolveWord || f.first {
		return
	}
	p, ok := residentChange(f.message)
	if !ok {
		v.recordProblem(f, c.ID, file, "record.resolved", "the operation that resolved it names no %s", ResidentPath)
		return
	}
	own := ownEffect(c, f.message.Operation)
	left, known := f.left[ResidentPath]
	if known && own != nil && own.File.Before != left {
		v.recordProblem(f, c.ID, file, "record.file", "it says that the file was %s, and the operation before left %s", orAbsent(own.File.Before), orAbsent(left))
		return
	}
	isAfter, isBefore := own != nil && p.After == own.File.After, known && p.After == left
	if own != nil {
		isBefore = p.After == own.File.Before
	}
	if !answerFits(c, p, isAfter, isBefore || !known && own == nil) {
		v.recordProblem(f, c.ID, file, "record.resolved", "it says %q, and that is not what the operation left, %s", c.Diagnostic, orAbsent(p.After))
		return
	}
	if answer := answerOf(c); old == nil || !old.assumed {
		v.checkResolvedStatus(f, c, old, file, stands{
			after:  answer == KeepAfter || answer == KeepCurrent && isAfter,
			before: answer == KeepBefore || answer == KeepCurrent && isBefore,
		})
	}
}

// answerOf is what a record says that a person kept, empty where it does not.
func answerOf(c memfile.Candidate) Keep {
	answer, ok := strings.CutPrefix(c.Diagnostic, answerPrefix)
	if !ok {
		return ""
	}
	return Keep(answer)
}

func answerFits(c memfile.Candidate, p memfile.PathChange, isAfter, isBefore bool) bool {
	switch answerOf(c) {
	case KeepCurrent:
		return p.Before == p.After
	case KeepAfter:
		return isAfter
	case KeepBefore:
		return isBefore
	}
	return false
}

// residentChange is what an operation says that it did to the resident file.
func residentChange(m memfile.Message) (memfile.PathChange, bool) {
	at := slices.IndexFunc(m.Paths, func(p memfile.PathChange) bool { return p.Path == ResidentPath })
	if at < 0 {
		return memfile.PathChange{}, false
	}
	return m.Paths[at], true
}

// stands says what of an interrupted operation stands after a resolve.
type stands struct{ before, after bool }

// checkResolvedStatus compares the state with what then stands in the file.
func (v *verifier) checkResolvedStatus(f seen, c memfile.Candidate, old *recordState, file string, what stands) {
	want := memfile.StatusFailed
	switch undo := old != nil && old.status == memfile.StatusApplied; {
	case what.after && undo:
		want = memfile.StatusUndone
	case what.after, what.before && undo:
		want = memfile.StatusApplied
	}
	if c.Status != want {
		v.recordProblem(f, c.ID, file, "record.status", "it is %s after the operation resolve, and by what was kept it is %s", c.Status, want)
	}
}

// ownEffect is what a record says that one operation did.
func ownEffect(c memfile.Candidate, operation memfile.ID) *memfile.Effect {
	for _, e := range []*memfile.Effect{c.Effect, c.Undo} {
		if e != nil && e.Operation == operation {
			return e
		}
	}
	return nil
}

// replayResolve makes sure that a resolve names what it ends, and that what was
// kept as the result of the interrupted operation is what the records explain.
func (v *verifier) replayResolve(f seen, recorded []memfile.Candidate) error {
	if f.first {
		return nil
	}
	p, ok := residentChange(f.message)
	if !ok {
		if !v.changesRecord(f) {
			v.problem(f, "", "operation.resolve", "a resolve names the record that it ends, and its commit changes none that it names")
		}
		return nil
	}
	left, known := f.left[ResidentPath]
	keptAfter := slices.ContainsFunc(recorded, func(c memfile.Candidate) bool { return answerOf(c) == KeepAfter })
	if !known || len(recorded) > 0 && !keptAfter {
		return nil
	}
	before, err := v.former(f, left)
	if err != nil || before == nil {
		return err
	}
	after, err := v.resident(f, p.After)
	if err != nil || after == nil {
		return err
	}
	switch {
	case len(recorded) == 0:
		v.checkLayoutOnly(f, before, after)
	case recorded[0].Status == memfile.StatusUndone:
		return v.replayUndo(f, before, after, recorded)
	default:
		v.explainAdopt(f, before, after, recorded)
	}
	return nil
}

// changesRecord is true where a commit changes a record that it names.
func (v *verifier) changesRecord(f seen) bool {
	return slices.ContainsFunc(f.changes, func(t treeChange) bool {
		return !watched(t.path) && concerns(f.message, t.path)
	})
}

// checkLayoutOnly: only an interrupted edit of headings, comments and blank
// lines has no record that its resolve could name.
func (v *verifier) checkLayoutOnly(f seen, before, after *memfile.Resident) {
	texts := func(r *memfile.Resident) []string {
		var out []string
		for _, b := range r.Blocks() {
			if b.Kind == memfile.Entry || b.Kind == memfile.Paragraph || b.Kind == memfile.Fence {
				out = append(out, b.Text)
			}
		}
		slices.Sort(out)
		return out
	}
	if !slices.Equal(texts(before), texts(after)) {
		v.problem(f, ResidentPath, "operation.resolve", "a resolve names the record that it ends, and the commit of this one changes none that it names")
	}
}

// stoodBefore is what the commit before a resolve says: which path it keeps,
// and for the end of which operation.
type stoodBefore struct {
	path      string
	operation memfile.ID
}

// standingBefore reads the commit that keeps what stood at a path before a
// resolve replaced it. It is a part of that resolve and no edit of a person;
// whoever asks makes sure that it is the parent of one of the same operation.
func standingBefore(author, email, message string) (stoodBefore, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(message, "\n"), "What stood at ")
	rest, ends := strings.CutSuffix(rest, " was resolved")
	at := strings.LastIndex(rest, " when operation ")
	if !ok || !ends || at < 0 || author != "gitmem" || email != "system@gitmem.invalid" {
		return stoodBefore{}, false
	}
	id, err := memfile.ParseID(rest[at+len(" when operation "):])
	if err != nil || id.Kind() != memfile.KindOperation {
		return stoodBefore{}, false
	}
	return stoodBefore{path: rest[:at], operation: id}, true
}
