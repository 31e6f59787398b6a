package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
	"gitmem/repo/signers"
)

// step is one path of the operation under way.
type step struct {
	Change
	before, after string // blob ids, empty where absent
	n             int    // its number in the stage
	mode          fs.FileMode
	done          bool // the file on disk is the after
	left          bool // a record that a person changed: theirs stays on disk
	indexed       bool // git's index gets its entry
}

// work is an operation under way.
type work struct {
	s         *Store
	message   memfile.Message
	author    gitdir.Signature
	committer gitdir.Signature
	decision  bool
	mustSign  bool
	signers   *signers.List // by whom
	steps     []*step       // the deciding one first

	folder string // the stage of this operation
	branch string
	tip    gitdir.Hash // what the commit is built on
	commit gitdir.Hash
	kept   *Bytes // resolve: what stood at the deciding path, for the history

	resumed   bool // recovery carries it out
	resolving bool // it ends an uncertain one, under the same reference
	aimed     bool // the op ref stands
	locks     []*gitdir.Lock
	index     *gitdir.EditedIndex
	folders   map[string]bool // to be synced
}

// prepare checks every path and plans the operation; nothing is written.
func (s *Store) prepare(op Operation) (*work, error) {
	if err := op.validate(); err != nil {
		return nil, err
	}
	head, err := s.writableHead()
	if err != nil {
		return nil, err
	}
	w := &work{
		s: s, message: op.Message, decision: op.Decision, mustSign: op.MustSign, signers: op.Signers,
		branch: head.Branch, tip: head.Hash, folders: map[string]bool{},
	}
	if err := w.identify(op.Author); err != nil {
		return nil, err
	}
	if err := w.plan(op.Changes); err != nil {
		return nil, err
	}
	return w, w.check()
}

// identify settles id, author and committer. Time never runs backwards along
// the history.
func (w *work) identify(author Person) error {
	if w.message.Operation == "" {
		id, err := w.s.NewID(memfile.KindOperation)
		if err != nil {
			return err
		}
		w.message.Operation = id
	}
	person, err := w.s.Identity()
	if err != nil {
		return err
	}
	when := w.s.now()
	if w.tip != plumbing.ZeroHash {
		parent, err := w.s.Git.Commit(w.tip)
		if err != nil {
			return err
		}
		if parent.Committer.When.After(when) {
			when = parent.Committer.When
		}
	}
	w.committer = gitdir.Signature{Name: person.Name, Email: person.Email, When: when}
	w.author = w.committer
	if author != (Person{}) {
		w.author = gitdir.Signature{Name: author.Name, Email: author.Email, When: when}
	}
	w.folder = filepath.Join(w.s.stage(), string(w.message.Operation))
	return nil
}

// plan numbers the steps, the deciding one first, and names it in the message.
func (w *work) plan(changes []Change) error {
	for _, c := range changes {
		if err := w.s.freeOfUncertain(c.Path); err != nil {
			return err
		}
		st := &step{Change: c, before: c.Before.Blob(), after: c.After.Blob(), mode: 0o644}
		st.done = st.before == st.after // nothing to switch; the commit and the index may still differ
		w.steps = append(w.steps, st)
	}
	sort.SliceStable(w.steps, func(i, j int) bool { return w.steps[i].Decides && !w.steps[j].Decides })
	w.message.Paths = nil
	for n, st := range w.steps {
		st.n = n
		if st.Decides {
			w.message.Paths = append(w.message.Paths, memfile.PathChange{Path: st.Path, Before: st.before, After: st.after})
		}
	}
	return nil
}

