package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// desks are those that a command looks at: the store that belongs here and the
// global one, or the one that --store or --global names. A global store that
// cannot be opened does not stop work on the other.
func (a *app) desks() ([]*candidates.Desk, error) {
	here, err := a.desk()
	if a.globals.store != "" || a.globals.global {
		return one(here), err
	}
	if err != nil && !errors.Is(err, repo.ErrNoStore) {
		return nil, err
	}
	if here != nil && here.Store.Scope == memfile.ScopeGlobal || !a.hasGlobal() {
		return one(here), err
	}
	global, globalErr := a.deskOf(memfile.ScopeGlobal)
	switch {
	case here == nil:
		return one(global), globalErr
	case globalErr != nil:
		a.notice("global memory is left out: " + firstLine(globalErr.Error()))
		return one(here), nil
	}
	return []*candidates.Desk{here, global}, nil
}

func one(d *candidates.Desk) []*candidates.Desk {
	if d == nil {
		return nil
	}
	return []*candidates.Desk{d}
}

func (a *app) hasGlobal() bool {
	_, err := os.Lstat(filepath.Join(a.env.GlobalRoot(), repo.StoreFileName))
	return !errors.Is(err, fs.ErrNotExist)
}

// placed is a candidate and the desk on which it lies.
type placed struct {
	desk *candidates.Desk
	candidates.Record
}

// wholeID is the length of an id that is not shortened.
const wholeID = 17

// find resolves an id, or a unique beginning of one, on the desks at hand.
func (a *app) find(id string) (placed, error) {
	if strings.HasPrefix(id, string(memfile.KindExperience)) {
		return placed{}, &kindError{id: id, is: "an experience", takes: "a candidate", hint: "`gitmem learn help` lists what is done with experiences"}
	}
	return findOn(a, id, func(d *candidates.Desk) (placed, memfile.ID, error) {
		rec, err := d.Find(id)
		return placed{d, rec}, rec.ID, err
	})
}

// findOn looks for an id on each desk at hand. One that is not shortened is
// looked for no further.
func findOn[T any](a *app, id string, find func(*candidates.Desk) (T, memfile.ID, error)) (T, error) {
	var found []T
	var ids []memfile.ID
	var none T
	desks, err := a.desks()
	if err != nil {
		return none, err
	}
	var missing error
	for _, d := range desks {
		one, whole, err := find(d)
		if errors.Is(err, candidates.ErrNotFound) {
			missing = err
			continue
		}
		if err != nil {
			return none, err
		}
		found, ids = append(found, one), append(ids, whole)
		if len(id) == wholeID {
			break
		}
	}
	switch len(found) {
	case 0:
		return none, missing
	case 1:
		return found[0], nil
	}
	return none, &candidates.AmbiguousError{Prefix: id, IDs: ids}
}

// kindError says that an id names something else than a command takes.
type kindError struct{ id, is, takes, hint string }

func (e *kindError) Error() string { return e.id + ": it is " + e.is + ", and this takes " + e.takes }

// findAll resolves several ids before anything is done about the first.
func (a *app) findAll(ids []string) ([]placed, error) {
	var all []placed
	named := map[memfile.ID]bool{}
	for _, id := range ids {
		p, err := a.find(id)
		if err != nil {
			return nil, err
		}
		if !named[p.ID] {
			named[p.ID] = true
			all = append(all, p)
		}
	}
	return all, nil
}
