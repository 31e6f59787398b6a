package repo

import (
	"strings"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// recordState is a record as the newest operation left it.
type recordState struct {
	path    string
	blob    gitdir.Hash
	place   int // of the operation's commit in the history
	status  string
	settled bool // it is not changed any more: settled, forgotten

	kind     string // of an experience
	revision int    // of feedback

	// What never changes, and what only some operations write.
	origin, source, decided, effect, undo EntryDigest

	assumed bool // from the beginning of a shallow history, and not read yet
	atHead  bool // found there as it was left
}

// stateOf is what is kept of a record that was read.
func stateOf(c memfile.Candidate, r recordState) *recordState {
	r.status, r.settled, r.assumed = c.Status, memfile.Settled(c.Status), false
	r.origin, r.source = originOf(c), sourceOf(c)
	r.decided, r.effect, r.undo = decisionOf(c), effectOf(c.Effect), effectOf(c.Undo)
	return &r
}

// known reads what a record said at the beginning of a shallow history. It is
// given as it is where that cannot be read.
func (v *verifier) known(r *recordState) *recordState {
	if r == nil || !r.assumed {
		return r
	}
	data, err := v.s.Git.Blob(r.blob)
	if err != nil {
		return r
	}
	switch id, _, _ := recordFile(r.path); noun(id) {
	case "experience":
		if file, err := memfile.ParseExperience(r.path, data); err == nil {
			return experienceState(file.Experience(), *r)
		}
	case "feedback":
		if file, err := memfile.ParseFeedback(r.path, data); err == nil {
			return feedbackState(file.Feedback(), *r)
		}
	case "job":
		if file, err := memfile.ParseJob(r.path, data); err == nil {
			return jobState(file.Job(), *r)
		}
	default:
		if file, err := memfile.ParseCandidate(r.path, data); err == nil {
			return stateOf(file.Candidate(), *r)
		}
	}
	return r
}

func originOf(c memfile.Candidate) EntryDigest {
	return DigestEntry(strings.Join([]string{c.Kind, c.Scope, c.Actor, c.Created.UTC().String()}, "\x00"))
}

func sourceOf(c memfile.Candidate) EntryDigest {
	return DigestEntry(strings.Join([]string{c.Source.Agent, c.Source.Session, c.Source.Message, c.Source.Client, c.Source.Connection}, "\x00"))
}
