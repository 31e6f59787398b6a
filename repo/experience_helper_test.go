package repo

import (
	"slices"

	"gitmem/memfile"
)

// note is an experience before it is recorded.
func (j *journal) note(kind string) memfile.Experience {
	j.Helper()
	now := j.s.Now()
	return memfile.Experience{
		ID: j.newID(memfile.KindExperience), Kind: kind, Status: memfile.StatusHeld, Confidence: 9000, Created: now, Updated: now,
		Source:   memfile.Origin{Agent: "claude-code", Session: "s1", Message: "m1"},
		Evidence: []memfile.Evidence{{Kind: memfile.EvidenceTool, Digest: memfile.Digest([]byte("it broke")), Excerpt: "it broke"}},
		Title:    "The lock file breaks", Summary: "npm broke it twice.",
	}
}

func placeOf(e memfile.Experience) string { return memfile.ExperiencePath(e.ID, e.Created) }

// learn writes experiences as an operation leaves them, with further changes.
func (j *journal) learn(op string, es []memfile.Experience, more ...Change) {
	j.Helper()
	m := memfile.Message{Op: op, Actor: memfile.ActorUser, Via: j.via, Subject: op}
	for _, c := range more {
		if id, _, ok := recordFile(c.Path); ok && !slices.Contains(m.IDs, id) {
			m.IDs = append(m.IDs, id)
		}
	}
	for _, e := range es {
		m.IDs = append(m.IDs, e.ID)
		more = append(more, Change{Path: placeOf(e), Before: j.present(placeOf(e)), After: Of(memfile.FormatExperience(e)), Edited: true})
	}
	j.do(Operation{Message: m, Changes: more})
}

// turn takes an experience to another state by one operation.
func (j *journal) turn(op string, e memfile.Experience, status string) memfile.Experience {
	j.Helper()
	e.Status, e.Updated = status, j.s.Now()
	j.learn(op, []memfile.Experience{e})
	return e
}

// recorded is an experience that a person confirmed.
func (j *journal) recorded(kind string) memfile.Experience {
	j.Helper()
	e := j.note(kind)
	j.learn("record", []memfile.Experience{e})
	return j.turn("confirm", e, memfile.StatusActive)
}

// promote proposes an experience for memory.
func (j *journal) promote(e memfile.Experience) (memfile.Experience, memfile.Candidate) {
	j.Helper()
	c := j.draft(add("Use pnpm, since npm broke the lock file."))
	c.Evidence = []memfile.ID{e.ID}
	e.Status = memfile.StatusPromoted
	j.learn("promote", []memfile.Experience{e}, Change{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))})
	return e, c
}

// forget forgets an experience that an open candidate cites.
func (j *journal) forget(e memfile.Experience, citing memfile.Candidate, by memfile.Decided) memfile.Experience {
	j.Helper()
	former := Change{Path: memfile.CandidatePath(citing), Before: j.present(memfile.CandidatePath(citing))}
	by.At = j.s.Now()
	citing.Status, citing.Decided = memfile.StatusRejected, &by
	revoking := j.draft(remove("Use npm."))
	e.Status = memfile.StatusForgotten
	j.learn("forget", []memfile.Experience{e}, former, Change{Path: memfile.CandidatePath(citing), After: Of(memfile.FormatCandidate(citing))},
		Change{Path: memfile.CandidatePath(revoking), After: Of(memfile.FormatCandidate(revoking))})
	return e
}

var bySystem = memfile.Decided{By: memfile.ActorSystem, Via: "policy"}

// say gives feedback of a revision.
func (j *journal) say(op string, w memfile.Feedback) {
	j.Helper()
	path := memfile.FeedbackPath(w.Session, w.Message)
	if w.Created.IsZero() {
		w.Created = j.s.Now()
	}
	j.do(Operation{
		Message: memfile.Message{Op: op, Actor: memfile.ActorUser, Via: j.via, Subject: "feedback"},
		Changes: []Change{{Path: path, Before: j.present(path), After: Of(memfile.FormatFeedback(w))}},
	})
}

func word(revision int, rating string) memfile.Feedback {
	return memfile.Feedback{Session: "s1", Message: "m1", Rating: rating, Revision: revision}
}
