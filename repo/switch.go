package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// lockGit takes git's own locks in git's order and makes sure that the commit
// stands on the present tip, building it anew where the branch has moved.
func (w *work) lockGit(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.takeLocks(); err != nil {
			return err
		}
		head, err := w.s.Git.Head()
		if err != nil {
			return err
		}
		if head.Branch != w.branch {
			return &ConflictError{Path: w.s.Root, Reason: fmt.Sprintf("HEAD was switched from %s to %s", w.branch, head.Branch)}
		}
		if head.Hash == w.tip {
			return nil
		}
		w.unlockGit()
		if err := w.rebuild(head.Hash); err != nil {
			return err
		}
	}
}

func (w *work) takeLocks() error {
	git := w.s.Git
	deadline := w.s.deadline()
	for _, path := range []string{filepath.Join(git.Git, "index.lock"), filepath.Join(git.Git, "HEAD.lock"), git.RefPath(w.branch) + ".lock"} {
		lock, err := git.TakeLock(path, deadline)
		if err != nil {
			w.unlockGit()
			return err
		}
		w.locks = append(w.locks, lock)
	}
	return git.At("op.locks")
}

func (w *work) unlockGit() {
	for i := len(w.locks) - 1; i >= 0; i-- {
		_ = w.locks[i].Release()
	}
	w.locks = nil
}

// recheck looks at every path once more, now that git cannot move.
func (w *work) recheck() error { return w.check() }

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
	w.index, err = index.Edit(append(edits, w.indexEdits(index)...))
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

func (w *work) nextIndex() string  { return filepath.Join(w.folder, "index") }
func (w *work) nextBranch() string { return filepath.Join(w.folder, "branch") }

