package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// DefaultFolders are those in which a person edits: the store's own folder with MEMORY.md, the open candidates, and the skills.
func DefaultFolders() []string { return []string{".", "candidates", "skills/*"} }

// folders says which folders of a store are looked at.
type folders struct {
	root    string
	names   []string // slash paths below root
	parents []string // those whose child folders are looked at too
}

func newFolders(root string, list []string) (folders, error) {
	if list == nil {
		list = DefaultFolders()
	}
	f := folders{root: root}
	for _, entry := range list {
		name := path.Clean(strings.TrimSuffix(entry, "/*"))
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return folders{}, fmt.Errorf("%s: not a folder below %s", entry, root)
		}
		f.names = append(f.names, name)
		if strings.HasSuffix(entry, "/*") {
			f.parents = append(f.parents, name)
		}
	}
	return f, f.check()
}

// check refuses a root that is gone or no folder.
func (f folders) check() error {
	info, err := os.Lstat(f.root)
	switch {
	case err != nil:
		return fmt.Errorf("%s: cannot be watched: %w", f.root, errors.Unwrap(err))
	case !info.IsDir():
		return fmt.Errorf("%s: cannot be watched: %w", f.root, errNoFolder)
	}
	return nil
}

// has reports whether a path could be one of the folders.
func (f folders) has(name string) bool {
	return slices.Contains(f.names, name) || slices.Contains(f.parents, path.Dir(name)) && !litter(path.Base(name))
}

// present lists the folders that are there now, in order. One that is a symlink, or below one, is not.
func (f folders) present() []string {
	var out []string
	for _, name := range f.names {
		if !f.plain(name) {
			continue
		}
		out = append(out, name)
		if slices.Contains(f.parents, name) {
			out = append(out, f.children(name)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (f folders) children(name string) []string {
	var out []string
	for _, entry := range f.list(name) {
		if entry.IsDir() && !litter(entry.Name()) {
			out = append(out, path.Join(name, entry.Name()))
		}
	}
	return out
}

// files lists the files of one folder that are reported.
func (f folders) files(name string) []string {
	var out []string
	for _, entry := range f.list(name) {
		if !entry.IsDir() && wanted(entry.Name()) {
			out = append(out, path.Join(name, entry.Name()))
		}
	}
	return out
}

// list gives what a folder holds; one that cannot be read holds nothing, and the files known in it are looked at one by one.
func (f folders) list(name string) []fs.DirEntry {
	if !f.plain(name) {
		return nil
	}
	entries, _ := os.ReadDir(f.abs(name))
	return entries
}

// plain reports whether a folder is there with no symlink on the way from the root to it.
func (f folders) plain(name string) bool {
	for at := name; at != "."; at = path.Dir(at) {
		if info, err := os.Lstat(f.abs(at)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

func (f folders) abs(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }
