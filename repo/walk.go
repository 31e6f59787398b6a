package repo

import (
	"container/heap"
	"errors"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/repo/gitdir"
)

// walk visits the commits that are reachable from a tip, newest first, until
// visit says that it has seen enough. Commits in stop, and what only they
// reach, are not visited. A shallow history ends without an error.
func (s *Store) walk(tip gitdir.Hash, stop map[gitdir.Hash]bool, visit func(*gitdir.Commit) (more bool, err error)) error {
	w := walker{store: s, seen: map[gitdir.Hash]bool{}, stop: stop}
	if err := w.push(tip); err != nil {
		return err
	}
	for len(w.queue) > 0 {
		c := heap.Pop(&w.queue).(*gitdir.Commit)
		more, err := visit(c)
		if err != nil || !more {
			return err
		}
		for _, parent := range c.Parents {
			if err := w.push(parent); err != nil {
				return err
			}
		}
	}
	return nil
}

type walker struct {
	store      *Store
	queue      commitQueue
	seen, stop map[gitdir.Hash]bool
}

func (w *walker) push(h gitdir.Hash) error {
	if h == plumbing.ZeroHash || w.seen[h] || w.stop[h] {
		return nil
	}
	w.seen[h] = true
	c, err := w.store.Git.Commit(h)
	if errors.Is(err, gitdir.ErrNoObject) {
		return nil
	}
	if err != nil {
		return err
	}
	heap.Push(&w.queue, c)
	return nil
}

// commitQueue is ordered by commit time, the newest first.
type commitQueue []*gitdir.Commit

func (q commitQueue) Len() int           { return len(q) }
func (q commitQueue) Less(i, j int) bool { return q[i].Committer.When.After(q[j].Committer.When) }
func (q commitQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *commitQueue) Push(x any)        { *q = append(*q, x.(*gitdir.Commit)) }
func (q *commitQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
