package candidates

import (
	"cmp"
	"slices"

	"gitmem/memfile"
)

// VisitSettled reads the settled candidates whose status is wanted, those of
// the newest day first, one at a time, so that their number costs no memory.
// One that cannot be read is given as invalid. An error of visit ends it.
func (d *Desk) VisitSettled(wanted func(status string) bool, visit func(Record, *Invalid) error) error {
	r, err := d.reader()
	if err != nil {
		return err
	}
	known, err := r.known()
	if err != nil {
		return err
	}
	var lines []knownLine
	known.lines("", func(k knownLine) {
		if k.Day != openDay && memfile.Settled(k.Status) && wanted(k.Status) {
			lines = append(lines, k)
		}
	})
	slices.SortFunc(lines, func(a, b knownLine) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(a.ID, b.ID))
	})
	for _, k := range lines {
		rec, err := r.settledAt(k)
		var bad *Invalid
		if err != nil {
			bad = invalid(k.path(), err)
		}
		if err := visit(rec, bad); err != nil {
			return err
		}
	}
	return nil
}
