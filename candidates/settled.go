package candidates

import (
	"sort"

	"gitmem/memfile"
)

// SettledList reads the settled candidates whose status is wanted, those that
// were settled last first. One that cannot be read is named and left out.
func (d *Desk) SettledList(wanted func(status string) bool) (Listing, error) {
	r, err := d.reader()
	if err != nil {
		return Listing{}, err
	}
	known, err := r.known()
	if err != nil {
		return Listing{}, err
	}
	var l Listing
	known.lines("", func(k knownLine) {
		if k.Day == openDay || !memfile.Settled(k.Status) || !wanted(k.Status) {
			return
		}
		rec, err := r.settledAt(k)
		if err != nil {
			l.Invalid = append(l.Invalid, *invalid(k.path(), err))
			return
		}
		l.Records = append(l.Records, rec)
	})
	sort.Slice(l.Invalid, func(i, j int) bool { return l.Invalid[i].Path < l.Invalid[j].Path })
	sort.Slice(l.Records, func(i, j int) bool {
		a, b := l.Records[i], l.Records[j]
		if !a.Updated.Equal(b.Updated) {
			return a.Updated.After(b.Updated)
		}
		return a.ID < b.ID
	})
	return l, nil
}
