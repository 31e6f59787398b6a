package repo

import (
	"errors"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// ErrBranched says that what came since a commit is not one line of commits.
var ErrBranched = errors.New("the history has branched")

// OperationCommit is a commit of an operation, with what it stands on.
type OperationCommit struct {
	Parent, Commit View
	Message        memfile.Message
	// Cut says that the parent cannot be read, as at the end of a shallow
	// history: the whole content has to be taken as it is.
	Cut bool
}

// OperationCommits visits, the oldest first, the commits of operations that a
// view reaches and since does not. Commits by hand are passed over, whatever
// they did. ErrBranched where something was merged after since.
func (s *Store) OperationCommits(since, view View, visit func(OperationCommit) error) error {
	if view.Commit == "" {
		return nil
	}
	stop := map[gitdir.Hash]bool{plumbing.NewHash(since.Commit): since.Commit != ""}
	var found []*gitdir.Commit
	err := s.walk(plumbing.NewHash(view.Commit), stop, func(c *gitdir.Commit) (bool, error) {
		if len(c.Parents) > 1 && since.Commit != "" {
			return false, ErrBranched
		}
		found = append(found, c)
		return true, nil
	})
	if err != nil {
		return err
	}
	for _, c := range slices.Backward(found) {
		if err := s.visitOperation(c, visit); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) visitOperation(c *gitdir.Commit, visit func(OperationCommit) error) error {
	m, ok := memfile.ParseMessage(c.Message)
	oc := OperationCommit{Commit: View{Commit: c.Hash.String(), store: s, tree: c.Tree}, Message: m}
	tree, err := s.parentTree(c)
	switch {
	case errors.Is(err, gitdir.ErrNoObject):
		oc.Cut = true
	case err != nil:
		return err
	case !ok:
		return nil
	}
	oc.Parent = View{store: s, tree: tree}
	return visit(oc)
}
