package cmd

import (
	"sync"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/index"
	"gitmem/index/search"
	"gitmem/repo"
)

// indexOf is the index of a store. Nothing is read before it is asked, and a
// dry run leaves it as it is.
func (a *app) indexOf(s *repo.Store) *index.Index {
	return index.Open(s, index.Options{
		Notify: a.notice, Progress: a.progress("indexing " + s.Scope + " experiences"), ReadOnly: a.globals.dryRun,
		Probe: failpoint(a.getenv),
	})
}

// shelves are stores with their indexes, and what lets go of these.
func (a *app) shelves(desks []*candidates.Desk) (list []search.Shelf, done func()) {
	var open []*index.Index
	for _, d := range desks {
		ix := a.indexOf(d.Store)
		open = append(open, ix)
		list = append(list, search.Shelf{Store: d.Store, Index: ix, Vouched: vouched(d)})
	}
	return list, func() {
		for _, ix := range open {
			_ = ix.Close() // only read
		}
	}
}

// vouched tells of which files of experiences agents may be told: none where
// the history cannot be read. It is read when the first is asked about.
func vouched(d *candidates.Desk) func(path string) bool {
	look := sync.OnceValue(func() func(string) bool {
		tells, err := evidence.Open(d).Vouched()
		if err != nil {
			return func(string) bool { return false }
		}
		return tells
	})
	return func(path string) bool { return look()(path) }
}
