package gitdir

import (
	"fmt"
	"strings"
)

const (
	treeDepth = 512     // how deep folders may lie in each other; git's own bound is 2048
	treeReads = 1 << 20 // trees read in one comparison; small hostile ones can name each other 2^n times
)

// treeDiff is one comparison under way.
type treeDiff struct {
	dir   *Dir
	visit func(path string, before, after TreeEntry) error
	reads int
}

// DiffTrees tells visit of every file, link and submodule that differs between two trees, in git's
// order. Absence is the zero TreeEntry; an entry's Name is the last part of path. A file that became a
// folder is told as one removal and the additions. Only folders whose ids differ are read, and a zero id
// is an empty tree. An error of visit ends the walk and is returned. Errors: ErrNoObject, ErrDamaged.
func (d *Dir) DiffTrees(before, after Hash, visit func(path string, before, after TreeEntry) error) error {
	return (&treeDiff{dir: d, visit: visit}).folder("", before, after)
}

// folder compares two folders; prefix is their path with a slash, empty at the root.
func (t *treeDiff) folder(prefix string, before, after Hash) error {
	if before == after {
		return nil
	}
	if t.reads++; t.reads > treeReads {
		return damaged("tree", "more than %d folders differ", treeReads)
	}
	a, err := t.dir.rawTree(before)
	if err != nil {
		return err
	}
	b, err := t.dir.rawTree(after)
	if err != nil {
		return err
	}
	for len(a) > 0 || len(b) > 0 {
		x, y, err := nextPair(a, b)
		if err != nil {
			return fmt.Errorf("%s or %s: %w", before, after, err)
		}
		a, b = a[x.size:], b[y.size:]
		if err := t.entry(prefix, x, y); err != nil {
			return err
		}
	}
	return nil
}

// nextPair takes the smaller of the two first entries, or both where they have the same place. An entry
// that is not taken is empty.
func nextPair(a, b []byte) (x, y rawEntry, err error) {
	if len(a) > 0 {
		if x, err = firstEntry(a); err != nil {
			return x, y, err
		}
	}
	if len(b) > 0 {
		if y, err = firstEntry(b); err != nil {
			return x, y, err
		}
	}
	if len(a) == 0 || len(b) == 0 {
		return x, y, nil
	}
	switch c := compareEntries(x.name, x.isFolder(), y.name, y.isFolder()); {
	case c < 0:
		y = rawEntry{}
	case c > 0:
		x = rawEntry{}
	}
	return x, y, nil
}

// entry tells of one pair. Both are folders or neither is, as folders have places of their own.
func (t *treeDiff) entry(prefix string, x, y rawEntry) error {
	var before, after TreeEntry
	if x.size > 0 {
		before = x.entry()
	}
	if y.size > 0 {
		after = y.entry()
	}
	if before == after {
		return nil
	}
	path := prefix + before.Name
	if before.Name == "" {
		path = prefix + after.Name
	}
	if !before.IsFolder() && !after.IsFolder() {
		return t.visit(path, before, after)
	}
	if strings.Count(path, "/") > treeDepth {
		return damaged("tree", "folders lie more than %d deep", treeDepth)
	}
	return t.folder(path+"/", before.Hash, after.Hash)
}
