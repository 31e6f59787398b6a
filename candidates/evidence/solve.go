package evidence

import (
	"context"
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Solve says how an unresolved issue was solved; it becomes a problem, which
// can support memory. A held one stays held.
func (l *Ledger) Solve(ctx context.Context, id memfile.ID, resolution string, actor candidates.Actor) (Outcome, error) {
	var out Outcome
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planSolve(id, resolution, actor)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

func (l *Ledger) planSolve(id memfile.ID, resolution string, actor candidates.Actor) (*repo.Operation, Outcome, error) {
	r, err := l.reader()
	if err != nil {
		return nil, Outcome{}, err
	}
	rec, err := r.open(id, Solve)
	out := Outcome{Experience: rec.Experience, Path: rec.Path}
	if err != nil {
		return nil, out, err
	}
	e := rec.Experience
	if e.Kind, e.Status, e.Resolution = memfile.KindProblem, rec.next.Status, plain(resolution); e.Resolution == "" {
		return nil, out, &candidates.FieldError{Field: "resolution", Reason: "it is blank; say how it was solved"}
	}
	change, e, err := l.change(rec.Record, e, actor)
	if err != nil {
		return nil, out, fmt.Errorf("%s: %w", rec.ID, err)
	}
	out.Experience = e
	return decision("solve", actor, []memfile.Experience{e}, []repo.Change{change}), out, nil
}
