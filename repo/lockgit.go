package repo

import (
	"context"
	"fmt"
	"path/filepath"
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
