package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/memfile"
)

// errNext says that a way leads to no store and the next is to be tried.
var errNext = errors.New("no store this way")

type search struct {
	env     Env
	project Project
}

// inside finds the store in whose own folder the search began: its hooks run there.
func (s *search) inside() (Found, error) {
	root := s.project.Folder
	if s.env.own(root) || filepath.Base(root) == HereFolder {
		if isStore(root) {
			return storeAt(root, Inside)
		}
	}
	return Found{}, errNext
}

// bound follows the project's own git configuration.
func (s *search) bound() (Found, error) {
	if s.project.Common == "" {
		return Found{}, errNext
	}
	id, err := Binding(s.project.Common)
	if err != nil {
		return Found{}, err
	}
	if id == "" {
		return Found{}, errNext
	}
	known, err := knownAbout(s.env, string(id))
	if err != nil {
		return Found{}, err
	}
	recorded, err := known.claim(id, s.project)
	if err != nil {
		return Found{}, err
	}
	root, err := s.rootOf(id, known)
	return Found{Root: root, ID: id, How: Bound, Unrecorded: !recorded}, err
}

// rootOf finds the folder of a store by its id: below the data home, where the
// registry saw it, or in the project.
func (s *search) rootOf(id memfile.ID, known *Known) (string, error) {
	candidates, err := s.env.rootsOf(id)
	if err != nil {
		return "", err
	}
	if len(candidates) > 1 {
		return "", &UnsafePathError{Path: candidates[1], Reason: "two folders have this id; the other is " + candidates[0]}
	}
	for _, k := range known.Stores {
		if k.ID == id {
			candidates = append(candidates, k.Root)
		}
	}
	candidates = append(candidates, s.herePlaces()...)
	for _, root := range candidates {
		if found, err := storeAt(root, Bound); err == nil && found.ID == id {
			return found.Root, nil
		} else if err != nil && !errors.Is(err, ErrNoStore) {
			return "", err
		}
	}
	return "", &NoStoreError{Dir: s.project.Folder, Project: s.project, ID: id}
}

// rootsOf lists the folders of the data home that carry an id.
func (e Env) rootsOf(id memfile.ID) ([]string, error) {
	folder := e.ProjectsRoot()
	f, err := os.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var roots []string
	for _, name := range names {
		if strings.HasSuffix(name, "-"+string(id)) {
			roots = append(roots, filepath.Join(folder, name))
		}
	}
	return roots, nil
}

// registered asks the private registry for the folder or one above it. A
// project that got git later is still found by its folder.
func (s *search) registered() (Found, error) {
	folders := s.project.above
	if s.project.Common != "" {
		folders = []string{s.project.Main}
	}
	known, err := knownAbout(s.env, folders...)
	if err != nil {
		return Found{}, err
	}
	for _, folder := range folders {
		k := known.plainProject(folder)
		if k == nil {
			continue
		}
		s.project.Main, s.project.Folder = folder, folder
		root, err := s.rootOf(k.ID, known)
		return Found{Root: root, ID: k.ID, How: Registered, Unrecorded: s.project.Common != ""}, err
	}
	return Found{}, errNext
}

// here looks for .gitmem in the project.
func (s *search) here() (Found, error) {
	for _, root := range s.herePlaces() {
		found, err := storeAt(root, Here)
		if !errors.Is(err, ErrNoStore) {
			return found, err
		}
	}
	return Found{}, errNext
}

// herePlaces are this working tree, and the main one, which all share.
func (s *search) herePlaces() []string {
	folders := s.project.above
	if s.project.Common != "" {
		folders = []string{s.project.Folder, s.project.Main}
	}
	places := make([]string, len(folders))
	for i, folder := range folders {
		places[i] = filepath.Join(folder, HereFolder)
	}
	return places
}

// storeAt looks at a folder that should be a store, and reads its id.
func storeAt(root string, how How) (Found, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return Found{}, err
	}
	info, err := os.Lstat(root)
	if errors.Is(err, fs.ErrNotExist) {
		return Found{}, &NoStoreError{Dir: root}
	}
	if err != nil {
		return Found{}, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return Found{}, &UnsafePathError{Path: root, Reason: "a store's own folder must not be a symbolic link"}
	}
	id, err := readStoreID(root)
	if err != nil {
		return Found{}, err
	}
	return Found{Root: canonical(root), ID: id, How: how}, nil
}

func isStore(root string) bool {
	info, err := os.Lstat(filepath.Join(root, StoreFileName))
	return err == nil && info.Mode().IsRegular()
}

// maxStoreFile is the largest store.yaml that is read, in bytes.
const maxStoreFile = 1 << 20

// readStoreID reads store.yaml, which must be a plain file.
func readStoreID(root string) (memfile.ID, error) {
	path := filepath.Join(root, StoreFileName)
	if !isStore(root) {
		return "", &NoStoreError{Dir: root}
	}
	if info, err := os.Lstat(path); err != nil || info.Size() > maxStoreFile {
		return "", errors.Join(err, fmt.Errorf("%s: it is larger than %d bytes, or cannot be looked at", path, maxStoreFile))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	file, err := memfile.ParseStoreFile(path, data)
	if err != nil {
		return "", err
	}
	return file.ID, nil
}
