package candidates

import (
	"gitmem/memfile"
	"gitmem/repo"
)

// Overview is what a person wants to know first about one store.
type Overview struct {
	Usage     Usage
	Longest   string // names the longest entries of a memory that is nearly full
	Drift     repo.Drift
	Open      []Record
	Invalid   []Invalid
	Uncertain []repo.PendingOp
	Waiting   []repo.PendingOp
	// Unfinished are operations that were begun and are neither done nor given
	// up: under way at this moment, or to be settled by the next command.
	Unfinished []repo.PendingOp
	Kept       []repo.Kept
	Fault      *memfile.Fault // why the resident file cannot be read
}

// Overview looks at the open candidates, the resident file and what is
// pending. It reads no settled record.
func (d *Desk) Overview() (Overview, error) {
	var o Overview
	list, err := d.OpenList()
	if err != nil {
		return o, err
	}
	o.Open, o.Invalid = list.Records, list.Invalid
	var driftErr error
	o.Drift, driftErr = d.Store.Drift(ResidentPath)
	o.Usage.Cap = d.Rules.Cap
	r, _, err := d.readResident()
	switch {
	case err != nil: // whatever keeps it from being read, the rest is told
		bad := invalid(ResidentPath, err)
		o.Fault, o.Invalid = bad.Faults[0], append(o.Invalid, *bad)
	case driftErr != nil:
		return o, driftErr
	default:
		if o.Usage.Chars = r.Usage(); o.Usage.Full() {
			o.Longest = longest(r)
		}
	}
	pending, err := d.Store.Pending()
	if err != nil {
		return o, err
	}
	for _, p := range pending {
		switch p.State {
		case repo.Uncertain:
			o.Uncertain = append(o.Uncertain, p)
		case repo.Waiting:
			o.Waiting = append(o.Waiting, p)
		default:
			o.Unfinished = append(o.Unfinished, p)
		}
	}
	o.Kept, err = d.Store.Kept()
	return o, err
}

// Entries are the entries of the resident file as it stands, and how full it
// is. Credentials that somebody saved there are not given.
func (d *Desk) Entries() ([]memfile.Block, Usage, error) {
	r, _, err := d.readResident()
	if err != nil {
		return nil, Usage{}, err
	}
	entries := r.Entries()
	for i := range entries {
		entries[i].Text = shown([]byte(entries[i].Text))
	}
	return entries, Usage{Chars: r.Usage(), Cap: d.Rules.Cap}, nil
}

// InvalidResident says why the resident file cannot be read.
func InvalidResident(err error) *Invalid { return invalid(ResidentPath, err) }
