package jobs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gitmem/memfile"
)

// Get gives a job by its whole id. The error is ErrNotFound where the queue
// has none, a Bad where its file is damaged.
func (q *Queue) Get(id memfile.ID) (Job, error) {
	there, err := q.present()
	if err == nil && !there {
		err = fmt.Errorf("%s: %w", id, ErrNotFound)
	}
	if err != nil {
		return Job{}, err
	}
	if _, err := memfile.ParseID(string(id)); err != nil {
		return Job{}, err
	}
	return q.read(id)
}

// Find gives a job by its id or a unique beginning of it. The error is
// ErrNotFound, an *AmbiguousError, or a Bad.
func (q *Queue) Find(prefix string) (Job, error) {
	ids, _, err := q.names()
	if err != nil {
		return Job{}, err
	}
	ids = slices.DeleteFunc(ids, func(id memfile.ID) bool { return prefix == "" || !strings.HasPrefix(string(id), prefix) })
	switch len(ids) {
	case 0:
		return Job{}, fmt.Errorf("%s: %w", text(prefix), ErrNotFound)
	case 1:
		return q.read(ids[0])
	}
	slices.Sort(ids)
	return Job{}, &AmbiguousError{Prefix: prefix, IDs: ids}
}

// List gives all jobs in the order in which they are claimed, and the files
// that hold none. It reads every file of the queue.
func (q *Queue) List() ([]Job, []Bad, error) {
	ids, bad, err := q.names()
	if err != nil {
		return nil, nil, err
	}
	list := make([]Job, 0, len(ids))
	for _, id := range ids {
		j, err := q.read(id)
		var damaged Bad
		switch {
		case err == nil:
			list = append(list, j)
		case errors.As(err, &damaged):
			bad = append(bad, damaged)
		case !errors.Is(err, ErrNotFound): // else it was settled meanwhile
			return nil, nil, err
		}
	}
	slices.SortFunc(list, before)
	return list, bad, nil
}
