package evidence

import (
	"gitmem/memfile"
	"gitmem/repo"
)

// Saw notes that a person was shown an experience as it stands. If its file
// has changed when this ledger comes to decide on it, the decision is a
// *repo.ConflictError: nobody decides on what they have not seen.
func (l *Ledger) Saw(rec Record) {
	if l.seen == nil {
		l.seen = map[memfile.ID]string{}
	}
	l.seen[rec.ID] = memfile.BlobID(rec.File.Bytes())
}

func (l *Ledger) asSeen(rec Record) error {
	shown, ok := l.seen[rec.ID]
	if !ok || shown == memfile.BlobID(rec.File.Bytes()) {
		return nil
	}
	return &repo.ConflictError{Path: rec.Path, Reason: "it was changed after it was shown"}
}
