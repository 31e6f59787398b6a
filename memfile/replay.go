package memfile

import "fmt"

// Perform makes the changes of a candidate in order, each on the result of the one before, and gives one step for each.
// Where the candidate records targets, each replace and remove must find its target standing, and its locator must still
// name it: it is never re-aimed. Without targets the locator alone decides; the Before of such a step is then the target to
// record. Errors are those of [Resident.Apply], *TargetError, and in a batch an *OperationError around them.
func (r *Resident) Perform(c Candidate) ([]Applied, error) {
	if len(r.data) == 0 && r.scope == "" {
		r = EmptyResident(r.path, c.Scope)
	}
	if err := c.checkTargets(); err != nil {
		return nil, err
	}
	var steps []Applied
	targets := c.Target
	for i, e := range c.Edits() {
		step, err := r.perform(e, &targets)
		if err != nil {
			if c.Batch() {
				err = &OperationError{Index: i + 1, Err: err}
			}
			return nil, err
		}
		steps = append(steps, step)
		r = step.Resident
	}
	return steps, nil
}

// checkTargets refuses targets that do not belong to the edits, because the edits were changed since.
func (c Candidate) checkTargets() error {
	aimed := 0
	for _, e := range c.Edits() {
		if e.Action != ActionAdd {
			aimed++
		}
	}
	if len(c.Target) > 0 && len(c.Target) != aimed {
		return fmt.Errorf("%w: %d recorded targets for %d replaces and removes", ErrFields, len(c.Target), aimed)
	}
	return nil
}

// perform makes one edit and takes its target, if there are any, from the front of targets.
func (r *Resident) perform(e Edit, targets *[]string) (Applied, error) {
	if e.Action == ActionAdd || len(*targets) == 0 {
		return r.Apply(e)
	}
	if err := e.Check(); err != nil {
		return Applied{}, err
	}
	target := (*targets)[0]
	*targets = (*targets)[1:]
	b, err := r.target(target, e.Locator)
	if err != nil {
		return Applied{}, err
	}
	return r.change(b, e)
}

// target finds the block that was reviewed.
func (r *Resident) target(raw, locator string) (Block, error) {
	kind, text := readRaw(raw)
	i := r.at(kind, text)
	if i < 0 {
		err := &TargetError{Path: r.path, Target: raw}
		if near, _, ok := Nearest(r, text); ok {
			err.Nearest = &near
		}
		return Block{}, err
	}
	if !names(locator, r.blocks[i]) {
		return Block{}, &TargetError{Path: r.path, Target: raw, Locator: locator}
	}
	return r.blocks[i], nil
}

// Replay gives the bytes of the file after a candidate was applied to before; nil or an empty file is an absent one. It is
// the same code as a preview and an apply, so that all three agree byte for byte.
func Replay(before *Resident, c Candidate) ([]byte, error) {
	if before == nil {
		before = &Resident{}
	}
	steps, err := before.Perform(c)
	if err != nil {
		return nil, err
	}
	return steps[len(steps)-1].Resident.Bytes(), nil
}
