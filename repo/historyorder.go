package repo

import (
	"container/heap"
	"slices"

	"gitmem/repo/gitdir"
)

// kin is a commit as far as its place in the history goes.
type kin struct {
	commit  gitdir.Hash
	parents []gitdir.Hash
	when    int64 // seconds since 1970, of the committer
}

// lineage is a set of commits, each once, that can be put in order. Parents
// that are not in the set are the ends of a shallow history.
type lineage struct {
	kin   []kin
	index map[gitdir.Hash]int32
}

func newLineage(size int) *lineage {
	return &lineage{kin: make([]kin, 0, size), index: make(map[gitdir.Hash]int32, size)}
}

// add puts a commit into the set; false where it is there already.
func (l *lineage) add(k kin) bool {
	if _, ok := l.index[k.commit]; ok {
		return false
	}
	l.index[k.commit] = int32(len(l.kin))
	l.kin = append(l.kin, k)
	return true
}

// parentsOf are the indices of those parents that are in the set.
func (l *lineage) parentsOf(i int32) []int32 {
	var out []int32
	for _, p := range l.kin[i].parents {
		if j, ok := l.index[p]; ok {
			out = append(out, j)
		}
	}
	return out
}

// newestFirst are the commits that a tip reaches, as `git log --date-order`
// lists them: by time, but never a commit before one of its children.
func (l *lineage) newestFirst(tip gitdir.Hash) []int32 {
	start, ok := l.index[tip]
	if !ok {
		return nil
	}
	children := l.countChildren(start)
	order := make([]int32, 0, len(l.kin))
	queue := kinQueue{lineage: l, waiting: []queuedKin{{index: start}}}
	for serial := 1; queue.Len() > 0; {
		next := heap.Pop(&queue).(queuedKin).index
		order = append(order, next)
		for _, p := range l.parentsOf(next) {
			if children[p]--; children[p] == 0 {
				heap.Push(&queue, queuedKin{index: p, serial: serial})
				serial++
			}
		}
	}
	return order
}

// absentParents are the commits of the set's parents that are not in it.
func (l *lineage) absentParents(members []int32) []gitdir.Hash {
	var out []gitdir.Hash
	for _, i := range members {
		for _, p := range l.kin[i].parents {
			if _, ok := l.index[p]; !ok && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// countChildren counts for each reachable commit how many of its children are
// reachable too.
func (l *lineage) countChildren(start int32) []int32 {
	children := make([]int32, len(l.kin))
	seen := make([]bool, len(l.kin))
	seen[start] = true
	for todo := []int32{start}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range l.parentsOf(next) {
			children[p]++
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	return children
}

// gather reads the commits from some tips back to those that known has; visit
// gets each once. A commit that cannot be read is passed over: the end of a
// shallow history, or a damaged one.
func (s *Store) gather(tips []gitdir.Hash, known func(gitdir.Hash) bool, visit func(*gitdir.Commit) error) error {
	seen := map[gitdir.Hash]bool{}
	for todo := tips; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[next] || known(next) {
			continue
		}
		seen[next] = true
		c, err := s.Git.Commit(next)
		if isUnreadable(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := visit(c); err != nil {
			return err
		}
		todo = append(todo, c.Parents...)
	}
	return nil
}

func kinOf(c *gitdir.Commit) kin {
	return kin{commit: c.Hash, parents: c.Parents, when: c.Committer.When.Unix()}
}

// queuedKin waits in a kinQueue; of equal times the one that came first wins.
type queuedKin struct {
	index  int32
	serial int
}

type kinQueue struct {
	lineage *lineage
	waiting []queuedKin
}

func (q *kinQueue) Len() int      { return len(q.waiting) }
func (q *kinQueue) Swap(i, j int) { q.waiting[i], q.waiting[j] = q.waiting[j], q.waiting[i] }
func (q *kinQueue) Push(x any)    { q.waiting = append(q.waiting, x.(queuedKin)) }

func (q *kinQueue) Less(i, j int) bool {
	a, b := q.waiting[i], q.waiting[j]
	if x, y := q.lineage.kin[a.index].when, q.lineage.kin[b.index].when; x != y {
		return x > y
	}
	return a.serial < b.serial
}

func (q *kinQueue) Pop() any {
	last := q.waiting[len(q.waiting)-1]
	q.waiting = q.waiting[:len(q.waiting)-1]
	return last
}
