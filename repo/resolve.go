package repo

import (
	"context"
	"fmt"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// Keep is what a person wants to stand at the path of an uncertain operation.
type Keep string

// The three answers to an uncertain operation.
const (
	KeepCurrent Keep = "current"
	KeepBefore  Keep = "before"
	KeepAfter   Keep = "after"
)

// Standing is what an uncertain operation left, for a person to decide on.
type Standing struct {
	Dropped         // what the operation's own commit holds
	Path            string
	Before, After   Bytes // what the operation was to change, and into what
	Current         Bytes // what stands there now
	CurrentIsBefore bool
	CurrentIsAfter  bool
}

// Resolve ends an uncertain operation as a person decided. plan makes the
// records that say so. What stood at the path is in the history afterwards,
// whatever is kept.
func (s *Store) Resolve(ctx context.Context, id memfile.ID, keep Keep, plan func(Standing) (*Operation, error)) (Result, error) {
	release, err := s.lock(ctx)
	if err != nil {
		return Result{}, err
	}
	defer release()
	if _, err := s.settleAll(ctx); err != nil {
		return Result{}, err
	}
	p, err := uncertainIn(s.unsettled, id)
	if err != nil {
		return Result{}, err
	}
	standing, err := s.standing(p)
	if err != nil {
		return Result{}, err
	}
	op, err := plan(standing)
	if err != nil {
		return Result{}, err
	}
	return s.resolve(ctx, p, keep, standing, *op)
}

// Standing looks at an uncertain operation, by its id or that of a record of
// it, as a person should see it before Resolve. It takes no lock and changes
// nothing. The error is ErrNotUncertain where there is none.
func (s *Store) Standing(id memfile.ID) (Standing, error) {
	all, err := s.loadPending()
	if err != nil {
		return Standing{}, err
	}
	for _, p := range all {
		if p.verdict, _, err = s.classify(p); err != nil {
			return Standing{}, err
		}
	}
	p, err := uncertainIn(all, id)
	if err != nil {
		return Standing{}, err
	}
	return s.standing(p)
}

// uncertainIn finds the uncertain operation with an id, its own or that of a
// record of it.
func uncertainIn(list []*pending, id memfile.ID) (*pending, error) {
	for _, p := range list {
		if p.verdict != uncertain || p.deciding() == nil || p.fault != "" {
			continue
		}
		if p.operation == id {
			return p, nil
		}
		for _, record := range p.message.IDs {
			if record == id {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("%s: no uncertain operation has this id: %w", id, ErrNotUncertain)
}

func (s *Store) standing(p *pending) (Standing, error) {
	st := p.deciding()
	current, _, err := s.look(st.Path)
	if err != nil {
		return Standing{}, err
	}
	out := Standing{Dropped: s.dropped(p), Path: st.Path, After: st.After, Current: current}
	if st.before != "" {
		data, err := s.Git.Blob(plumbing.NewHash(st.before))
		if err != nil {
			return out, err
		}
		out.Before = Of(data)
	}
	out.CurrentIsBefore, out.CurrentIsAfter = current.Equal(out.Before), current.Equal(out.After)
	return out, nil
}

// resolve aims the same reference at a commit of its own, so that there is
// never a second one that could match what the first left.
func (s *Store) resolve(ctx context.Context, p *pending, keep Keep, at Standing, op Operation) (Result, error) {
	after := map[Keep]Bytes{KeepCurrent: at.Current, KeepBefore: at.Before, KeepAfter: at.After}[keep]
	deciding := Change{Path: at.Path, Before: at.Current, After: after, Decides: true, Edited: true, Standing: after.Equal(at.Current)}
	op.Changes = append([]Change{deciding}, op.Changes...)
	if err := s.asTheyStand(p, op.Changes); err != nil {
		return Result{}, err
	}
	op.Message.Operation = p.operation
	s.forget(p)
	w, err := s.prepare(op)
	if err != nil {
		return Result{}, err
	}
	if !deciding.Standing {
		w.kept = &at.Current
	}
	if err := s.retire(w.folder); err != nil {
		return Result{}, err
	}
	lock, err := s.Git.TakeLock(s.Git.RefPath(p.ref)+".lock", s.deadline())
	if err != nil {
		return Result{}, err
	}
	err = w.pin()
	if unlock := lock.Release(); err == nil {
		err = unlock
	}
	if err != nil {
		return Result{}, err
	}
	w.resolving = true
	if err := w.carryOut(ctx); err != nil {
		return Result{}, err
	}
	return w.result(), nil
}

// asTheyStand expects of the paths what the interrupted operation left of
// them, on disk and in git's index: its before, or its after already.
func (s *Store) asTheyStand(p *pending, changes []Change) error {
	for i := range changes {
		c := &changes[i]
		disk, _, err := s.look(c.Path)
		if err != nil {
			return err
		}
		for _, st := range p.steps {
			if st.Path != c.Path {
				continue
			}
			c.staged = []string{st.before, st.after}
			if !st.Decides && (disk.Blob() == st.before || disk.Blob() == st.after) {
				c.Before, c.Edited = disk, true
			}
		}
	}
	return nil
}

// forget takes a pending operation off the list of those whose paths are refused.
func (s *Store) forget(p *pending) {
	kept := s.unsettled[:0]
	for _, q := range s.unsettled {
		if q != p {
			kept = append(kept, q)
		}
	}
	s.unsettled = kept
}

// Pinned gives access to what the commit of a pending operation holds.
func (s *Store) Pinned(operation memfile.ID) (Dropped, error) {
	all, err := s.loadPending()
	if err != nil {
		return Dropped{}, err
	}
	for _, p := range all {
		if p.operation == operation && p.commit != nil && p.fault == "" {
			return s.dropped(p), nil
		}
	}
	return Dropped{}, fmt.Errorf("%s: no pending operation has this id: %w", operation, ErrNotUncertain)
}