// indexEdits are the entries of the paths. When recovery finishes, an entry
// that a person has staged meanwhile is left as it is.
func (w *work) indexEdits(index *gitdir.Index) []gitdir.IndexEdit {
	var edits []gitdir.IndexEdit
	for _, st := range w.steps {
		entry, ok := index.Entry(st.Path)
		if w.resumed && ok && entry.Hash.String() != st.before && entry.Hash.String() != st.after {
			continue
		}
		if !ok && !st.After.Present {
			continue
		}
		edits = append(edits, gitdir.IndexEdit{
			Path: st.Path, Remove: !st.After.Present, Mode: 0o100644, Hash: plumbing.NewHash(st.after),
		})
	}
	return edits
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

// switchFiles puts the deciding file in place, then the records. A conflict on
// the deciding one changes nothing; a record that somebody saved stays theirs.
// Where the disk fails, what was switched goes back.
func (w *work) switchFiles() error {
	for i, st := range w.steps {
		if st.done || st.Standing {
			continue
		}
		err := w.swap(st)
		switch {
		case err == nil:
		case !st.Decides && errors.As(err, new(*ConflictError)):
			st.left = true
			w.s.notify(fmt.Sprintf("%s: left as it is, since somebody saved it at this moment; the commit holds the record", st.Path))
		case w.resumed:
			return err
		default:
			return errors.Join(err, w.switchBack(w.steps[:i]))
		}
		if st.Decides {
			if err := w.s.Git.At("op.replaced"); err != nil {
				return errors.Join(err, w.switchBack(w.steps[:i+1]))
			}
		}
	}
	return w.s.Git.At("op.records")
}

// switchBack undoes what was switched, the last first.
func (w *work) switchBack(steps []*step) error {
	for i := len(steps) - 1; i >= 0; i-- {
		st := steps[i]
		if st.done || st.Standing || st.left {
			continue
		}
		staged, file := w.stagePath(st), w.s.full(st.Path)
		var err error
		switch {
		case st.before == "":
			err = w.s.Git.Move("op.back", file, staged)
		case !st.After.Present:
			err = w.s.Git.Move("op.back", staged, file)
		default:
			err = w.s.giveBack(staged, file, st.after)
		}
		if err != nil {
			return &UnfinishedError{Operation: w.message.Operation, Err: err}
		}
	}
	return nil
}

// swap puts one after in place in one step and looks at what came out. What
// is not the expected before was saved by somebody at this moment: it goes back.
func (w *work) swap(st *step) error {
	staged, file := w.stagePath(st), w.s.full(st.Path)
	switch {
	case st.before == "":
		err := w.s.Git.Move("op.create", staged, file)
		if errors.Is(err, fs.ErrExist) {
			return &ConflictError{Path: st.Path, Reason: "somebody created it at this moment"}
		}
		return err
	case !st.After.Present:
		if err := w.s.Git.Move("op.remove", file, staged); err != nil {
			return err
		}
		if blobOf(staged) == st.before {
			return nil
		}
		return errors.Join(&ConflictError{Path: st.Path, Reason: "somebody saved it at this moment; what they saved stands"},
			w.s.Git.Move("op.back", staged, file))
	}
	return w.exchange(st, staged, file)
}

func (w *work) exchange(st *step, staged, file string) error {
	err := w.s.swapFiles("op.exchange", staged, file)
	if err != nil {
		return err
	}
	if blobOf(staged) == st.before {
		return nil
	}
	conflict := &ConflictError{Path: st.Path, Reason: "somebody saved it at this moment; what they saved stands"}
	return errors.Join(conflict, w.s.giveBack(staged, file, st.after))
}

// giveBack undoes an exchange. What comes out must be ours; if it is not, a
// person saved a second time, and their newest text goes back once more.
func (s *Store) giveBack(staged, file, ours string) error {
	for range 10 {
		if err := s.swapFiles("op.back", staged, file); err != nil {
			return err
		}
		if blobOf(staged) == ours {
			return nil
		}
		ours = blobOf(file)
	}
	return fmt.Errorf("%s: somebody keeps saving it; an earlier text is kept in %s", file, staged)
}

// swapFiles exchanges two files; where the file system cannot do it in one
// step, the old one moves aside first, and the new one never overwrites.
func (s *Store) swapFiles(step, staged, file string) error {
	err := s.Git.Exchange(step, staged, file)
	if !errors.Is(err, gitdir.ErrNoExchange) {
		return err
	}
	aside := staged + asideSuffix
	if err := s.Git.Move(step, file, aside); err != nil {
		return err
	}
	if err := s.Git.Move(step, staged, file); err != nil {
		return errors.Join(err, s.Git.Move(step, aside, file))
	}
	return s.Git.Rename(step, aside, staged)
}

// asideSuffix marks a file that was moved out of the way.
const asideSuffix = ".out"

// blobOf is the blob id of a file in a stage, empty where there is none.
func blobOf(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return Of(data).Blob()
}

// publish makes files, index and branch durable in this order: index first,
// so that the worst that a person's commit can do is to take the after along.
func (w *work) publish() error {
	git := w.s.Git
	if err := w.publishIndex(w.nextBranch()); err != nil {
		return err
	}
	w.appendReflog()
	if err := git.Rename("op.branch", w.nextBranch(), git.RefPath(w.branch)); err != nil {
		return err
	}
	return git.Sync(git.Git, filepath.Dir(git.RefPath(w.branch)))
}

// publishIndex syncs the files' folders, the prepared index and what is named
// besides, and replaces git's index.
func (w *work) publishIndex(besides ...string) error {
	if err := w.sealIndex(); err != nil {
		return err
	}
	paths := append(besides, w.nextIndex())
	for folder := range w.folders {
		paths = append(paths, folder)
	}
	if err := w.s.Git.Sync(paths...); err != nil {
		return err
	}
	return w.s.Git.Rename("op.index", w.nextIndex(), w.s.Git.IndexPath())
}

// sealIndex takes the stat data of the files as they stand now and closes the
// prepared index with its checksum, in place.
func (w *work) sealIndex() error {
	for _, st := range w.steps {
		if !st.After.Present || st.left {
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

func (w *work) appendReflog() {
	old := w.tip
	entry := gitdir.Reflog{Old: old, New: w.commit, Who: w.committer, Message: "gitmem: " + w.message.Subject}
	if err := w.s.Git.AppendReflog(w.branch, entry); err != nil {
		w.s.notify(fmt.Sprintf("the reflog could not be written (%v); the commit is not affected", err))
	}
}

// tidy takes the traces of a finished operation away. Nothing in it can fail
// the operation: what is left, the next command settles.
func (w *work) tidy() {
	git := w.s.Git
	if git.At("op.done") != nil {
		return
	}
	err := git.DeleteRef(w.ref(), w.s.lockWait)
	w.unlockGit()
	if err != nil {
		w.s.notify(fmt.Sprintf("the commit is made; its pending reference stays until the next command (%v)", err))
		return
	}
	if err := errors.Join(w.wipe(), w.s.retire(w.folder)); err != nil {
		w.s.notify(fmt.Sprintf("the commit is made; its stage stays until the next command (%v)", err))
	}
	w.s.remember(w)
}

// wipe removes what must not lie in the private folder.
func (w *work) wipe() error {
	for _, st := range w.steps {
		if !st.Wipe || blobOf(w.stagePath(st)) != st.before {
			continue
		}
		if err := os.Remove(w.stagePath(st)); err != nil {
			return err
		}
	}
	return nil
}
