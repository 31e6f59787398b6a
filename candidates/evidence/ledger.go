package evidence

import (
	"time"

	"gitmem/candidates"
	"gitmem/memfile"
)

// Ledger is the experiences and the feedback of one store.
type Ledger struct {
	Desk *candidates.Desk

	seen map[memfile.ID]string // blob ids of the files that were shown
}

// Open opens the ledger of a desk's store. From then on the desk can look up
// the evidence that a proposal names.
func Open(desk *candidates.Desk) *Ledger {
	l := &Ledger{Desk: desk}
	desk.Evidence = func(id memfile.ID) (memfile.Experience, error) {
		rec, err := l.Find(string(id))
		return rec.Experience, err
	}
	return l
}

func (l *Ledger) now() time.Time { return l.Desk.Store.Now() }
