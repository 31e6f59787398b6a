package repo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// stageIndex writes git's next index and the branch's next value into the
// stage, and makes the folders that are missing. What follows needs no space.
func (w *work) stageIndex() error {
	git := w.s.Git
	index, err := git.ReadIndex()
	if err != nil {
		return err
	}
	edits, err := w.racyEdits(index)
	if err != nil {
		return err
	}
	ours, err := w.indexEdits(index)
	if err != nil {
		return err
	}
	w.index, err = index.Edit(append(edits, ours...))
	if err != nil {
		return err
	}
	if err := w.writeIndex(); err != nil {
		return err
	}
	if err := w.stageBranch(); err != nil {
		return err
	}
	for _, st := range w.steps {
		if err := w.makeFolder(st); err != nil {
			return err
		}
	}
	return nil
}

// racyEdits are the entries that git could take for unchanged once the index
// is younger than their files.
func (w *work) racyEdits(index *gitdir.Index) ([]gitdir.IndexEdit, error) {
	info, err := os.Lstat(w.s.Git.IndexPath())
	if err != nil {
		return nil, ignoreAbsent(err)
	}
	racy, err := w.s.Git.Racy(index, info.ModTime())
	if err != nil {
		return nil, err
	}
	ours := map[string]bool{}
	for _, st := range w.steps {
		ours[st.Path] = true
	}
	return slices.DeleteFunc(racy, func(e gitdir.IndexEdit) bool { return ours[e.Path] }), nil
}

func (w *work) writeIndex() error {
	if err := w.s.Git.At("write"); err != nil {
		return err
	}
	f, err := os.OpenFile(w.nextIndex(), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = w.index.WriteTo(f)
	return errors.Join(err, f.Close())
}

// stageBranch makes the branch's next value: the same bytes as the operation's
// reference has, and so a second name of that file where it can be.
func (w *work) stageBranch() error {
	if err := os.Remove(w.nextBranch()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	value := []byte(w.commit.String() + "\n")
	ref := w.s.Git.RefPath(w.ref())
	if at, err := os.ReadFile(ref); err == nil && string(at) == string(value) && os.Link(ref, w.nextBranch()) == nil {
		return nil
	}
	return w.s.Git.Write(w.nextBranch(), value, 0o644)
}

func (w *work) nextIndex() string { return filepath.Join(w.folder, "index") }

func (w *work) nextBranch() string { return filepath.Join(w.folder, "branch") }

// indexEdits are the entries of the paths. When recovery finishes, an entry
// that a person has staged meanwhile is left as it is.
func (w *work) indexEdits(index *gitdir.Index) ([]gitdir.IndexEdit, error) {
	tree, err := w.s.tree(w.tip)
	if err != nil {
		return nil, err
	}
	var edits []gitdir.IndexEdit
	for _, st := range w.steps {
		entry, ok := index.Entry(st.Path)
		if w.resumed && ok && !slices.Contains(append(st.staged, st.before, st.after), entry.Hash.String()) {
			if head, err := blobAt(w.s.Git, tree, st.Path); err != nil || head != entry.Hash.String() {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		if !ok && !st.After.Present {
			continue
		}
		st.indexed = true
		edits = append(edits, gitdir.IndexEdit{
			Path: st.Path, Remove: !st.After.Present, Mode: 0o100644, Hash: plumbing.NewHash(st.after),
		})
	}
	return edits, nil
}

// makeFolder makes the folder of a path that will be created, and notes which
// folders have to be synced.
func (w *work) makeFolder(st *step) error {
	folder := filepath.Dir(w.s.full(st.Path))
	w.folders[folder] = true
	if !st.After.Present || st.done {
		return nil
	}
	for missing := folder; ; missing = filepath.Dir(missing) {
		if _, err := os.Lstat(missing); err == nil {
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		w.folders[missing], w.folders[filepath.Dir(missing)] = true, true
	}
	if err := w.s.Git.At("mkdir"); err != nil {
		return err
	}
	return os.MkdirAll(folder, 0o755)
}

// sealIndex takes the stat data of the files as they stand now and closes the
// prepared index with its checksum, in place.
func (w *work) sealIndex() error {
	for _, st := range w.steps {
		if !st.After.Present || st.left || !st.indexed {
			continue
		}
		info, err := os.Lstat(w.s.full(st.Path))
		if err != nil {
			continue // gone at this moment: git will see it as deleted, as it is
		}
		if err := w.index.PatchStat(st.Path, gitdir.StatOf(info)); err != nil {
			return err
		}
	}
	w.index.Seal()
	if err := w.s.Git.At("op.seal"); err != nil {
		return err
	}
	f, err := os.OpenFile(w.nextIndex(), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = w.index.WritePatches(f)
	return errors.Join(err, f.Close())
}
