package repo

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// ResidentPath is the resident file of a store.
const ResidentPath = "MEMORY.md"

// Record is one commit of a store's history.
type Record struct {
	Commit        string   // full id
	Parents       []string // full ids
	Time          time.Time
	Author, Email string // as git has them
	// ByHand: no operation made this commit. Message then holds only its subject.
	ByHand bool
	// Message is what an operation says of itself; its paragraphs and the
	// trailers that gitmem does not know are left out.
	Message memfile.Message
	// Changed are the resident files and skills that a commit by hand changed,
	// compared with its first parent. Of a merge only what is in no parent counts.
	Changed []memfile.PathChange
	// Added and Removed are the entries of the resident file that stand on one
	// side of the change only: what an operation names as before and after, or
	// for a commit by hand what its parents and it hold. One that only moved is
	// in neither.
	Added, Removed []EntryDigest
}

// Paths are the resident files and skills that the commit changed, by its
// trailers or, by hand, by what it holds.
func (r Record) Paths() []memfile.PathChange {
	if r.ByHand {
		return r.Changed
	}
	return r.Message.Paths
}

// path finds what a commit did to one path.
func (r Record) path(path string) (memfile.PathChange, bool) {
	for _, p := range r.Paths() {
		if p.Path == path {
			return p, true
		}
	}
	return memfile.PathChange{}, false
}

// Filter says which records are wanted; zero fields want all.
type Filter struct {
	Op   string // the operation's word; "hand" for commits by hand
	ID   string // an id of a record or of the operation, or the beginning of one
	Path string // a resident file or a skill that was changed
	Max  int    // at most so many, the newest
}

// ByHandWord stands in Filter.Op for commits that no operation made.
const ByHandWord = "hand"

func (f Filter) wants(r Record) bool {
	if f.Op != "" && f.Op != r.Message.Op && (f.Op != ByHandWord || !r.ByHand) {
		return false
	}
	if _, ok := r.path(f.Path); f.Path != "" && !ok {
		return false
	}
	named := func(id memfile.ID) bool { return strings.HasPrefix(string(id), f.ID) }
	return f.ID == "" || !r.ByHand && named(r.Message.Operation) || slices.ContainsFunc(r.Message.IDs, named)
}

// Len is the number of commits.
func (h *History) Len() int { return len(h.records) }

// All visits the records, newest first and never a commit before one of its children.
func (h *History) All() iter.Seq[Record] { return h.Select(Filter{}) }

// Select visits the records that a filter wants, newest first.
func (h *History) Select(f Filter) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		found := 0
		resolves := resolvesSeen{}
		for i := range h.records {
			r, err := decodeRecord(h.records[i])
			if err != nil {
				continue
			}
			resolves.look(&r)
			if !f.wants(r) {
				continue
			}
			if found++; !yield(r) || found == f.Max {
				return
			}
		}
	}
}

// History reads every commit that HEAD reaches, from the private cache and,
// for what is new, from git. A store without a commit has an empty history.
// Errors: those of reading HEAD and its commit. A history that is cut off is
// none, see History.Missing.
func (s *Store) History(ctx context.Context) (*History, error) {
	head, err := s.Git.Head()
	if err != nil {
		return nil, err
	}
	cache := s.loadHistory()
	if h, ok := cache.straightHistory(head.Hash); ok {
		return h, nil
	}
	if head.Hash == plumbing.ZeroHash {
		return &History{}, nil
	}
	b := s.historyBuilder(cache)
	if err := b.read(ctx, head.Hash); err != nil {
		return nil, err
	}
	return b.finish(head.Hash), nil
}

// historyBuilder joins what the cache holds with what is new.
type historyBuilder struct {
	s       *Store
	lineage *lineage
	records [][]byte // by index of the lineage
	cached  int      // records from here on are new
	damaged bool     // the cache file has to be written anew
	unsure  map[gitdir.Hash]bool
}

func (s *Store) historyBuilder(cache historyCache) *historyBuilder {
	b := &historyBuilder{s: s, lineage: newLineage(len(cache.records)), damaged: cache.damaged, unsure: map[gitdir.Hash]bool{}}
	for _, r := range cache.records {
		k, err := decodeKin(r)
		if err != nil || !b.lineage.add(k) {
			b.damaged = true // two processes appended the same commit
			continue
		}
		b.records = append(b.records, r)
	}
	b.cached = len(b.records)
	return b
}

// read makes the records of the commits that the cache does not have: those
// before it, where a shallow history was deepened, and those after.
func (b *historyBuilder) read(ctx context.Context, head gitdir.Hash) error {
	if _, err := b.s.Git.Commit(head); err != nil {
		return err
	}
	var all []int32
	for i := range b.lineage.kin {
		all = append(all, int32(i))
	}
	tips := append(b.lineage.absentParents(all), head)
	known := func(h gitdir.Hash) bool { _, ok := b.lineage.index[h]; return ok }
	w := b.s.recordWorkers()
	err := b.s.gather(tips, known, func(c *gitdir.Commit) error {
		b.lineage.add(kinOf(c))
		w.take(c)
		return ctx.Err()
	})
	made, workErr := w.finish()
	if err := errors.Join(err, workErr); err != nil {
		return err
	}
	for _, m := range made {
		if !m.sure {
			b.unsure[b.lineage.kin[len(b.records)].commit] = true
		}
		b.records = append(b.records, m.record)
	}
	return nil
}

// finish puts the records in order and brings the cache file up to date. What
// could not be made in full, because the history is shallow, is not kept.
func (b *historyBuilder) finish(head gitdir.Hash) *History {
	order := b.lineage.newestFirst(head)
	h := &History{records: make([][]byte, len(order)), straight: true}
	for _, p := range b.lineage.absentParents(order) {
		h.Missing = append(h.Missing, p.String())
	}
	anew := b.damaged || len(order) < len(b.records)/2
	var keep [][]byte
	for i, at := range order {
		h.records[i] = b.records[at]
		h.straight = h.straight && len(b.lineage.parentsOf(at)) < 2
		if (anew || int(at) >= b.cached) && !b.unsure[b.lineage.kin[at].commit] {
			keep = append(keep, b.records[at])
		}
	}
	slices.Reverse(keep)
	b.s.keepHistory(keep, anew)
	return h
}

// isAbsent is true where an object is not in the repository at all.
func isAbsent(err error) bool { return errors.Is(err, gitdir.ErrNoObject) }

// isUnreadable is true where an object is not there, or not whole.
func isUnreadable(err error) bool { return isAbsent(err) || errors.Is(err, gitdir.ErrDamaged) }
