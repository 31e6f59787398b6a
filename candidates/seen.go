package candidates

import (
	"gitmem/memfile"
	"gitmem/repo"
)

// Saw notes that a person was shown a candidate as it stands. If its file has
// changed when this desk comes to decide on it, the decision is a
// *repo.ConflictError: nobody decides on what they have not seen.
func (d *Desk) Saw(rec Record) {
	if d.seen == nil {
		d.seen = map[memfile.ID]string{}
	}
	d.seen[rec.ID] = memfile.BlobID(rec.File.Bytes())
}

func (d *Desk) asSeen(rec Record) error {
	shown, ok := d.seen[rec.ID]
	if !ok || shown == memfile.BlobID(rec.File.Bytes()) {
		return nil
	}
	return &repo.ConflictError{Path: rec.Path, Reason: "it was changed after it was shown"}
}
