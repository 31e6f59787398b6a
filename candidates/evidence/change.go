package evidence

import (
	"errors"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// opened is an experience that is decided, and its state after that.
type opened struct {
	Record
	next State
}

// open reads the experience that is decided, as it stands on disk, and makes
// sure that the event is possible.
func (r *reader) open(id memfile.ID, event Event) (opened, error) {
	rec, err := r.find(string(id))
	if err != nil {
		return opened{Record: rec}, err
	}
	next, err := Next(StateOf(rec.Experience), event)
	var refused *TransitionError
	if errors.As(err, &refused) {
		return opened{Record: rec}, &StateError{ID: rec.ID, TransitionError: refused, Supports: r.supports(rec)}
	}
	return opened{rec, next}, r.ledger.asSeen(rec)
}

// openAll reads the experiences that are decided together, each once.
func (r *reader) openAll(ids []memfile.ID, event Event) ([]opened, error) {
	var recs []opened
	seen := map[memfile.ID]bool{}
	for _, id := range ids {
		rec, err := r.open(id, event)
		if err != nil {
			return nil, err
		}
		if !seen[rec.ID] {
			seen[rec.ID] = true
			recs = append(recs, rec)
		}
	}
	return recs, nil
}

// change makes the file of an experience say what has become of it. An edit by
// hand goes along, after the guard has looked at it.
func (l *Ledger) change(rec Record, e memfile.Experience, actor candidates.Actor) (repo.Change, memfile.Experience, error) {
	marks, err := scan(e, e.Evidence, actor.Kind)
	if err != nil {
		return repo.Change{}, e, err
	}
	e.Guard, e.Updated = marks, l.now()
	text, err := rec.File.Update(e)
	if err != nil {
		return repo.Change{}, e, err
	}
	return replaced(rec, text), e, nil
}

// replaced puts another text in the place of a file. What this operation read
// and validated is what it expects to find.
func replaced(rec Record, text []byte) repo.Change {
	return repo.Change{Path: rec.Path, Before: repo.Of(rec.File.Bytes()), After: repo.Of(text), Edited: rec.Edited}
}

// decision is the operation of a person on experiences.
func decision(op string, actor candidates.Actor, es []memfile.Experience, changes []repo.Change) *repo.Operation {
	o := operation(op, actor, es...)
	o.Changes, o.Decision = changes, actor.Person()
	for _, c := range changes {
		o.Message.Edited = o.Message.Edited || c.Edited
	}
	return o
}
