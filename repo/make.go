package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gitmem/memfile"
)

// ProjectStore says which project is to get a store, and where it is to lie.
type ProjectStore struct {
	Project Project
	Name    string // "" for the project's own
	Here    bool   // in .gitmem of the project instead of the data home
	Anew    bool   // although the project is bound to another store already
}

// MakeProjectStore makes the store of a project and binds the project to it.
// Two processes that do so at once make one store: made is false for the
// second. A crash in between leaves the project unbound, or bound to the whole
// store, never to half of one.
//
// Errors: those of Find, ErrNoStore where the project is bound to a store that
// is gone; *TrackedError, *UnsafePathError for a
// place that is taken; *gitdir.LockedError.
func MakeProjectStore(ctx context.Context, p ProjectStore, o Options) (found Found, made bool, err error) {
	if err := CheckOwner(p.Project.Folder, o.Env); err != nil {
		return Found{}, false, err
	}
	err = ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		if !p.Anew {
			found, err = Find(Query{Dir: p.Project.Folder, Env: o.Env})
			if gone := new(NoStoreError); !errors.As(err, &gone) || gone.ID != "" {
				return err
			}
		}
		found, err = p.make(ctx, o)
		if err != nil {
			return err
		}
		made = true
		known.Note(found.ID, found.Root).describe(p.name(), memfile.ScopeProject)
		known.Attach(found.ID, found.Root, p.Project)
		return p.bind(found.ID, o)
	})
	return found, made, err
}

func (o Options) wait() time.Duration {
	if o.LockWait == 0 {
		return DefaultLockWait
	}
	return o.LockWait
}

func (s *KnownStore) describe(name, scope string) {
	s.Name, s.Scope = name, scope
	s.MarkCreated()
}

func (p ProjectStore) name() string {
	if p.Name != "" {
		return p.Name
	}
	if name := p.Project.Name(); CheckName(name) == nil {
		return name
	}
	return Slug(p.Project.Name())
}

// make makes the store alone.
func (p ProjectStore) make(ctx context.Context, o Options) (Found, error) {
	id, err := NewStoreID(o)
	if err != nil {
		return Found{}, err
	}
	found := Found{ID: id, Root: o.Env.ProjectRoot(p.name(), id), How: Bound, Project: p.Project}
	if p.Here {
		found.Root, found.How = filepath.Join(p.Project.Main, HereFolder), Here
		if err := p.prepareHere(found.Root, o.Env); err != nil {
			return Found{}, err
		}
	} else if p.Project.Common == "" {
		found.How = Registered
	}
	_, err = Init(ctx, NewStore{ID: id, Root: found.Root, Name: p.name(), Scope: memfile.ScopeProject}, o)
	found.Root = canonical(found.Root)
	return found, err
}

// prepareHere makes sure that git will not see the store in the project.
func (p ProjectStore) prepareHere(root string, env Env) error {
	switch names, err := os.ReadDir(root); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case len(names) > 0:
		return &UnsafePathError{Path: root, Reason: "it is not empty and is no store; move it away"}
	}
	if p.Project.Common == "" {
		return nil
	}
	if p.Project.Main == p.Project.Common {
		return &UnsafePathError{Path: root, Reason: "a bare repository has no working tree of its own; without --here the store goes into the data home"}
	}
	for _, folder := range []string{p.Project.Main, p.Project.Folder} {
		if err := checkUntracked(folder, env); err != nil {
			return err
		}
	}
	return Exclude(p.Project.Common)
}

// bind tells the project's own git configuration. A store in the project needs
// no binding, and a project without git is in the registry alone.
func (p ProjectStore) bind(id memfile.ID, o Options) error {
	switch {
	case p.Project.Common == "":
		return nil
	case p.Here && p.Anew:
		return Unbind(p.Project.Common, o.wait())
	case p.Here:
		return nil
	}
	return Bind(p.Project.Common, id, o.wait())
}

// MakeGlobal makes the global store, or gives the one that is there.
func MakeGlobal(ctx context.Context, o Options) (found Found, made bool, err error) {
	err = ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		found, err = Find(Query{Global: true, Env: o.Env})
		if !errors.Is(err, ErrNoStore) {
			return err
		}
		s, err := Init(ctx, NewStore{Root: o.Env.GlobalRoot(), Name: "global", Scope: memfile.ScopeGlobal}, o)
		if err != nil {
			return fmt.Errorf("the global store: %w", err)
		}
		made = true
		found = Found{Root: canonical(s.Root), ID: s.ID, How: Global}
		known.Note(found.ID, found.Root).describe(s.Name, s.Scope)
		return nil
	})
	return found, made, err
}
