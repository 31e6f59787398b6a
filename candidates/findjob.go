package candidates

import (
	"fmt"
	"slices"

	"gitmem/candidates/known"
	"gitmem/memfile"
)

// FindSettledJob resolves the id of a settled job, or a unique beginning of
// one. Errors: ErrNotFound, *AmbiguousError.
func (d *Desk) FindSettledJob(prefix string) (memfile.Job, error) {
	lines, err := d.knownJobs()
	if err != nil {
		return memfile.Job{}, err
	}
	var found []knownJob
	if prefix != "" {
		lines.Visit(prefix, func(l known.Line) {
			if k, ok := readKnownJob(l); ok {
				found = append(found, k)
			}
		})
	}
	switch len(found) {
	case 0:
		return memfile.Job{}, fmt.Errorf("%s: %w", prefix, ErrNotFound)
	case 1:
		return d.jobAt(found[0])
	}
	ids := make([]memfile.ID, len(found))
	for i, k := range found {
		ids[i] = k.ID
	}
	slices.Sort(ids)
	return memfile.Job{}, &AmbiguousError{Prefix: prefix, IDs: ids}
}

// WasSettled gives what tells of a job whether an operation up to now has
// settled it.
func (d *Desk) WasSettled() (func(id memfile.ID) bool, error) {
	lines, err := d.knownJobs()
	return func(id memfile.ID) bool {
		_, ok := lines.One(id)
		return ok
	}, err
}
