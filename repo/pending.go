package repo

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// State is what an operation that was begun is in, as its reference and the
// files show it.
type State string

// The states of a pending operation.
const (
	Applying  State = "applying"
	Undoing   State = "undoing"
	Recording State = "recording" // no deciding path: a proposal, a rejection …
	Uncertain State = "uncertain"
	Waiting   State = "waiting" // for its branch
)

// PendingOp is an operation whose reference still stands.
type PendingOp struct {
	Operation memfile.ID
	IDs       []memfile.ID
	Op        string
	Branch    string
	State     State
	Path      string // the deciding path, if any
	Reason    string // for uncertain and waiting
}

// Pending lists the operations that were begun and not settled. It takes no
// lock: what is under way at this moment is listed too.
func (s *Store) Pending() ([]PendingOp, error) {
	all, err := s.loadPending()
	if err != nil {
		return nil, err
	}
	ops := make([]PendingOp, 0, len(all))
	for _, p := range all {
		ops = append(ops, p.show(s))
	}
	return ops, nil
}

// pending is an operation as its reference pins it.
type pending struct {
	ref       string
	operation memfile.ID
	branch    string
	hash      gitdir.Hash
	commit    *gitdir.Commit // nil where it cannot be read
	message   memfile.Message
	steps     []*step // deciding first; Before.Data may be missing
	fault     string  // why it is not to be trusted
	verdict   verdict
}

func (s *Store) loadPending() ([]*pending, error) {
	refs, err := s.Git.Refs(opRefs)
	if err != nil {
		return nil, err
	}
	var all []*pending
	for _, r := range refs {
		op, branch, ok := parseOpRef(r.Name)
		p := &pending{ref: r.Name, operation: op, branch: branch, hash: r.Hash}
		if !ok {
			p.fault = "its name is not one that gitmem gives"
		} else if err := s.readPinned(p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// readPinned reads the commit of a pending operation and what it changes.
func (s *Store) readPinned(p *pending) error {
	commit, err := s.Git.Commit(p.hash)
	if errors.Is(err, gitdir.ErrNoObject) || errors.Is(err, gitdir.ErrDamaged) {
		return nil // never begun
	}
	if err != nil {
		return err
	}
	p.commit = commit
	message, ok := memfile.ParseMessage(commit.Message)
	p.message = message
	if !ok || message.Operation != p.operation {
		p.fault = "its commit does not name this operation"
		return nil
	}
	if err := s.readSteps(p); err != nil {
		return err
	}
	for _, st := range p.steps {
		if err := checkName(st.Path); err != nil {
			p.fault = err.Error()
		}
	}
	return nil
}

// readSteps takes the paths from the commit's difference to its parent, from
// its trailers, and from the plan of the stage, which knows what an edited
// candidate held.
func (s *Store) readSteps(p *pending) error {
	parent, err := s.parentTree(p.commit)
	if err != nil {
		return err
	}
	steps := map[string]*step{}
	err = s.Git.DiffTrees(parent, p.commit.Tree, func(path string, before, after gitdir.TreeEntry) error {
		steps[path] = &step{Change: Change{Path: path}, before: hexOf(before.Hash), after: hexOf(after.Hash), mode: 0o644}
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range p.message.Paths {
		steps[c.Path] = &step{Change: Change{Path: c.Path, Decides: true}, before: c.Before, after: c.After, mode: 0o644}
	}
	plan, _ := readPlan(filepath.Join(s.stage(), string(p.operation)))
	for _, l := range plan {
		if st := steps[l.Path]; st != nil && st.after == l.After {
			st.before, st.n, st.Standing = l.Before, l.N, l.Standing
		}
	}
	return s.fillSteps(p, steps)
}

func (s *Store) fillSteps(p *pending, steps map[string]*step) error {
	next := len(steps)
	for _, st := range steps {
		if st.after != "" {
			data, err := s.Git.Blob(plumbing.NewHash(st.after))
			if err != nil {
				return fmt.Errorf("operation %s: %s: %w", p.operation, st.Path, err)
			}
			st.After = Of(data)
		}
		if st.n == 0 && !st.Decides {
			st.n = next
			next++
		}
		p.steps = append(p.steps, st)
	}
	slices.SortFunc(p.steps, func(a, b *step) int {
		if a.Decides != b.Decides {
			return map[bool]int{true: -1, false: 1}[a.Decides]
		}
		return strings.Compare(a.Path, b.Path)
	})
	return nil
}

func (s *Store) parentTree(c *gitdir.Commit) (gitdir.Hash, error) {
	if len(c.Parents) == 0 {
		return plumbing.ZeroHash, nil
	}
	return s.tree(c.Parents[0])
}

func hexOf(h gitdir.Hash) string {
	if h == plumbing.ZeroHash {
		return ""
	}
	return h.String()
}

// deciding is the path by which the operation is judged, nil for records only.
func (p *pending) deciding() *step {
	if len(p.steps) > 0 && p.steps[0].Decides {
		return p.steps[0]
	}
	return nil
}

// show is what readers see of a pending operation.
func (p *pending) show(s *Store) PendingOp {
	op := PendingOp{Operation: p.operation, IDs: p.message.IDs, Op: p.message.Op, Branch: p.branch, State: Recording}
	v, reason, err := s.classify(p)
	if err != nil {
		v, reason = uncertain, err.Error()
	}
	if st := p.deciding(); st != nil {
		op.Path, op.State = st.Path, Applying
		if p.message.Op == "undo" {
			op.State = Undoing
		}
	}
	switch v {
	case uncertain:
		op.State, op.Reason = Uncertain, reason
	case waits:
		op.State, op.Reason = Waiting, reason
	}
	return op
}

// freeOfUncertain refuses a path that an unsettled operation has.
func (s *Store) freeOfUncertain(path string) error {
	for _, p := range s.unsettled {
		for _, st := range p.steps {
			if st.Path == path {
				return &UncertainError{Path: path, Operation: p.operation, IDs: p.message.IDs}
			}
		}
	}
	return nil
}
