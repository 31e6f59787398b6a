package repo

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// putBack exchanges the records that equal the after of a dropped operation
// for what they were, and the entries of git's index with them: the same
// switch as the way there, backwards and without a commit.
func (s *Store) putBack(p *pending) error {
	w := &work{s: s, message: p.message, branch: p.branch, resumed: true, commit: p.hash, folders: map[string]bool{}}
	w.folder = filepath.Join(s.stage(), string(p.operation), "back")
	for _, st := range p.steps {
		back, err := s.reversed(p, st)
		if err != nil {
			return err
		}
		w.steps = append(w.steps, back)
	}
	needed, err := w.anythingBack()
	if err != nil || !needed {
		return err
	}
	if err := os.MkdirAll(w.folder, 0o755); err != nil {
		return err
	}
	if _, err := w.stageAfters(); err != nil {
		return err
	}
	if err := w.takeLocks(); err != nil {
		return err
	}
	defer w.unlockGit()
	return w.goBack()
}

// reversed is a step in the other direction. Only a record that is our after
// to the byte moves; of every other path only the index entry goes back.
func (s *Store) reversed(p *pending, st *step) (*step, error) {
	back := &step{Change: Change{Path: st.Path}, before: st.after, after: st.before, n: st.n, mode: st.mode, done: true}
	disk, mode, err := s.look(st.Path)
	if err != nil || st.Decides || st.before == st.after || disk.Blob() != st.after {
		back.Change.After.Present = st.before != ""
		return back, nil
	}
	before, ok, err := s.former(p, st)
	back.Change.Before, back.Change.After, back.mode, back.done = disk, before, mode, !ok
	return back, err
}

// former is what a record held before: the displaced file, else the blob.
func (s *Store) former(p *pending, st *step) (Bytes, bool, error) {
	if st.before == "" {
		return Bytes{}, true, nil
	}
	if data, err := os.ReadFile(s.stagedFile(p, st)); err == nil && memfile.BlobID(data) == st.before {
		return Of(data), true, nil
	}
	data, err := s.Git.Blob(plumbing.NewHash(st.before))
	if err != nil {
		return Bytes{Present: true}, false, ignoreAbsent(err)
	}
	return Of(data), true, nil
}

// anythingBack is false where neither a file nor an index entry is ours.
func (w *work) anythingBack() (bool, error) {
	index, err := w.s.Git.ReadIndex()
	if err != nil {
		return false, err
	}
	for _, st := range w.steps {
		entry, ok := index.Entry(st.Path)
		staged := ""
		if ok {
			staged = entry.Hash.String()
		}
		if !st.done || (staged == st.before && st.before != st.after) {
			return true, nil
		}
	}
	return false, nil
}

func (w *work) goBack() error {
	if err := w.stageIndex(); err != nil {
		return err
	}
	if err := w.switchFiles(); err != nil {
		return err
	}
	if err := w.publishIndex(); err != nil {
		return err
	}
	return errors.Join(w.s.Git.Sync(w.s.Git.Git), os.RemoveAll(filepath.Join(w.folder, "branch")))
}