// check compares disk, HEAD and git's index of every path with the expected
// before. Anything else than equality is drift.
func (w *work) check() error {
	tree, err := w.s.tree(w.tip)
	if err != nil {
		return err
	}
	index, err := w.s.Git.ReadIndex()
	if err != nil {
		return err
	}
	for _, st := range w.steps {
		if err := w.s.spelledExactly(st.Path); err != nil {
			return err
		}
		if err := w.checkStep(st, tree, index); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) checkStep(st *step, tree gitdir.Hash, index *gitdir.Index) error {
	disk, mode, err := w.s.look(st.Path)
	if err != nil {
		return err
	}
	if disk.Present {
		st.mode = mode
	}
	want := st.before
	if st.Standing || st.done {
		want = st.after
	}
	if disk.Blob() != want {
		return w.mismatch(st, "the file on disk is not what this operation was made for")
	}
	if w.resumed {
		return nil
	}
	if disk.Present && mode&0o200 == 0 {
		return &UnsafePathError{Path: st.Path, Reason: "it is not writable; make it so with chmod u+w"}
	}
	return st.checkGit(w.s.Git, tree, index)
}

// mismatch is drift before anything was pinned, and a conflict after.
func (w *work) mismatch(st *step, reason string) error {
	if w.aimed {
		return &ConflictError{Path: st.Path, Reason: reason}
	}
	return &DriftError{Path: st.Path, Reason: reason}
}

// checkGit compares what git has of the path: the blob at HEAD and the entry
// of the index.
func (st *step) checkGit(git *gitdir.Dir, tree gitdir.Hash, index *gitdir.Index) error {
	head, err := blobAt(git, tree, st.Path)
	if err != nil {
		return err
	}
	entry, ok := index.Entry(st.Path)
	staged := ""
	if ok {
		if reason := unusable(entry); reason != "" {
			return &StateError{Root: st.Path, Reason: reason}
		}
		staged = entry.Hash.String()
	}
	switch {
	case st.Edited, st.Standing:
		if staged != head && staged != st.before && staged != st.after && !slices.Contains(st.staged, staged) {
			return &DriftError{Path: st.Path, Reason: "another version is staged in git; commit it, or unstage it with `git restore --staged`"}
		}
	case head != st.before:
		return &DriftError{Path: st.Path, Reason: "the version committed at HEAD is not what this operation was made for"}
	case staged != st.before:
		return &DriftError{Path: st.Path, Reason: "another version is staged in git; commit it, or unstage it with `git restore --staged`"}
	}
	return nil
}

// blobAt is the blob id of a path in a tree, empty where it is absent.
func blobAt(git *gitdir.Dir, tree gitdir.Hash, path string) (string, error) {
	if tree == plumbing.ZeroHash {
		return "", nil
	}
	entry, ok, err := git.Lookup(tree, path)
	if err != nil || !ok {
		return "", err
	}
	return entry.Hash.String(), nil
}

// tree is the tree of a commit, zero for no commit.
func (s *Store) tree(commit gitdir.Hash) (gitdir.Hash, error) {
	if commit == plumbing.ZeroHash {
		return plumbing.ZeroHash, nil
	}
	c, err := s.Git.Commit(commit)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	return c.Tree, nil
}

// openWork are the files that git leaves while something of its own is open.
var openWork = []struct{ file, what, hint string }{
	{"MERGE_HEAD", "a merge is open", "finish it with `git commit`, or `git merge --abort`"},
	{"rebase-merge", "a rebase is open", "`git rebase --continue` or `git rebase --abort`"},
	{"rebase-apply", "a rebase or `git am` is open", "`git rebase --abort` or `git am --abort`"},
	{"CHERRY_PICK_HEAD", "a cherry-pick is open", "`git cherry-pick --continue` or `--abort`"},
	{"REVERT_HEAD", "a revert is open", "`git revert --continue` or `--abort`"},
	{"BISECT_LOG", "a bisect is open", "`git bisect reset`"},
}

// writableHead is HEAD where it is on a branch and nothing of git's is open.
func (s *Store) writableHead() (gitdir.Head, error) {
	head, err := s.Git.Head()
	if err != nil {
		return head, err
	}
	if head.Branch == "" {
		return head, &StateError{Root: s.Root, Reason: "HEAD is detached; a change made here would be lost at the next checkout", Hint: "git -C " + s.Root + " switch main"}
	}
	for _, o := range openWork {
		if _, err := os.Lstat(filepath.Join(s.Git.Git, o.file)); err == nil {
			return head, &StateError{Root: s.Root, Reason: o.what, Hint: o.hint}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return head, err
		}
	}
	return head, nil
}

func (s *Store) stage() string     { return filepath.Join(s.Git.Private(), "stage") }
func (s *Store) displaced() string { return filepath.Join(s.Git.Private(), "displaced") }

// deadline is until when locks of git are waited for.
func (s *Store) deadline() time.Time { return time.Now().Add(s.lockWait) }

func (w *work) stagePath(st *step) string { return filepath.Join(w.folder, fmt.Sprint(st.n)) }

// unusable names what keeps an index entry from meaning what it says.
func unusable(e gitdir.IndexEntry) string {
	switch {
	case e.Stage != 0:
		return "it is in conflict; resolve it and `git add` it"
	case e.SkipWorktree:
		return "it is outside the sparse checkout; widen it with `git sparse-checkout add`, or `git sparse-checkout disable`"
	case e.AssumeValid:
		return "git is told not to look at it; undo that with `git update-index --no-assume-unchanged`"
	case e.IntentToAdd:
		return "it is only marked to be added; `git add` it or `git restore --staged` it"
	}
	return ""
}
