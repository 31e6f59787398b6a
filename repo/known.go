package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"gitmem/memfile"
)

// Store gives what is known of a store at a place, nil if nothing is.
func (k *Known) Store(id memfile.ID, root string) *KnownStore {
	for i := range k.Stores {
		if k.Stores[i].ID == id && k.Stores[i].Root == root {
			return &k.Stores[i]
		}
	}
	return nil
}

// Note adds a store at a place, or gives the one that is known. The root must
// be canonical, as Found.Root is.
func (k *Known) Note(id memfile.ID, root string) *KnownStore {
	if s := k.Store(id, root); s != nil {
		return s
	}
	k.Stores = append(k.Stores, KnownStore{ID: id, Root: root})
	return &k.Stores[len(k.Stores)-1]
}

// MarkCreated notes that this account made the store; a store in a project
// that is not so marked is foreign.
func (s *KnownStore) MarkCreated() { s.Created, s.Folder = true, folderNumber(s.Root) }

// MarkTrusted notes that a person was shown the store's content.
func (s *KnownStore) MarkTrusted(digest string, at time.Time) {
	s.Trusted = &Trust{Digest: digest, At: at.UTC().Truncate(time.Second)}
}

// Attach notes that a store serves a project, and that no other store does.
// Places of that store that are gone, such as the folder before a rename, are
// forgotten.
func (k *Known) Attach(id memfile.ID, root string, p Project) {
	this := p.known()
	k.Detach(p)
	s := k.Note(id, root)
	s.Projects = slices.DeleteFunc(s.Projects, func(other KnownProject) bool { return other.gone() })
	s.Projects = append(s.Projects, this)
}

// Detach forgets a project's folder.
func (k *Known) Detach(p Project) {
	this := p.known()
	for i := range k.Stores {
		k.Stores[i].Projects = slices.DeleteFunc(k.Stores[i].Projects, func(other KnownProject) bool {
			return other == this || other.Folder == this.Folder && other.Git == ""
		})
	}
}

// Forget drops everything that is known of a store; its files stay.
func (k *Known) Forget(id memfile.ID) {
	k.Stores = slices.DeleteFunc(k.Stores, func(s KnownStore) bool { return s.ID == id })
}

func (p Project) known() KnownProject { return KnownProject{Folder: p.Main, Git: p.Common} }

func (p KnownProject) gone() bool {
	path := p.Git
	if path == "" {
		path = p.Folder
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// plainProject finds the store of a folder without git.
func (k *Known) plainProject(folder string) *KnownStore {
	for i := range k.Stores {
		for _, p := range k.Stores[i].Projects {
			if p.Git == "" && p.Folder == folder {
				return &k.Stores[i]
			}
		}
	}
	return nil
}

// ClaimedError says that a second project names a store whose first project
// still does: a copied folder, most likely. `gitmem stores attach` lets a
// person say that both may share the store, or gives the copy one of its own.
type ClaimedError struct {
	ID            memfile.ID
	First, Second string // folders of the projects
}

func (e *ClaimedError) Error() string {
	return fmt.Sprintf("%s: bound to the store %s of %s, which still exists; a person must say whether both share it", e.Second, e.ID, e.First)
}

// claim tells whether a project that git binds to a store is known to be its
// own; it is an error while another one still claims it.
func (k *Known) claim(id memfile.ID, p Project) (recorded bool, err error) {
	var first string
	for _, s := range k.Stores {
		if s.ID != id {
			continue
		}
		for _, other := range s.Projects {
			if other.Git == p.Common {
				return true, nil
			}
			if other.Folder != p.Main && other.stillClaims(id) && first == "" {
				first = other.Folder
			}
		}
	}
	if first != "" {
		return false, &ClaimedError{ID: id, First: first, Second: p.Main}
	}
	return false, nil
}

// stillClaims tells whether a project exists and is still bound to the store.
func (p KnownProject) stillClaims(id memfile.ID) bool {
	if p.Git == "" {
		return isFolder(p.Folder)
	}
	bound, err := Binding(p.Git)
	return err == nil && bound == id
}

// foreign tells whether a store in a project was made by somebody else, as far
// as this account knows. A folder that was only renamed stays known where the
// system numbers folders.
func (k *Known) foreign(id memfile.ID, root string) bool {
	number := folderNumber(root)
	for _, s := range k.Stores {
		if s.ID != id || !s.Created {
			continue
		}
		if s.Root == root || number != "" && s.Folder == number && !isFolder(s.Root) {
			return false
		}
	}
	return true
}
