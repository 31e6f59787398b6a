package index

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"gitmem/repo"
	"gitmem/repo/gitdir"
)

// defaultWait bounds the waiting for another process that writes the index.
const defaultWait = time.Second

// Options are the values from outside that an index needs.
type Options struct {
	// Notify is told, in one line and once for each cause, what a person should
	// know and what stops nothing.
	Notify func(line string)
	// Progress is told how many of the files that must be read were read. It is
	// called once at a time.
	Progress func(done, total int)
	// Wait bounds the waiting for another process that writes; a second for 0.
	Wait time.Duration
	// Unwritten is up to how many changed files a search keeps in memory instead
	// of writing the index: 32 for 0, none for a negative number.
	Unwritten int
	// ReadOnly never writes to the index folder: what it lacks is made beside it.
	ReadOnly bool
	// Probe stands for faults and kills, as in a store; nil asks nothing.
	Probe gitdir.Probe
}

// Index is the full-text index of one store. It may be used by several
// goroutines at once. It holds no lock between calls.
type Index struct {
	store *repo.Store
	o     Options
	shelf shelf

	mu     sync.Mutex  // held while the index is caught up
	public *generation // the newest one of the shelf that was opened, or nil
	// overlaid is public with what changed since, in memory; nil where nothing did.
	overlaid *generation
	// private is what stands in for it where the shelf cannot be written.
	private *generation
	beside  *shelf          // where private generations lie
	busy    bool            // somebody held the lock all the time: do not wait again
	failed  int             // a generation that failed though it looks whole
	told    map[string]bool // lines that were told
}

// Open gives the index of a store. It reads nothing yet.
func Open(store *repo.Store, o Options) *Index {
	if o.Wait == 0 {
		o.Wait = defaultWait
	}
	if o.Unwritten == 0 {
		o.Unwritten = defaultUnwritten
	}
	return &Index{store: store, o: o, shelf: shelf{dir: filepath.Join(store.State, "index")}, told: map[string]bool{}}
}

// Close frees what is open, and removes what was made beside the index. No
// search may be under way.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return errors.Join(keep(&x.overlaid, nil), keep(&x.public, nil), x.leaveBeside())
}

// Stats is what a rebuild made.
type Stats struct {
	Generation int
	Documents  int
	Bytes      int64
	Took       time.Duration
}

// Rebuild makes the index anew from the files. The error is repo.ErrLockBusy
// where another process writes it all the time.
func (x *Index) Rebuild(ctx context.Context) (Stats, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	start := time.Now()
	release, err := x.lock(ctx)
	if err != nil {
		return Stats{}, err
	}
	defer release()
	g, err := x.next(ctx, x.shelf, nil, nil)
	if err != nil {
		return Stats{}, err
	}
	s := Stats{Generation: g.number, Documents: g.manifest.stats.Documents, Took: time.Since(start)}
	s.Bytes, err = g.bytes()
	return s, errors.Join(err, keep(&x.public, g))
}

// keep puts an open generation into a field, and leaves the one that was there.
func keep(field **generation, g *generation) error {
	former := *field
	if former == g {
		return nil
	}
	if g != nil {
		g.users++
	}
	*field = g
	if former == nil {
		return nil
	}
	return former.leave()
}

// leave ends one use; the last one closes. Whoever calls it holds the index's mutex.
func (g *generation) leave() error {
	if g.users--; g.users > 0 {
		return nil
	}
	err := g.corpus.Close()
	if g.under != nil {
		err = errors.Join(err, g.under.leave())
	}
	return err
}

// tell notifies, once for each line.
func (x *Index) tell(line string) {
	if x.o.Notify == nil || x.told[line] {
		return
	}
	x.told[line] = true
	x.o.Notify(line)
}

// at asks the probe before a step of writing.
func (x *Index) at(step, path string) error {
	if x.o.Probe == nil {
		return nil
	}
	return x.o.Probe(step, path)
}
