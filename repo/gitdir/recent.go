package gitdir

import (
	"sync"

	"github.com/go-git/go-git/v5/plumbing"
)

const (
	recentBudget  = 8 << 20 // bytes in one generation
	recentLargest = 1 << 20 // larger objects are not kept
)

// object is the type and the bytes of one object. Holders share the bytes and never change them.
type object struct {
	kind plumbing.ObjectType
	data []byte
}

// recent keeps what was read lately, in two generations: when the young one is full it becomes the old
// one. What is content-addressed can never be stale, so nothing is ever invalidated. The zero value is ready.
type recent[K comparable] struct {
	mu         sync.Mutex
	young, old map[K]object
	size       int
}

func (r *recent[K]) get(key K) (object, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if o, ok := r.young[key]; ok {
		return o, true
	}
	o, ok := r.old[key]
	if ok {
		r.keep(key, o)
	}
	return o, ok
}

func (r *recent[K]) put(key K, o object) {
	if len(o.data) > recentLargest {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(key, o)
}

func (r *recent[K]) keep(key K, o object) {
	if r.size > recentBudget || r.young == nil {
		r.old, r.young, r.size = r.young, map[K]object{}, 0
	}
	if _, ok := r.young[key]; !ok {
		r.size += len(o.data) + 128 // the map's own cost, roughly
	}
	r.young[key] = o
}
