package repo

import (
	"errors"
	"runtime"
	"sync"

	"gitmem/repo/gitdir"
)

// workerShare is how many commits that follow each other a worker gets at
// once: they share blobs.
const workerShare = 64

// madeRecord is the record of a commit for the cache; it may only be kept
// there if it is sure.
type madeRecord struct {
	record []byte
	sure   bool
}

// recordWorkers make records while the commits are still being read. The
// commits hold the messages, so no more than a few shares wait.
type recordWorkers struct {
	s      *Store
	shares chan workShare
	done   sync.WaitGroup
	next   workShare
	count  int

	mu   sync.Mutex // guards what follows
	made map[int][]madeRecord
	err  error
}

type workShare struct {
	number  int
	commits []*gitdir.Commit
}

func (s *Store) recordWorkers() *recordWorkers {
	w := &recordWorkers{s: s, shares: make(chan workShare, 2), made: map[int][]madeRecord{}}
	for range min(runtime.GOMAXPROCS(0), 4) {
		w.done.Go(w.work)
	}
	return w
}

// take hands a commit over.
func (w *recordWorkers) take(c *gitdir.Commit) {
	w.next.commits = append(w.next.commits, c)
	if len(w.next.commits) == workerShare {
		w.send()
	}
}

func (w *recordWorkers) send() {
	w.next.number = w.count
	w.count++
	w.shares <- w.next
	w.next = workShare{}
}

func (w *recordWorkers) work() {
	maker := recordMaker{s: w.s}
	for share := range w.shares {
		made := make([]madeRecord, 0, len(share.commits))
		var failed error
		for _, c := range share.commits {
			r, sure, err := maker.record(c)
			if err != nil {
				failed = err
				break
			}
			made = append(made, madeRecord{encodeRecord(r), sure})
		}
		w.mu.Lock()
		w.made[share.number], w.err = made, errors.Join(w.err, failed)
		w.mu.Unlock()
	}
}

// finish gives the records in the order in which their commits were taken.
func (w *recordWorkers) finish() ([]madeRecord, error) {
	if len(w.next.commits) > 0 {
		w.send()
	}
	close(w.shares)
	w.done.Wait()
	var all []madeRecord
	for n := range w.count {
		all = append(all, w.made[n]...)
	}
	return all, w.err
}
