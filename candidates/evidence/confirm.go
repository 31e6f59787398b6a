package evidence

import (
	"context"
	"fmt"
	"slices"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Confirmed is what a confirm made active.
type Confirmed struct {
	Experiences []memfile.Experience
	Result      repo.Result
}

// Confirm makes held experiences active: those of the ids, and where a session
// is given all that are held of it, in one commit. If one of the ids is not
// held, none is confirmed.
func (l *Ledger) Confirm(ctx context.Context, ids []memfile.ID, session string, actor candidates.Actor) (Confirmed, error) {
	var out Confirmed
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, es, err := l.planConfirm(ids, session, actor)
		out.Experiences = es
		return op, err
	})
	out.Result = result
	return out, err
}

func (l *Ledger) planConfirm(ids []memfile.ID, session string, actor candidates.Actor) (*repo.Operation, []memfile.Experience, error) {
	r, err := l.reader()
	if err != nil {
		return nil, nil, err
	}
	held := r.heldOf(session)
	if session != "" && len(held) == 0 {
		return nil, nil, fmt.Errorf("nothing is held of the session %s: %w", session, candidates.ErrNotFound)
	}
	recs, err := r.openAll(slices.Concat(ids, held), Confirm)
	if err != nil {
		return nil, nil, err
	}
	var changes []repo.Change
	var es []memfile.Experience
	for _, rec := range recs {
		e := rec.Experience
		e.Status = rec.next.Status
		change, e, err := l.change(rec.Record, e, actor)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", rec.ID, err)
		}
		changes, es = append(changes, change), append(es, e)
	}
	if len(es) == 0 {
		return nil, nil, &candidates.FieldError{Field: "id", Reason: "nothing is named that could be confirmed"}
	}
	return decision("confirm", actor, es, changes), es, nil
}

// heldOf are the held experiences of a session, none for an empty one.
func (r *reader) heldOf(session string) []memfile.ID {
	return r.linesOf(session, func(k knownLine) bool { return k.Status == memfile.StatusHeld })
}

// ofSession are all experiences of a session, those that are forgotten too.
func (r *reader) ofSession(session string) []memfile.ID {
	return r.linesOf(session, func(knownLine) bool { return true })
}

func (r *reader) linesOf(session string, wanted func(knownLine) bool) []memfile.ID {
	var ids []memfile.ID
	if session == "" {
		return nil
	}
	r.lines.visit("", func(k knownLine) {
		if k.Session == digestWord(session) && wanted(k) {
			ids = append(ids, k.ID)
		}
	})
	slices.Sort(ids)
	return ids
}
