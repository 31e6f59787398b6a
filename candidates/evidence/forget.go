package evidence

import (
	"context"
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Forgotten is what a forget did.
type Forgotten struct {
	Experiences []memfile.Experience
	// Rejected, Revocations and Superseded are the candidates that cited them,
	// see candidates.Withdrawal.
	Rejected, Revocations []memfile.Candidate
	Superseded            []memfile.ID
	Result                repo.Result
}

// Forget makes experiences support nothing any more. Their files stay for the
// record. Open candidates that cite them are rejected, and for each applied one
// a revocation waits for review, all in one commit; memory itself is not
// touched. If one of the ids cannot be forgotten, none is.
//
// Errors: candidates.ErrNotFound, *StateError for what is forgotten already,
// *candidates.UnsettledError where an operation on a citing candidate is
// unfinished or uncertain, and those of repo.Store.Run.
func (l *Ledger) Forget(ctx context.Context, ids []memfile.ID, actor candidates.Actor) (Forgotten, error) {
	var out Forgotten
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planForget(ids, actor)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

// PreviewForget says what Forget would do; it changes nothing.
func (l *Ledger) PreviewForget(ids []memfile.ID, actor candidates.Actor) (Forgotten, error) {
	_, out, err := l.planForget(ids, actor)
	return out, err
}

// ForgetSession forgets every experience of a session that is not forgotten
// yet, as Forget does. Where there is none it changes nothing, so that it can be
// repeated.
func (l *Ledger) ForgetSession(ctx context.Context, session string, actor candidates.Actor) (Forgotten, error) {
	var out Forgotten
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planForgetSession(session, actor)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

// PreviewForgetSession says what ForgetSession would do; it changes nothing.
func (l *Ledger) PreviewForgetSession(session string, actor candidates.Actor) (Forgotten, error) {
	_, out, err := l.planForgetSession(session, actor)
	return out, err
}

func (l *Ledger) planForgetSession(session string, actor candidates.Actor) (*repo.Operation, Forgotten, error) {
	r, err := l.reader()
	if err != nil {
		return nil, Forgotten{}, err
	}
	ids := r.linesOf(session, func(k knownLine) bool { return k.Status != memfile.StatusForgotten })
	if len(ids) == 0 {
		return nil, Forgotten{}, nil
	}
	return l.planForget(ids, actor)
}

func (l *Ledger) planForget(ids []memfile.ID, actor candidates.Actor) (*repo.Operation, Forgotten, error) {
	r, err := l.reader()
	if err != nil {
		return nil, Forgotten{}, err
	}
	recs, err := r.openAll(ids, Forget)
	if err != nil {
		return nil, Forgotten{}, err
	}
	if len(recs) == 0 {
		return nil, Forgotten{}, &candidates.FieldError{Field: "id", Reason: "nothing is named that could be forgotten"}
	}
	var out Forgotten
	var changes []repo.Change
	var forgotten []memfile.ID
	for _, rec := range recs {
		change, e, err := l.forget(rec)
		if err != nil {
			return nil, Forgotten{}, fmt.Errorf("%s: %w", rec.ID, err)
		}
		forgotten, changes, out.Experiences = append(forgotten, rec.ID), append(changes, change), append(out.Experiences, e)
	}
	w, err := l.Desk.PlanWithdrawal(forgotten, r.current, actor)
	if err != nil {
		return nil, Forgotten{}, err
	}
	out.Rejected, out.Revocations, out.Superseded = w.Rejected, w.Revocations, w.Superseded
	op := decision("forget", actor, out.Experiences, append(changes, w.Changes...))
	op.Message.IDs = append(op.Message.IDs, w.IDs()...)
	op.Message.Paragraphs = consequences(out)
	return op, out, nil
}

// forget takes an experience out of use, and a credential that a person saved
// in it out of its file.
func (l *Ledger) forget(rec opened) (repo.Change, memfile.Experience, error) {
	e, cleaned := withoutSecrets(rec.Experience)
	e.Status, e.Updated = rec.next.Status, l.now()
	text, err := rec.File.Update(e)
	if cleaned {
		text, err = memfile.FormatExperience(e), e.Check() // a comment could hold it too
	}
	change := replaced(rec.Record, text)
	change.Wipe = cleaned
	return change, e, err
}

// current tells whether an experience supports something.
func (r *reader) current(id memfile.ID) bool {
	line, ok := r.line(id)
	return ok && line.Status != memfile.StatusForgotten
}

// consequences say in the commit what the forgetting did.
func consequences(f Forgotten) []string {
	var out []string
	for _, c := range f.Rejected {
		out = append(out, "rejects "+string(c.ID)+", which cites it")
	}
	for _, c := range f.Revocations {
		out = append(out, "proposes in "+string(c.ID)+" to take back what it supported")
	}
	return out
}
