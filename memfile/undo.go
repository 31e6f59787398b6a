package memfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Undo takes back what c.Effect records, entry by entry, the last first; all of it or, with an error, nothing. before is the
// file as the effect's operation found it, from the blob that the effect names: it says where a removed entry stood. With
// nil a removed entry comes first in the file's list. If nothing but the candidate's own work lies between before and r, the
// result is before, byte for byte; zero bytes mean that the file goes away again.
//
// The changes are those of the undo in the order of the operations, Before and After as this undo found and left them. The
// error is an *EntryError with ErrGone if an entry that it wrote no longer stands, with ErrStands if an entry that it would
// put back stands already; in a batch an *OperationError is around it.
func (r *Resident) Undo(before *Resident, c Candidate) (*Resident, []EntryChange, error) {
	if c.Effect == nil {
		return nil, nil, fmt.Errorf("%s: %w: nothing was applied", r.path, ErrGone)
	}
	found := c.states(before)
	now := r
	changes := make([]EntryChange, len(c.Effect.Entries))
	for i, change := range slices.Backward(c.Effect.Entries) {
		next, err := now.takeBack(change, found[i])
		if err != nil {
			if len(changes) > 1 {
				err = &OperationError{Index: i + 1, Err: err}
			}
			return nil, nil, err
		}
		now, changes[i] = next.Resident, next.EntryChange
	}
	if c.alone(before, r) {
		now = before
	}
	return now, changes, nil
}

// states gives for each recorded change the file that it found.
func (c Candidate) states(before *Resident) []*Resident {
	out := make([]*Resident, len(c.Effect.Entries))
	for i := range out {
		out[i] = before
	}
	if before == nil {
		return out
	}
	if steps, err := before.Perform(c); err == nil && len(steps) == len(out) {
		for i := 1; i < len(out); i++ {
			out[i] = steps[i-1].Resident
		}
	}
	return out
}

// alone reports whether the candidate, applied to before, gives exactly r.
func (c Candidate) alone(before, r *Resident) bool {
	if before == nil {
		return false
	}
	after, err := Replay(before, c)
	return err == nil && bytes.Equal(after, r.data)
}

// takeBack undoes one change. found is the file that the change found, nil if it is not known.
func (r *Resident) takeBack(change EntryChange, found *Resident) (Applied, error) {
	switch {
	case change.Unchanged():
		return Applied{Resident: r, EntryChange: change}, nil
	case change.After == "":
		return r.restore(change.Before, found)
	case change.Before == "":
		return r.withdraw(change.After)
	default:
		return r.swapBack(change)
	}
}

// standing finds the block that a change wrote. Of equal ones the last is taken, since an add puts it last.
func (r *Resident) standing(raw string) (Block, error) {
	kind, text := readRaw(raw)
	for _, b := range slices.Backward(r.blocks) {
		if b.Kind == kind && b.Text == text {
			return b, nil
		}
	}
	return Block{}, &EntryError{Path: r.path, Text: text, Err: ErrGone}
}

// absent refuses to put back what stands.
func (r *Resident) absent(raw string) error {
	kind, text := readRaw(raw)
	if i := r.at(kind, text); i >= 0 {
		return &EntryError{Path: r.path, Line: r.blocks[i].Line, Text: text, Err: ErrStands}
	}
	return nil
}

// withdraw takes away what an add put there.
func (r *Resident) withdraw(raw string) (Applied, error) {
	b, err := r.standing(raw)
	if err != nil {
		return Applied{}, err
	}
	return r.remove(b)
}

// swapBack puts the former wording in the place of the present one, as it stood.
func (r *Resident) swapBack(change EntryChange) (Applied, error) {
	b, err := r.standing(change.After)
	if err != nil {
		return Applied{}, err
	}
	if err := r.absent(change.Before); err != nil {
		return Applied{}, err
	}
	after, err := r.splice(b.Start, b.End, strings.ReplaceAll(change.Before, "\n", r.eol())+r.endOf(b))
	if err != nil {
		return Applied{}, err
	}
	_, text := readRaw(change.Before)
	i := r.index(b)
	if !r.oneInstead(after, i, text) {
		return Applied{}, notOne(r.path, b.Kind)
	}
	return Applied{after, EntryChange{b.Raw, after.blocks[i].Raw}, after.blocks[i].Line}, nil
}
