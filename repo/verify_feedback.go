package repo

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// checkFeedback checks the feedback that an operation wrote: it follows from
// the revision before.
func (v *verifier) checkFeedback(ch *chain, f seen, changes map[memfile.ID]recordChange) error {
	for _, id := range slices.Sorted(maps.Keys(changes)) {
		if isFeedback(id) && f.message.Op == "detach" {
			if err := v.checkUnsaid(ch, f, changes[id]); err != nil {
				return err
			}
		}
		if !isFeedback(id) || f.message.Op != "feedback" {
			continue // of another operation it was reported as out of scope
		}
		came, old, ok, err := v.found(ch, f, changes[id])
		if err != nil || !ok {
			return err
		}
		if err := v.checkRevision(ch, f, came, old); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) checkRevision(ch *chain, f seen, came treeChange, old *recordState) error {
	id := memfile.ID(came.path)
	data, err := v.s.BlobData(came.after)
	if err != nil {
		return v.unreadable(f, came.path, err)
	}
	now := &recordState{path: came.path, blob: plumbing.NewHash(came.after), place: f.place}
	file, err := memfile.ParseFeedback(came.path, data)
	switch {
	case err != nil:
		v.recordProblem(f, id, came.path, "record.invalid", "it is no feedback: %v", err)
	case file.NameFault() != nil:
		v.recordProblem(f, id, came.path, "record.place", "%s", file.NameFault().Hint)
	default:
		now = feedbackState(file.Feedback(), *now)
		v.checkFollows(f, id, old, now)
	}
	ch.records[id] = now
	delete(ch.touched, id)
	return nil
}

func (v *verifier) checkFollows(f seen, id memfile.ID, old, now *recordState) {
	was := 0
	if old != nil {
		was = old.revision
	}
	if old != nil && old.assumed {
		return
	}
	if now.revision != was+1 {
		v.recordProblem(f, id, now.path, "record.revision", "it has revision %d, and the one before had %d", now.revision, was)
	}
	if old != nil && old.origin != now.origin {
		v.recordProblem(f, id, now.path, "record.origin", "the time at which it was first given differs from what it was")
	}
}

// feedbackState is what is kept of feedback that was read.
func feedbackState(w memfile.Feedback, r recordState) *recordState {
	r.revision, r.assumed = w.Revision, false
	r.origin = DigestEntry(strings.Join([]string{w.Session, w.Message, w.Created.UTC().String()}, "\x00"))
	return &r
}
