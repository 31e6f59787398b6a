package repo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/repo/gitdir"
)

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
