package candidates

import (
	"fmt"
	"slices"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// Withdrawal is what becomes of the candidates that cite evidence which is
// forgotten. The resident file is not touched by it.
type Withdrawal struct {
	Changes []repo.Change
	// Rejected were open. They leave no tombstone: the words may come back with
	// other evidence.
	Rejected []memfile.Candidate
	// Revocations propose to take back what was applied; they wait for review. A
	// proposal that is open already and would do the same gets their reason
	// instead, as long as nobody has it in an editor.
	Revocations []memfile.Candidate
	// Superseded were applied, and nothing of what they wrote stands any more.
	Superseded []memfile.ID
	// Edited: an edit by hand that was saved and not committed goes along.
	Edited bool
}

// IDs are those of the candidates that change.
func (w Withdrawal) IDs() []memfile.ID {
	var ids []memfile.ID
	for _, c := range slices.Concat(w.Rejected, w.Revocations) {
		ids = append(ids, c.ID)
	}
	return ids
}

// UnsettledError says that an operation on a candidate is unfinished or
// uncertain, so that nobody knows yet what its evidence supports.
type UnsettledError struct {
	ID        memfile.ID
	Operation memfile.ID
	State     repo.State
	Path      string
}

func (e *UnsettledError) Error() string {
	return fmt.Sprintf("%s: its operation %s is %s; what supports it cannot be forgotten before that is settled", e.ID, e.Operation, e.State)
}

// Unwrap gives the operation that a person has to look at.
func (e *UnsettledError) Unwrap() error {
	return &repo.UncertainError{Path: e.Path, Operation: e.Operation, IDs: []memfile.ID{e.ID}}
}

// PlanWithdrawal plans what becomes of the candidates that cite experiences
// which are forgotten: open ones are rejected, and for each applied one a
// revocation is proposed. current tells of another experience whether it still
// supports what cites it. It is for a plan of Run. Errors: *UnsettledError, and
// the memfile.Faults of an open candidate that cannot be read.
func (d *Desk) PlanWithdrawal(forgotten []memfile.ID, current func(memfile.ID) bool, actor Actor) (Withdrawal, error) {
	r, err := d.reader()
	if err != nil {
		return Withdrawal{}, err
	}
	citing, err := r.citing(forgotten)
	if err != nil {
		return Withdrawal{}, err
	}
	p := withdrawing{reader: r, forgotten: forgotten, current: current, actor: actor}
	var applied []Record
	for _, rec := range citing {
		if op, ok := r.pending[rec.ID]; ok {
			return Withdrawal{}, &UnsettledError{ID: rec.ID, Operation: op.Operation, State: op.State, Path: rec.Path}
		}
		switch {
		case open(rec.State):
			if err := p.reject(rec); err != nil {
				return Withdrawal{}, err
			}
		case rec.State == Applied && rec.Effect == nil:
			p.out.Superseded = append(p.out.Superseded, rec.ID) // nothing says what it wrote
		case rec.State == Applied:
			applied = append(applied, rec)
		}
	}
	return p.out, p.revoke(applied)
}

// withdrawing is one withdrawal under way.
type withdrawing struct {
	reader    *reader
	forgotten []memfile.ID
	current   func(memfile.ID) bool
	actor     Actor
	out       Withdrawal
}

// reject closes an open candidate. That a person forgot its evidence is no
// decision against its words, so it is not recorded as theirs.
func (p *withdrawing) reject(rec Record) error {
	system := Actor{Kind: memfile.ActorSystem, Via: ViaPolicy}
	changes, c, err := p.reader.desk.rejection(rec, system, Withdraw, p.reason(rec.Candidate))
	if err != nil {
		return err
	}
	p.out.Changes = append(p.out.Changes, changes...)
	p.out.Rejected = append(p.out.Rejected, c)
	p.out.Edited = p.out.Edited || rec.Edited
	return nil
}

// reason names what was forgotten and what still supports a candidate.
func (p *withdrawing) reason(c memfile.Candidate) string {
	var gone, left []string
	for _, id := range c.Evidence {
		switch {
		case slices.Contains(p.forgotten, id):
			gone = append(gone, string(id))
		case p.current(id):
			left = append(left, string(id))
		}
	}
	still := "nothing supports it any more"
	if len(left) > 0 {
		still = "it is still supported by " + strings.Join(left, ", ")
	}
	return fmt.Sprintf("its evidence %s was forgotten; %s", strings.Join(gone, ", "), still)
}
