package repo

import (
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// checkUntouched makes sure that an operation found a record as the operation
// before it left it, and not as a commit by hand made it. Of one that is open a
// person may change what is theirs. It gives what the record is compared with:
// nothing where a person had deleted an open one and it was made anew.
func (v *verifier) checkUntouched(ch *chain, f seen, change recordChange, old *recordState) (*recordState, error) {
	if f.first || v.wasInterrupted(f, change, old) {
		return old, nil
	}
	if old == nil {
		v.checkUnmade(ch, f, change)
		return nil, nil
	}
	stood, changed := change.before(old.path)
	if !changed {
		var err error
		if stood, err = blobAt(v.s.Git, change.tree, old.path); err != nil {
			return old, v.unreadable(f, old.path, err)
		}
	}
	switch {
	case stood == hexOf(old.blob):
		return old, nil
	case stood == "" && !old.settled && begins(f.message.Op):
		return nil, nil
	case stood == "":
		v.tampered(ch, f, change.id, old.path, "deleted the record")
	case old.settled:
		v.tampered(ch, f, change.id, old.path, "changed the record of "+closed(change.id))
	default:
		return old, v.checkEdited(ch, f, old, stood)
	}
	return old, nil
}

// begins is true for the operations with which the life of a record begins.
func begins(op string) bool {
	return slices.Contains([]string{"propose", "import", "apply", "adopt", "promote", "forget", "record", "feedback"}, op)
}

// wasInterrupted is true where a resolve found the record that the operation
// wrote which it ends: a person committed it before they decided.
func (v *verifier) wasInterrupted(f seen, change recordChange, old *recordState) bool {
	if f.message.Op != resolveWord {
		return false
	}
	for _, t := range slices.Concat(change.gone, change.came) {
		if t.before == "" {
			continue
		}
		file, ok, err := parsedAt(v, f, t.path, plumbing.NewHash(t.before), memfile.ParseCandidate)
		if err != nil || !ok {
			continue
		}
		c := file.Candidate()
		own := c.Effect
		if old != nil && old.status == memfile.StatusApplied {
			own = c.Undo
		}
		if own != nil && own.Operation == f.message.Operation {
			return true
		}
	}
	return false
}

// checkUnmade reports a record that stood before the first operation on it.
func (v *verifier) checkUnmade(ch *chain, f seen, change recordChange) {
	for _, t := range slices.Concat(change.gone, change.came) {
		if t.before != "" {
			v.tampered(ch, f, change.id, t.path, "made the record, which no operation had")
			return
		}
	}
}

// checkEdited checks what a person committed of an open record.
func (v *verifier) checkEdited(ch *chain, f seen, old *recordState, stood string) error {
	id, _, _ := recordFile(old.path)
	faults, ok, err := v.handKeys(f, old.path, old.blob, plumbing.NewHash(stood))
	if err != nil {
		return err
	}
	if !ok {
		v.tampered(ch, f, id, old.path, "made the record something that is no "+noun(id))
		return nil
	}
	for _, fault := range faults {
		v.tampered(ch, f, id, old.path, "changed what is gitmem's own: "+fault.Message)
	}
	return nil
}

// tampered reports what a commit by hand did to a record, once an operation
// has built on it: HEAD does not show it any more.
func (v *verifier) tampered(ch *chain, f seen, id memfile.ID, file, what string) {
	hands := []string{"which is not in the history"}
	if len(ch.touched[id]) > 0 {
		hands = hands[:0]
		for _, commit := range ch.touched[id] {
			hands = append(hands, shortCommit(commit))
		}
	}
	v.recordProblem(v.blaming(ch, f, id), id, file, "record.tampered", "a commit by hand, %s, %s; the operation %s at %.12s built on that",
		strings.Join(hands, " or "), what, f.message.Op, f.Hash)
}

func shortCommit(commit string) string { return commit[:min(12, len(commit))] }
