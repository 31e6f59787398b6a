package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

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
	desks, err := a.desks()
	if err != nil {
		return placed{}, err
	}
	var found []placed
	missing := error(nil)
	for _, d := range desks {
		rec, err := d.Find(id)
		switch {
		case err == nil:
			found = append(found, placed{d, rec})
		case !errors.Is(err, candidates.ErrNotFound):
			return placed{}, err
		default:
			missing = err
		}
		if err == nil && len(id) == wholeID {
			break
		}
	}
	if len(found) == 0 {
		return placed{}, missing
	}
	if len(found) > 1 {
		return placed{}, &candidates.AmbiguousError{Prefix: id, IDs: []memfile.ID{found[0].ID, found[1].ID}}
	}
	return found[0], nil
}

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
