package candidates

import (
	"fmt"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// FindUncertain resolves the id of an uncertain operation, or of a candidate
// that it belongs to, or a unique beginning of one.
func (d *Desk) FindUncertain(prefix string) (memfile.ID, repo.Standing, error) {
	if prefix == "" {
		return "", repo.Standing{}, fmt.Errorf("an empty id: %w", repo.ErrNotUncertain)
	}
	ops, err := d.Store.Pending()
	if err != nil {
		return "", repo.Standing{}, err
	}
	var hits []memfile.ID
	for _, op := range ops {
		if op.State == repo.Uncertain && names(op, prefix) {
			hits = append(hits, op.Operation)
		}
	}
	switch {
	case len(hits) == 0:
		return "", repo.Standing{}, fmt.Errorf("%s: no uncertain operation has this id: %w", prefix, repo.ErrNotUncertain)
	case len(hits) > 1:
		return "", repo.Standing{}, &AmbiguousError{Prefix: prefix, IDs: hits}
	}
	at, err := d.Store.Standing(hits[0])
	return hits[0], at, err
}

func names(op repo.PendingOp, prefix string) bool {
	for _, id := range append([]memfile.ID{op.Operation}, op.IDs...) {
		if strings.HasPrefix(string(id), prefix) {
			return true
		}
	}
	return false
}

// ResolveDiff is what keeping an answer would change in the working file.
func ResolveDiff(at repo.Standing, keep repo.Keep) string {
	to := map[repo.Keep]repo.Bytes{repo.KeepCurrent: at.Current, repo.KeepBefore: at.Before, repo.KeepAfter: at.After}[keep]
	return Unified("a/"+at.Path, "b/"+at.Path, shown(at.Current.Data), shown(to.Data))
}

// atStake is a candidate that so far exists in the commit of an unsettled
// operation alone: it was made and applied in one step.
func (r *reader) atStake(id memfile.ID) (Record, error) {
	op, ok := r.pending[id]
	if !ok {
		return Record{}, unknown(string(id))
	}
	pinned, err := r.desk.Store.Pinned(op.Operation)
	if err != nil {
		return Record{}, err
	}
	data, ok, err := r.desk.recorded(pinned, id)
	if err == nil && !ok {
		err = unknown(string(id))
	}
	if err != nil {
		return Record{}, err
	}
	file, err := memfile.ParseCandidate(openPath(id), data)
	if err != nil {
		return Record{}, err
	}
	rec := Record{Candidate: file.Candidate(), Path: openPath(id), File: file, State: r.overlay(file.Candidate())}
	rec.Effect = nil
	return rec, nil
}

// unknown is the error of an id that nothing has.
func unknown(prefix string) error { return fmt.Errorf("%s: %w", prefix, ErrNotFound) }
