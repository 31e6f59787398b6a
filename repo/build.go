package repo

import (
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// build makes the commit on the present tip and writes its objects as one pack
// into a folder.
func (w *work) build(folder string) (gitdir.PackFiles, error) {
	pack := gitdir.NewPack()
	parent, tree, err := w.parent(pack)
	if err != nil {
		return gitdir.PackFiles{}, err
	}
	tree, err = w.s.Git.EditTree(pack, tree, treeEdits(pack, w.steps))
	if err != nil {
		return gitdir.PackFiles{}, err
	}
	w.commit, err = w.addCommit(pack, tree, parent)
	if err != nil {
		return gitdir.PackFiles{}, err
	}
	return pack.Write(folder)
}

// parent is what the commit stands on: the tip, or, for a resolve that
// replaces bytes of a person, a commit that keeps those.
func (w *work) parent(pack *gitdir.Pack) (parent, tree gitdir.Hash, err error) {
	tree, err = w.s.tree(w.tip)
	if err != nil || w.kept == nil {
		return w.tip, tree, err
	}
	stood := &step{Change: Change{Path: w.steps[0].Path, After: *w.kept}}
	tree, err = w.s.Git.EditTree(pack, tree, treeEdits(pack, []*step{stood}))
	if err != nil {
		return w.tip, tree, err
	}
	draft := w.draft(tree, w.tip)
	draft.Author = gitdir.Signature{Name: "gitmem", Email: "system@gitmem.invalid", When: w.committer.When}
	draft.Message = "What stood at " + w.steps[0].Path + " when operation " + string(w.message.Operation) + " was resolved\n"
	return pack.Add(plumbing.CommitObject, gitdir.EncodeCommit(draft)), tree, nil
}

// treeEdits put the afters of steps into a tree; a path that is to be absent
// and is so already changes nothing.
func treeEdits(pack *gitdir.Pack, steps []*step) []gitdir.TreeEdit {
	edits := make([]gitdir.TreeEdit, len(steps))
	for i, st := range steps {
		edits[i] = gitdir.TreeEdit{Path: st.Path, Mode: gitdir.ModeFile}
		if st.After.Present {
			edits[i].Hash = pack.Add(plumbing.BlobObject, st.After.Data)
		}
	}
	return edits
}

func (w *work) draft(tree, parent gitdir.Hash) gitdir.CommitDraft {
	draft := gitdir.CommitDraft{Tree: tree, Author: w.author, Committer: w.committer, Message: w.message.String()}
	if parent != plumbing.ZeroHash {
		draft.Parents = []gitdir.Hash{parent}
	}
	return draft
}

// addCommit encodes the commit, signed where a person decided and their git
// configuration asks for it. Recovery has nobody to ask and leaves it unsigned.
func (w *work) addCommit(pack *gitdir.Pack, tree, parent gitdir.Hash) (gitdir.Hash, error) {
	draft := w.draft(tree, parent)
	if w.decision && !w.resumed {
		payload := gitdir.EncodeCommit(draft)
		signature, err := w.s.sign(payload, w.mustSign)
		if err != nil {
			return plumbing.ZeroHash, err
		}
		draft.Signed = signature
		if err := w.checkSigner(payload, signature); err != nil {
			return plumbing.ZeroHash, err
		}
	}
	return pack.Add(plumbing.CommitObject, gitdir.EncodeCommit(draft)), nil
}

// rebuild makes the commit anew on a tip that has moved, and aims the op ref
// at it before anything names the new commit.
func (w *work) rebuild(tip gitdir.Hash) error {
	w.tip = tip
	folder, err := os.MkdirTemp(w.folder, "again-")
	if err != nil {
		return err
	}
	pack, err := w.build(folder)
	if err != nil {
		return err
	}
	value := filepath.Join(folder, "ref")
	if err := w.s.Git.Write(value, []byte(w.commit.String()+"\n"), 0o644); err != nil {
		return err
	}
	if err := w.s.Git.Sync(pack.Pack, pack.Index, value); err != nil {
		return err
	}
	lock, err := w.s.Git.TakeLock(w.s.Git.RefPath(w.ref())+".lock", w.s.deadline())
	if err != nil {
		return err
	}
	defer lock.Release()
	return w.aim(pack, value)
}
