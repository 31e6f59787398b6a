package evidence

import (
	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Batch plans several experiences that are recorded by one operation, beside
// other records. What is wrong with one of them never drops the others. It is
// for a plan of Desk.Run.
type Batch struct {
	reader  *reader
	actor   candidates.Actor
	made    []memfile.Experience
	changes []repo.Change
}

// Batch begins one.
func (l *Ledger) Batch(actor candidates.Actor) (*Batch, error) {
	r, err := l.reader()
	return &Batch{reader: r, actor: actor}, err
}

// Record plans one experience. The errors are those of Ledger.Record.
func (b *Batch) Record(n Note) (Outcome, error) {
	change, out, err := b.reader.plan(n, b.actor, b.made)
	if err != nil || out.Existing {
		return out, err
	}
	b.made = append(b.made, out.Experience)
	b.changes = append(b.changes, change)
	return out, nil
}

// Made are the experiences so far.
func (b *Batch) Made() []memfile.Experience { return b.made }

// Changes are the files of the experiences.
func (b *Batch) Changes() []repo.Change { return b.changes }

// Message is the commit message of the operation that records them, as Ledger
// would write it.
func (b *Batch) Message() memfile.Message { return message("record", b.actor, b.made...) }
