package repo

import (
	"fmt"
	"path/filepath"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// verdict is what recovery makes of a pending operation.
type verdict int

const (
	neverBegun verdict = iota // drop the reference
	committed                 // its commit is in the branch: drop the reference
	waits                     // its branch is not checked out: touch nothing
	finish                    // the deciding file is the after: complete it
	takenAlong                // as finish, and a person's commit has the after already
	notDone                   // the deciding file is the before: put records back
	saved                     // a person saved while it was exchanged: give it back
	uncertain                 // touch nothing
)

// classify judges a pending operation by the deciding file and the branch, in
// the order of the table in docs/operation.md; it changes nothing.
func (s *Store) classify(p *pending) (verdict, string, error) {
	if p.fault != "" {
		return uncertain, p.fault, nil
	}
	if p.commit == nil {
		return neverBegun, "", nil
	}
	done, err := s.inBranch(p)
	if err != nil {
		return uncertain, "", err
	}
	if done {
		return committed, "", nil
	}
	head, err := s.Git.Head()
	if err != nil {
		return uncertain, "", err
	}
	if head.Branch != p.branch {
		return waits, fmt.Sprintf("it belongs to %s, and HEAD is on %s", p.branch, orDetached(head.Branch)), nil
	}
	if p.deciding() == nil {
		return s.classifyRecords(p, head.Hash)
	}
	return s.classifyDeciding(p, head.Hash)
}

func orDetached(branch string) string {
	if branch == "" {
		return "no branch"
	}
	return branch
}

// inBranch looks for a commit of this operation in its branch. The commit may
// be another than the pinned one: it was amended, rebased or built anew.
func (s *Store) inBranch(p *pending) (bool, error) {
	tip, ok, err := s.Git.Ref(p.branch)
	if err != nil || !ok {
		return false, err
	}
	stop := map[gitdir.Hash]bool{}
	for _, parent := range p.commit.Parents {
		stop[parent] = true
	}
	found := false
	err = s.walk(tip, stop, func(c *gitdir.Commit) (bool, error) {
		m, ok := memfile.ParseMessage(c.Message)
		found = ok && m.Operation == p.operation
		return !found, nil
	})
	return found, err
}

// classifyRecords: any record that is the after was put there by us; one that
// the tip has already was taken along by a person's commit.
func (s *Store) classifyRecords(p *pending, tip gitdir.Hash) (verdict, string, error) {
	tree, err := s.tree(tip)
	if err != nil {
		return uncertain, "", err
	}
	found := notDone
	for _, st := range p.steps {
		disk, _, err := s.look(st.Path)
		if err != nil || disk.Blob() != st.after || st.before == st.after {
			continue
		}
		if at, err := blobAt(s.Git, tree, st.Path); err != nil || at == st.after && at != "" {
			return takenAlong, "", err
		}
		found = finish
	}
	return found, "", nil
}

func (s *Store) classifyDeciding(p *pending, tip gitdir.Hash) (verdict, string, error) {
	st := p.deciding()
	disk, _, err := s.look(st.Path)
	if err != nil {
		return uncertain, err.Error(), nil
	}
	if !disk.Present {
		if moved, err := s.movedAside(p, st); moved || err != nil {
			return saved, "", err
		}
	}
	switch disk.Blob() {
	case st.before:
		return notDone, "", nil
	case st.after:
		return s.classifyAfter(p, tip)
	}
	return uncertain, fmt.Sprintf("%s is neither what it was before nor what it was to become", st.Path), nil
}

// classifyAfter: the file is the after; what it displaced and what the tip has
// decide how it is completed.
func (s *Store) classifyAfter(p *pending, tip gitdir.Hash) (verdict, string, error) {
	st := p.deciding()
	if out := blobOf(s.stagedFile(p, st)); !st.Standing && out != "" && out != st.before && out != st.after {
		return saved, "", nil
	}
	tree, err := s.tree(tip)
	if err != nil {
		return uncertain, "", err
	}
	at, err := blobAt(s.Git, tree, st.Path)
	if err != nil {
		return uncertain, "", err
	}
	former, err := s.beforeStood(p)
	if err != nil {
		return uncertain, "", err
	}
	switch at {
	case st.before:
		return finish, "", nil
	case st.after:
		return takenAlong, "", nil
	case former:
		return finish, "", nil
	}
	return uncertain, fmt.Sprintf("%s at the tip of %s is neither what it was before nor what it was to become", st.Path, p.branch), nil
}

// beforeStood is what the branch had at the deciding path below the commit that
// keeps what stood there: a resolve brings that commit along. Of every other
// operation it is the before.
func (s *Store) beforeStood(p *pending) (string, error) {
	st := p.deciding()
	below, err := s.stoodBelow(p)
	if err != nil || below == nil {
		return st.before, err
	}
	tree, err := s.parentTree(below)
	if err != nil {
		return st.before, err
	}
	return blobAt(s.Git, tree, st.Path)
}

// movedAside is true where a crash fell between the two renames that stand for
// an exchange, and the before lies beside the stage.
func (s *Store) movedAside(p *pending, st *step) (bool, error) {
	if st.before == "" {
		return false, nil
	}
	return blobOf(s.stagedFile(p, st)+asideSuffix) != "", nil
}

func (s *Store) stagedFile(p *pending, st *step) string {
	return filepath.Join(s.stage(), string(p.operation), fmt.Sprint(st.n))
}
