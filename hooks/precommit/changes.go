package precommit

import (
	"encoding/hex"

	"gitmem/repo/gitdir"
)

// change is one path in which the commit differs from its first parent.
type change struct {
	path    string
	staged  gitdir.IndexEntry // zero where the file is removed
	added   bool              // the first parent has no such path
	removed bool
}

// comparison walks the index and the tree of the first parent side by side:
// both are in git's order of whole paths.
type comparison struct {
	staged []gitdir.IndexEntry // those that are still to come
	found  []change
}

// changes compares the index with the first parent.
func (c *Commit) changes() ([]change, error) {
	w := comparison{staged: c.staged()}
	var first gitdir.Hash
	if len(c.parents) > 0 {
		first = c.parents[0]
	}
	err := c.Git.DiffTrees(gitdir.Hash{}, first, func(path string, _, committed gitdir.TreeEntry) error {
		w.meet(path, committed)
		return nil
	})
	for len(w.staged) > 0 {
		w.take(change{added: true})
	}
	return w.found, err
}

// staged lists the index as far as git commits it: nothing of an entry that is
// only intended to be added.
func (c *Commit) staged() []gitdir.IndexEntry {
	var entries []gitdir.IndexEntry
	c.index.Entries(func(e gitdir.IndexEntry) bool {
		if !e.IntentToAdd {
			entries = append(entries, e)
		}
		return true
	})
	return entries
}

// meet takes what the index has before a committed path, and at it. An
// unmerged path stands there several times.
func (w *comparison) meet(path string, committed gitdir.TreeEntry) {
	for len(w.staged) > 0 && w.staged[0].Path < path {
		w.take(change{added: true})
	}
	if len(w.staged) == 0 || w.staged[0].Path != path {
		w.found = append(w.found, change{path: path, removed: true})
		return
	}
	for len(w.staged) > 0 && w.staged[0].Path == path {
		if e := w.staged[0]; e.Stage == 0 && e.Hash == committed.Hash && isPlain(e.Mode) == isPlain(committed.Mode) {
			w.staged = w.staged[1:]
		} else {
			w.take(change{})
		}
	}
}

// take makes the next entry of the index a change.
func (w *comparison) take(ch change) {
	ch.staged, ch.path = w.staged[0], w.staged[0].Path
	w.found, w.staged = append(w.found, ch), w.staged[1:]
}

// inherited tells whether another parent holds just these bytes at this path,
// as the other side of a merge does.
func (c *Commit) inherited(ch change) (bool, error) {
	if ch.removed || ch.staged.Stage != 0 || len(c.parents) < 2 {
		return false, nil
	}
	for _, tree := range c.parents[1:] {
		entry, ok, err := c.Git.Lookup(tree, ch.path)
		if err != nil {
			return false, err
		}
		if ok && entry.Hash == ch.staged.Hash && isPlain(entry.Mode) == isPlain(ch.staged.Mode) {
			return true, nil
		}
	}
	return false, nil
}

// The modes by which git tells plain files from links and submodules.
const (
	modeKind = 0o170000
	modeFile = 0o100000
)

func isPlain(mode uint32) bool { return mode&modeKind == modeFile }

func parseHash(s string) (gitdir.Hash, bool) {
	var h gitdir.Hash
	if len(s) != 2*len(h) {
		return h, false
	}
	_, err := hex.Decode(h[:], []byte(s))
	return h, err == nil
}
