package candidates

import (
	"fmt"

	"gitmem/memfile"
)

// TamperedError says that a settled candidate is not what its last operation
// left. Nothing is done with it until that stands again.
type TamperedError struct {
	ID   memfile.ID
	Path string
	Blob string // of what the last operation left
}

func (e *TamperedError) Error() string {
	return fmt.Sprintf("%s: it is a record of what happened, and it was changed by hand", e.Path)
}

// asLeft makes sure that what is decided on is what gitmem's operations left:
// of a settled candidate every byte, of an open one gitmem's own keys, whatever
// was committed by hand since.
func (d *Desk) asLeft(rec Record) error {
	view, err := d.Store.View()
	if err != nil {
		return err
	}
	k, err := d.known(view)
	if err != nil {
		return err
	}
	line, ok := k.one(rec.ID)
	switch {
	case !ok:
		return &ForgedError{Path: rec.Path}
	case line.Blob == memfile.BlobID(rec.File.Bytes()):
		return nil
	case memfile.Settled(rec.Status):
		return &TamperedError{ID: rec.ID, Path: rec.Path, Blob: line.Blob}
	}
	data, err := d.Store.BlobData(line.Blob)
	if err != nil {
		return err
	}
	left, err := memfile.ParseCandidate(rec.Path, data)
	if err != nil {
		return err
	}
	if faults := memfile.OwnKeys(left, rec.File); len(faults) > 0 {
		return &ForgedError{Path: rec.Path, Faults: faults}
	}
	return nil
}
