package repo

import (
	"errors"
	"fmt"

	"gitmem/memfile"
)

// How a store was found.
type How string

// The ways. Inside means that the directory was the store's own.
const (
	Named      How = "named"      // by --store
	Global     How = "global"     // the global store was asked for
	Inside     How = "inside"     // the directory lies in the store itself
	Bound      How = "bound"      // by the project's git configuration
	Registered How = "registered" // by the private registry: a project without git
	Here       How = "here"       // .gitmem in the project
)

// Query says which store is looked for.
type Query struct {
	Dir    string // where to look from
	Store  string // --store; wins over all else
	Global bool
	Env    Env
}

// Found is a store that was found. It was not opened.
type Found struct {
	Root    string // canonical; the store's own folder is never a link
	ID      memfile.ID
	How     How
	Project Project // zero for Named and Global

	// Foreign: the store lies in a project and this account did not make it.
	// What it says is handed to no agent until a person trusted it.
	Foreign bool
	Trusted *Trust // what a person saw of it, if ever

	// Unrecorded: the registry does not know the project at this place, as
	// after a rename; a command that writes should Attach it.
	Unrecorded bool
}

// NoStoreError says that no store was found. It is ErrNoStore to errors.Is.
type NoStoreError struct {
	Dir     string
	Project Project
	ID      memfile.ID // of the store that the project is bound to and that is not where it was; else ""
}

func (e *NoStoreError) Error() string {
	if e.ID != "" {
		return fmt.Sprintf("%s: bound to the store %s, whose folder is gone", e.Dir, e.ID)
	}
	return e.Dir + ": " + ErrNoStore.Error()
}

// Is makes it ErrNoStore.
func (e *NoStoreError) Is(target error) bool { return target == ErrNoStore }

// Find finds a store: the one named, else the one that the project of the
// directory is bound to, else .gitmem of the project.
//
// Errors: *NoStoreError, *ClaimedError, *OwnerError, *UnsafePathError for a
// store's folder that is a link, *memfile.Fault for a damaged binding,
// registry or store.yaml, ErrNoHome.
func Find(q Query) (Found, error) {
	if err := q.Env.check(); err != nil {
		return Found{}, err
	}
	found, err := find(q)
	if err != nil {
		return Found{}, err
	}
	if err := CheckOwner(found.Root, q.Env); err != nil {
		return Found{}, err
	}
	if q.Env.own(found.Root) {
		return found, nil
	}
	known, err := knownAbout(q.Env, string(found.ID))
	if err != nil {
		return Found{}, err
	}
	found.Foreign = known.foreign(found.ID, found.Root)
	if s := known.Store(found.ID, found.Root); s != nil {
		found.Trusted = s.Trusted
	}
	return found, nil
}

func find(q Query) (Found, error) {
	switch {
	case q.Store != "":
		return storeAt(q.Store, Named)
	case q.Global:
		return storeAt(q.Env.GlobalRoot(), Global)
	}
	project, err := FindProject(q.Dir, q.Env)
	if err != nil {
		return Found{}, err
	}
	s := search{env: q.Env, project: project}
	for _, way := range []func() (Found, error){s.inside, s.bound, s.registered, s.here} {
		found, err := way()
		if !errors.Is(err, errNext) {
			found.Project = s.project
			return found, err
		}
	}
	return Found{}, &NoStoreError{Dir: q.Dir, Project: project}
}
