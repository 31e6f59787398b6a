package candidates

import "gitmem/repo"

// drifted is why nothing may be applied to a resident file that holds bytes
// which no operation wrote: a person edited it, it is damaged, or an operation
// was interrupted and a person has to look at what it left.
func (d *Desk) drifted(drift repo.Drift) error {
	pending, err := d.Store.Pending()
	if err != nil {
		return err
	}
	for _, op := range pending {
		if op.State == repo.Uncertain && op.Path == drift.Path {
			return &repo.UncertainError{Path: op.Path, Operation: op.Operation, IDs: op.IDs}
		}
	}
	return &DriftedError{Path: drift.Path, Commit: drift.Base.Commit, Rubble: drift.Rubble}
}

// damaged is the error of a resident file that cannot be read: drift, if an
// operation has left a good one.
func (d *Desk) damaged(fault error) error {
	drift, err := d.Store.Drift(ResidentPath)
	if err != nil || drift.Rubble == "" {
		return fault
	}
	return &DriftedError{Path: ResidentPath, Commit: drift.Base.Commit, Rubble: drift.Rubble, Err: fault}
}
