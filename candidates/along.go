package candidates

import (
	"errors"
	"fmt"
	"slices"

	"gitmem/memfile"
	"gitmem/repo"
)

// Along is what changes in the same commit as a proposal: further records,
// under another word of operation than "propose". The promotion policy never
// applies such a proposal, and a person does not apply it at once.
type Along struct {
	Op      string
	IDs     []memfile.ID // of the records
	Changes []repo.Change
	// Edited: a change commits an edit by hand that was saved and not committed.
	Edited bool
	// Decision says that a person decided by it.
	Decision bool
}

var errAlongApplied = errors.New("a proposal with further records is not applied at once")

// join adds the records to the operation of the proposal.
func (a Along) join(op *repo.Operation) {
	op.Changes = append(op.Changes, a.Changes...)
	op.Message.IDs = append(op.Message.IDs, a.IDs...)
	op.Message.Edited = op.Message.Edited || a.Edited
	op.Decision = op.Decision || a.Decision
}

// checkEvidence refuses a proposal that names as its evidence what is no
// experience of this store, or may never support memory. What changes along
// with the proposal was looked at by whoever asks for it.
func (d *Desk) checkEvidence(p Proposal) error {
	for _, id := range p.Evidence {
		switch {
		case id.Kind() != memfile.KindExperience:
			return &FieldError{Field: "evidence", Reason: fmt.Sprintf("%s is no experience", id)}
		case slices.Contains(p.Along.IDs, id):
			continue
		case d.Evidence == nil:
			return &FieldError{Field: "evidence", Reason: fmt.Sprintf("%s cannot be looked up here", id)}
		}
		e, err := d.Evidence(id)
		if err != nil {
			return err
		}
		if _, err := memfile.SupportingID(e); err != nil {
			return err
		}
	}
	return nil
}
