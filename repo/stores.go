package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/memfile"
)

// Listed is a store that this account knows of or that its data home holds.
type Listed struct {
	ID       memfile.ID     `json:"id"`
	Name     string         `json:"name"`
	Scope    string         `json:"scope"`
	Root     string         `json:"store"`
	Projects []KnownProject `json:"projects"`
	Present  bool           `json:"present"` // its folder is there
	Foreign  bool           `json:"foreign"` // in a project, and not made by this account
	Trusted  bool           `json:"trusted"` // shown to a person since
}

// ListStores lists the stores of the registry and of the data home, by name.
func ListStores(env Env) ([]Listed, error) {
	known, err := ReadRegistry(env)
	if err != nil {
		return nil, err
	}
	roots, err := env.ownRoots()
	if err != nil {
		return nil, err
	}
	for _, root := range roots {
		if found, err := storeAt(root, Named); err == nil {
			known.Note(found.ID, found.Root)
		}
	}
	list := make([]Listed, 0, len(known.Stores))
	for _, s := range known.Stores {
		list = append(list, s.listed(known, env))
	}
	slices.SortFunc(list, func(a, b Listed) int { return strings.Compare(a.Name+"\x00"+a.Root, b.Name+"\x00"+b.Root) })
	return list, nil
}

func (s KnownStore) listed(known *Known, env Env) Listed {
	l := Listed{ID: s.ID, Name: s.Name, Scope: s.Scope, Root: s.Root, Projects: s.Projects, Trusted: s.Trusted != nil}
	if l.Projects == nil {
		l.Projects = []KnownProject{}
	}
	l.Foreign = !env.own(s.Root) && known.foreign(s.ID, s.Root)
	data, err := os.ReadFile(filepath.Join(s.Root, StoreFileName))
	if err != nil {
		return l
	}
	if file, err := memfile.ParseStoreFile(StoreFileName, data); err == nil && file.ID == s.ID {
		l.Present, l.Name, l.Scope = true, file.Name, file.Scope
	}
	return l
}

// ownRoots are the folders of the data home in which stores lie.
func (e Env) ownRoots() ([]string, error) {
	roots := []string{e.GlobalRoot()}
	names, err := os.ReadDir(e.ProjectsRoot())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, n := range names {
		if n.IsDir() && !strings.HasPrefix(n.Name(), ".") {
			roots = append(roots, filepath.Join(e.ProjectsRoot(), n.Name()))
		}
	}
	return roots, nil
}

// FindStore finds a store by its folder, or by its id or a beginning of it.
// Errors: *NoStoreError, *AmbiguousStoreError.
func FindStore(ref string, env Env) (Found, error) {
	if filepath.IsAbs(ref) {
		return Find(Query{Store: ref, Env: env})
	}
	list, err := ListStores(env)
	if err != nil {
		return Found{}, err
	}
	var hits []Listed
	for _, l := range list {
		if strings.HasPrefix(string(l.ID), ref) && l.Present {
			hits = append(hits, l)
		}
	}
	switch len(hits) {
	case 0:
		return Found{}, &NoStoreError{Dir: ref}
	case 1:
		return Find(Query{Store: hits[0].Root, Env: env})
	}
	return Found{}, &AmbiguousStoreError{Ref: ref, Stores: hits}
}

// AmbiguousStoreError says that several stores are meant by one word.
type AmbiguousStoreError struct {
	Ref    string
	Stores []Listed
}

func (e *AmbiguousStoreError) Error() string {
	roots := make([]string, len(e.Stores))
	for i, s := range e.Stores {
		roots[i] = s.Root
	}
	return fmt.Sprintf("%s: several stores: %s", e.Ref, strings.Join(roots, ", "))
}

// AttachProject binds a project to a store on a person's word, whatever it was
// bound to and whoever else is.
func AttachProject(project Project, store Found, o Options) error {
	return ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		known.Attach(store.ID, store.Root, project)
		if project.Common == "" {
			return nil
		}
		return Bind(project.Common, store.ID, o.wait())
	})
}

// RecordProject notes where a project that git binds to a store is now, as
// after a rename. It does nothing where that is known.
func RecordProject(found Found, o Options) error {
	if !found.Unrecorded {
		return nil
	}
	return ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		known.Attach(found.ID, found.Root, found.Project)
		if found.How == Registered && found.Project.Common != "" {
			return Bind(found.Project.Common, found.ID, o.wait()) // a folder that got git since
		}
		return nil
	})
}

// ForgetStore unbinds the projects of a store that are known, besides the one
// given, and forgets what is known of it. Its files stay.
func ForgetStore(id memfile.ID, project Project, o Options) error {
	return ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		projects := []KnownProject{project.known()}
		for _, s := range known.Stores {
			if s.ID == id {
				projects = append(projects, s.Projects...)
			}
		}
		for _, p := range projects {
			if p.Git == "" || !p.stillClaims(id) {
				continue
			}
			if err := Unbind(p.Git, o.wait()); err != nil {
				return err
			}
		}
		known.Forget(id)
		return nil
	})
}
