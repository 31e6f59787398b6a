package repo

import (
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// View is one commit of a store, to be read without a lock.
type View struct {
	Commit string // hex, empty before the first commit
	Branch string // full name, empty where HEAD is detached
	store  *Store
	tree   gitdir.Hash
}

// View looks at HEAD as it is now.
func (s *Store) View() (View, error) {
	head, err := s.Git.Head()
	if err != nil {
		return View{}, err
	}
	tree, err := s.tree(head.Hash)
	return View{Commit: hexOf(head.Hash), Branch: head.Branch, store: s, tree: tree}, err
}

// At looks at a commit by its full id.
func (s *Store) At(commit string) (View, error) {
	if !plumbing.IsHash(commit) {
		return View{}, fmt.Errorf("%q is not a commit id", commit)
	}
	tree, err := s.tree(plumbing.NewHash(commit))
	return View{Commit: commit, store: s, tree: tree}, err
}

// File is what the commit holds at a path; false where it holds nothing.
func (v View) File(path string) ([]byte, bool, error) {
	blob, err := v.Blob(path)
	if err != nil || blob == "" {
		return nil, false, err
	}
	data, err := v.store.Git.Blob(plumbing.NewHash(blob))
	return data, err == nil, err
}

// Blob is the blob id of a path, empty where the commit holds nothing there.
func (v View) Blob(path string) (string, error) { return blobAt(v.store.Git, v.tree, path) }

// Tree is the id of a folder's tree, empty where the commit has no such folder.
// Equal ids mean equal content.
func (v View) Tree(folder string) (string, error) { return v.Blob(folder) }

// Changed visits the files below a folder in which two commits differ, by
// path; a blob id is empty where a file is absent. The zero View is empty.
func (v View) Changed(since View, folder string, visit func(path, before, after string) error) error {
	before, err := since.subtree(folder)
	if err != nil {
		return err
	}
	after, err := v.subtree(folder)
	if err != nil {
		return err
	}
	prefix := strings.TrimSuffix(folder, "/") + "/"
	return v.store.Git.DiffTrees(before, after, func(path string, b, a gitdir.TreeEntry) error {
		return visit(prefix+path, hexOf(b.Hash), hexOf(a.Hash))
	})
}

func (v View) subtree(folder string) (gitdir.Hash, error) {
	if v.store == nil || v.tree == plumbing.ZeroHash {
		return plumbing.ZeroHash, nil
	}
	entry, ok, err := v.store.Git.Lookup(v.tree, folder)
	if err != nil || !ok {
		return plumbing.ZeroHash, err
	}
	return entry.Hash, nil
}

// BlobData reads a blob by its hex id.
func (s *Store) BlobData(blob string) ([]byte, error) {
	if !plumbing.IsHash(blob) {
		return nil, fmt.Errorf("%q is not a blob id", blob)
	}
	return s.Git.Blob(plumbing.NewHash(blob))
}

// Files lists the files right in a folder, by name, with their blob ids.
func (v View) Files(folder string) (map[string]string, error) {
	tree, err := v.subtree(folder)
	if err != nil || tree == plumbing.ZeroHash {
		return nil, err
	}
	entries, err := v.store.Git.Tree(tree)
	if err != nil {
		return nil, err
	}
	files := make(map[string]string, len(entries))
	for _, e := range entries {
		if !e.IsFolder() {
			files[e.Name] = e.Hash.String()
		}
	}
	return files, nil
}

// Parents are the commits that a view's commit stands on.
func (v View) Parents() ([]View, error) {
	if v.Commit == "" {
		return nil, nil
	}
	c, err := v.store.Git.Commit(plumbing.NewHash(v.Commit))
	if err != nil {
		return nil, err
	}
	parents := make([]View, 0, len(c.Parents))
	for _, h := range c.Parents {
		p, err := v.store.At(h.String())
		if err != nil {
			return nil, err
		}
		parents = append(parents, p)
	}
	return parents, nil
}
