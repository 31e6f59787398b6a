package cmd

import (
	"context"
	"errors"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/index/retrieve"
	"gitmem/index/search"
	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/config"
)

// givers are the stores that a context is made from.
type givers struct {
	project, global *retrieve.Scope
	others          []*retrieve.Scope
	// keeper keeps the receipt: the project's store, else the global one. Nil
	// where nothing may be handed out.
	keeper   *repo.Store
	learning config.Learning // of the settings there
	resident bool            // by the settings, the resident files may be handed out
	done     func()          // lets go of the indexes
}

// givers opens the stores that belong here. Of a foreign store nothing is
// handed out before a person trusted it. It is an error if there is no store.
func (a *app) givers(ctx context.Context) (givers, error) {
	desks, foreign, err := a.giving()
	g := givers{done: func() {}}
	if err != nil || len(desks) == 0 {
		if foreign {
			err = nil
		}
		return g, err
	}
	settings, err := a.loadSettings(desks[0].Store.Root, desks[0].Store.ID)
	if err != nil {
		return g, err
	}
	g.keeper, g.learning, g.resident = desks[0].Store, settings.Learning, settings.Memory.Resident
	if g.learning.Uses() && g.learning.Retrieval.OtherProjects == "on" {
		desks = append(desks, a.otherProjects(desks)...)
	}
	shelves, done := a.shelves(desks)
	g.done = done
	for i, d := range desks {
		scope, err := a.giver(ctx, d, shelves[i])
		switch {
		case err != nil:
			return g, err
		case d.Store.Scope == memfile.ScopeGlobal:
			g.global = scope
		case i == 0:
			g.project = scope
		default:
			g.others = append(g.others, scope)
		}
	}
	return g, nil
}

// giving are the desks of this project's store, unless it is foreign, and of
// the global one.
func (a *app) giving() (desks []*candidates.Desk, foreign bool, err error) {
	here, found, err := a.open(false)
	if err != nil && (!errors.Is(err, repo.ErrNoStore) || a.globals.store != "") {
		return nil, false, err
	}
	if foreign = err == nil && found.Foreign && found.Trusted == nil; foreign {
		a.notice((&foreignError{root: found.Root}).Error() + "; `gitmem trust` shows all of it first")
	}
	if err == nil && !foreign {
		d, err := a.deskFor(here)
		if err != nil {
			return nil, false, err
		}
		desks = one(d)
	}
	alone := a.globals.store != "" || a.globals.global || len(desks) > 0 && here.Scope == memfile.ScopeGlobal
	if alone || !a.hasGlobal() {
		return desks, foreign, err
	}
	global, globalErr := a.deskOf(memfile.ScopeGlobal)
	switch {
	case globalErr == nil:
		return append(desks, global), foreign, nil
	case len(desks) == 0 && !foreign:
		return nil, false, globalErr
	}
	a.notice("global memory is left out: " + firstLine(globalErr.Error()))
	return desks, foreign, nil
}

// giver is a store as a context asks it. Where its own settings say that its
// experiences are not used, it has none.
func (a *app) giver(ctx context.Context, d *candidates.Desk, shelf search.Shelf) (*retrieve.Scope, error) {
	settings, err := a.loadSettings(d.Store.Root, d.Store.ID)
	if err != nil {
		return nil, err
	}
	scope := &retrieve.Scope{Store: d.Store, Cited: d.Citations, Cap: d.Rules.Cap}
	if settings.Learning.Uses() {
		scope.Search = search.Experiences{Shelf: shelf}
	}
	if scope.Withdrawn, err = evidence.Open(d).Withdrawn(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.notice(d.Store.Scope + " memory: whether its evidence was withdrawn is not known: " + firstLine(err.Error()))
	}
	return scope, nil
}

// otherProjects are the desks of this account's other projects that may be
// looked into, by name. What cannot be opened is named and left out.
func (a *app) otherProjects(but []*candidates.Desk) []*candidates.Desk {
	list, err := repo.ListStores(a.env)
	if err != nil {
		a.notice("other projects are left out: " + firstLine(err.Error()))
		return nil
	}
	known := map[memfile.ID]bool{}
	for _, d := range but {
		known[d.Store.ID] = true
	}
	var desks []*candidates.Desk
	for _, s := range list {
		if !s.Present || s.Scope != memfile.ScopeProject || s.Foreign && !s.Trusted || known[s.ID] {
			continue
		}
		known[s.ID] = true
		d, err := a.deskAt(s.Root)
		if err != nil {
			a.notice("another project is left out: " + firstLine(err.Error()))
			continue
		}
		desks = append(desks, d)
	}
	return desks
}

// deskAt opens the desk of the store in a folder.
func (a *app) deskAt(root string) (*candidates.Desk, error) {
	found, err := repo.Find(repo.Query{Store: root, Env: a.env})
	if err != nil {
		return nil, err
	}
	return a.deskFound(found)
}

// deskFound opens the desk of a store, with its settings.
func (a *app) deskFound(found repo.Found) (*candidates.Desk, error) {
	settings, err := a.loadSettings(found.Root, found.ID)
	if err != nil {
		return nil, err
	}
	s, err := repo.Open(found.Root, a.storeOptions(settings.LockTimeout))
	if err != nil {
		return nil, err
	}
	return a.deskWith(s, settings), nil
}
