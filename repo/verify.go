package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
	"gitmem/repo/signers"
)

// Verify walks the history from the first commit on and proves that every
// operation did what it says: that it found what the operation before it left,
// that its commit holds what it names and nothing else, and that the recorded
// candidates, done again, give the same bytes. At HEAD it compares the resident
// file, the skills and every candidate with what the operations left. It reads
// git alone, no cache. progress, which may be nil, is told how many commits of
// how many are done.
//
// What is wrong stands in the report; an error means that the work could not
// be done: ctx ended, HEAD or the disk could not be read.
func (s *Store) Verify(ctx context.Context, progress func(done, total int)) (Report, error) {
	return s.verify(ctx, nil, progress)
}

func (s *Store) verify(ctx context.Context, allowed *signers.List, progress func(done, total int)) (Report, error) {
	v := &verifier{
		s: s, allowed: allowed, chains: map[int32]*chain{}, operations: map[memfile.ID]string{}, residents: map[string]*memfile.Resident{},
	}
	v.report = Report{Complete: true, ByHand: []HandCommit{}, Problems: []Problem{}}
	if allowed != nil {
		v.report.Signatures = &Signatures{Unsigned: []UnsignedDecision{}}
	}
	head, err := s.Git.Head()
	if err != nil || head.Hash == plumbing.ZeroHash {
		return v.report, err
	}
	if err := v.order(ctx, head.Hash); err != nil {
		return v.report, err
	}
	for i, at := range v.oldestFirst {
		if err := ctx.Err(); err != nil {
			return v.report, err
		}
		if progress != nil {
			progress(i, len(v.oldestFirst))
		}
		if err := v.commit(at, i); err != nil {
			return v.report, err
		}
	}
	if progress != nil {
		progress(len(v.oldestFirst), len(v.oldestFirst))
	}
	return v.report, v.atHead(head.Hash)
}

// verifier is one verification under way. It keeps a few words for every
// commit and every candidate, and no content but the newest.
type verifier struct {
	s           *Store
	allowed     *signers.List // whose signatures count; nil: none are asked for
	report      Report
	lineage     *lineage
	oldestFirst []int32
	children    []int32               // that are still to come, by index of the lineage
	chains      map[int32]*chain      // of the commits that have any
	operations  map[memfile.ID]string // the commit of each
	residents   map[string]*memfile.Resident
}

// order finds all commits, so that they can be read again from the oldest on.
func (v *verifier) order(ctx context.Context, head gitdir.Hash) error {
	if _, err := v.s.Git.Commit(head); err != nil {
		return err
	}
	v.lineage = newLineage(0)
	none := func(gitdir.Hash) bool { return false }
	err := v.s.gather([]gitdir.Hash{head}, none, func(c *gitdir.Commit) error {
		v.lineage.add(kinOf(c))
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	v.oldestFirst = v.lineage.newestFirst(head)
	slices.Reverse(v.oldestFirst)
	v.children = v.lineage.countChildren(v.lineage.index[head])
	return v.cutOff(v.lineage.absentParents(v.oldestFirst))
}

// cutOff notes where the history ends before its beginning. Where git was not
// told to end it, commits are lost.
func (v *verifier) cutOff(absent []gitdir.Hash) error {
	if len(absent) == 0 {
		return nil
	}
	v.report.Complete, v.report.Since = false, v.lineage.kin[v.oldestFirst[0]].commit.String()
	data, err := os.ReadFile(filepath.Join(v.s.Git.Common, "shallow"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	shallow := strings.Fields(string(data))
	for _, at := range v.oldestFirst {
		k := v.lineage.kin[at]
		for _, p := range k.parents {
			if slices.Contains(absent, p) && !slices.Contains(shallow, k.commit.String()) {
				v.report.Problems = append(v.report.Problems, Problem{
					Commit: p.String(), Rule: "object.unreadable", Message: fmt.Sprintf("it is the parent of %.12s and cannot be read", k.commit),
				})
			}
		}
	}
	return nil
}

// seen is one commit as it is checked.
type seen struct {
	*gitdir.Commit
	message memfile.Message
	byHand  bool
	index   int32
	place   int  // in the history, from 0 for the oldest
	first   bool // its parents are not there: what it changed is not known
	changes []treeChange
	left    map[string]string // what the operations before left at the paths that it names, where that is known
}

// treeChange is a path in which a commit differs from its first parent.
type treeChange struct {
	path, before, after string // blob ids, empty for absent
	mode                uint32 // after
}

// commit checks one commit and hands on the chain that it leaves.
func (v *verifier) commit(at int32, place int) error {
	c, err := v.s.Git.Commit(v.lineage.kin[at].commit)
	if err != nil {
		return err
	}
	f := seen{Commit: c, index: at, place: place}
	var ours bool
	f.message, ours = memfile.ParseMessage(c.Message)
	f.byHand = !ours
	ch := v.chainBefore(at)
	err = v.readChanges(&f, ch)
	ch.tree = c.Tree
	v.chains[at] = ch
	if err != nil {
		return v.unreadable(f, "", err)
	}
	if f.byHand {
		return v.hand(ch, f)
	}
	return v.operation(ch, f)
}

// readChanges compares a commit with its first parent.
func (v *verifier) readChanges(f *seen, ch *chain) error {
	f.first = len(f.Parents) > 0 && len(v.lineage.parentsOf(f.index)) < len(f.Parents)
	if f.first {
		ch.partial = true
		return v.seed(ch, f)
	}
	return v.s.Git.DiffTrees(ch.tree, f.Tree, func(path string, before, after gitdir.TreeEntry) error {
		f.changes = append(f.changes, treeChange{path: path, before: hexOf(before.Hash), after: hexOf(after.Hash), mode: after.Mode})
		return nil
	})
}

// change finds what a commit did to a path.
func (f *seen) change(path string) (treeChange, bool) {
	for _, t := range f.changes {
		if t.path == path {
			return t, true
		}
	}
	return treeChange{}, false
}

// problem reports something about a commit.
func (v *verifier) problem(f seen, path, rule, format string, args ...any) {
	v.report.Problems = append(v.report.Problems, Problem{
		Path: path, Commit: f.Hash.String(), Operation: f.message.Operation, Rule: rule, Message: fmt.Sprintf(format, args...),
	})
}

// recordProblem reports something about a record; feedback has no id but its path.
func (v *verifier) recordProblem(f seen, id memfile.ID, path, rule, format string, args ...any) {
	v.problem(f, path, rule, format, args...)
	if !isFeedback(id) {
		v.report.Problems[len(v.report.Problems)-1].ID = id
	}
}

// unreadable turns an object that is missing or damaged into a problem; any
// other error ends the work.
func (v *verifier) unreadable(f seen, path string, err error) error {
	if isUnreadable(err) {
		v.problem(f, path, "object.unreadable", "it cannot be read: %v", err)
		return nil
	}
	return err
}
