package candidates

import (
	"fmt"

	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// Batch plans several proposals that are laid on the desk by one operation,
// beside other records. What is wrong with one of them never drops the others.
// It is for a plan of Run.
type Batch struct {
	desk    *Desk
	made    []memfile.Candidate
	changes []repo.Change
	words   map[string]bool
}

// Batch begins one.
func (d *Desk) Batch() *Batch { return &Batch{desk: d, words: map[string]bool{}} }

// Propose plans one proposal. The errors are those of Desk.Propose, and a
// *FieldError for what stands twice in this batch. The outcome says where
// nothing is to be made: see DuplicateOf and Existing.
func (b *Batch) Propose(p Proposal) (Outcome, error) {
	p.beside = len(b.made)
	key := batchKey(p)
	if b.words[key] {
		return Outcome{}, &FieldError{Field: "content", Reason: "the same was proposed twice in one answer"}
	}
	op, out, err := b.desk.PlanProposal(p)
	if err != nil {
		b.desk.logRefusal(p, err)
		return out, err
	}
	b.words[key] = true
	if op == nil {
		return out, nil
	}
	b.made = append(b.made, out.Candidate)
	b.changes = append(b.changes, op.Changes...)
	return out, nil
}

// batchKey is the same for proposals that change the same to the same.
func batchKey(p Proposal) string {
	return fmt.Sprintf("%s\x00%s\x00%s", p.Action, p.Locator, fold.Key(p.Content))
}

// Made are the candidates so far, Changes what the operation writes of them.
func (b *Batch) Made() []memfile.Candidate { return b.made }

// Changes are the files of the candidates.
func (b *Batch) Changes() []repo.Change { return b.changes }
