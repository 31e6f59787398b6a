package watch

import (
	"slices"
	"time"
)

// patience is how many times the debounce a path that never gets quiet has to wait before it is read all the same.
const patience = 10

// quiet knows which paths were touched and when each has been left alone for long enough.
type quiet struct {
	debounce time.Duration
	touched  map[string]touch
}

type touch struct{ first, last time.Time }

func newQuiet(debounce time.Duration) *quiet {
	return &quiet{debounce: debounce, touched: map[string]touch{}}
}

func (q *quiet) touch(path string, now time.Time) {
	t, known := q.touched[path]
	if !known {
		t.first = now
	}
	t.last = now
	q.touched[path] = t
}

func (q *quiet) due(t touch) time.Time {
	due, latest := t.last.Add(q.debounce), t.first.Add(patience*q.debounce)
	if latest.Before(due) {
		return latest
	}
	return due
}

// take gives the paths that are due, in order, and forgets them.
func (q *quiet) take(now time.Time) []string {
	var paths []string
	for path, t := range q.touched {
		if !q.due(t).After(now) {
			paths = append(paths, path)
			delete(q.touched, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// next gives when the first path is due; false if none was touched.
func (q *quiet) next() (time.Time, bool) {
	var first time.Time
	for _, t := range q.touched {
		if due := q.due(t); first.IsZero() || due.Before(first) {
			first = due
		}
	}
	return first, len(q.touched) > 0
}
