package repo

import (
	"slices"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// recordChange is what a commit did to one record.
type recordChange struct {
	id   memfile.ID
	tree gitdir.Hash // of the commit
	gone []treeChange
	came []treeChange
}

func recordChanges(tree gitdir.Hash, list []treeChange) map[memfile.ID]recordChange {
	out := map[memfile.ID]recordChange{}
	for _, t := range list {
		id, _, ok := recordFile(t.path)
		if !ok {
			continue
		}
		c := out[id]
		c.id, c.tree = id, tree
		if t.after == "" {
			c.gone = append(c.gone, t)
		} else {
			c.came = append(c.came, t)
		}
		out[id] = c
	}
	return out
}

// takenAlong finds the record in a commit by hand that took the files of an
// interrupted operation along. The operation names the newest commit that
// recovery found, which need not be the one that took this file.
func (v *verifier) takenAlong(ch *chain, f seen, id memfile.ID) (recordChange, bool) {
	if f.message.Commit == "" {
		return recordChange{}, false
	}
	for _, commit := range ch.touched[id] {
		change, err := v.recordIn(commit, id)
		if err != nil || len(change.came) == 0 {
			continue
		}
		if blob, err := blobAt(v.s.Git, f.Tree, change.came[0].path); err == nil && blob == change.came[0].after {
			return change, true
		}
	}
	return recordChange{}, false
}

// takenBefore is true where the commit that took a record along is, or may be,
// the first one of a shallow history.
func (v *verifier) takenBefore(ch *chain, f seen, id memfile.ID) bool {
	r := ch.records[id]
	return f.message.Commit != "" && r != nil && r.assumed
}

// recordIn is what a commit did to one record.
func (v *verifier) recordIn(commit string, id memfile.ID) (recordChange, error) {
	view, err := v.s.At(commit)
	if err != nil {
		return recordChange{}, err
	}
	parent, err := v.s.parentView(commit)
	if err != nil {
		return recordChange{}, err
	}
	var list []treeChange
	for _, folder := range recordRoots {
		err = view.Changed(parent, folder, func(file, before, after string) error {
			list = append(list, treeChange{path: file, before: before, after: after})
			return nil
		})
		if err != nil {
			return recordChange{}, err
		}
	}
	return recordChanges(view.tree, list)[id], nil
}

// before is what stood at a path before the commit, where it changed that.
func (c recordChange) before(path string) (blob string, changed bool) {
	for _, t := range slices.Concat(c.gone, c.came) {
		if t.path == path {
			return t.before, true
		}
	}
	return "", false
}
