package memfile

import (
	"path"
	"slices"
	"time"
)

// Words of an experience's file.
const (
	FormatExperience1 = "experience/1" // value of the key gitmem

	KindOutcome          = "outcome"
	KindProblem          = "problem"
	KindUnresolvedIssue  = "unresolved_issue"
	KindUserCorrection   = "user_correction"
	KindExplicitFeedback = "explicit_feedback"
	KindProcedure        = "procedure"

	StatusHeld      = "held"
	StatusActive    = "active"
	StatusPromoted  = "promoted"
	StatusForgotten = "forgotten"

	EvidenceMessage  = "message"
	EvidenceTool     = "tool"
	EvidenceFeedback = "feedback"
	EvidenceArtifact = "artifact"
	EvidenceUser     = "user"

	RoleAssistant = "assistant" // the other role of a message is [ActorUser]
)

// MaxExcerpt is the longest quotation that is committed, in code points.
const MaxExcerpt = 300

// ExperienceFolder is where the experiences of a store lie.
const ExperienceFolder = "experiences"

// Experience is one piece of evidence from finished work, as its file holds it. It never changes memory by itself.
type Experience struct {
	ID     ID
	Kind   string
	Status string
	// Confidence is in basis points, 0 to 10000.
	Confidence int
	Source     Origin
	Evidence   []Evidence
	// Guard names the rules of the guard that marked it: people can search it, it never enters a context.
	Guard []string
	// Created is when it was recorded, Updated when it last changed; equal where the file names no change.
	Created, Updated time.Time

	Title, Summary, Resolution string
}

// Origin says what an experience was taken from. Job is "" and Ordinal 0 where no job made it.
type Origin struct {
	Agent, Session, Message string
	Job                     ID
	Ordinal                 int // place in the job's answer, from 0
	Extractor               string
}

// Evidence is one quotation that an experience rests on.
type Evidence struct {
	Kind string
	// Role is user or assistant for a message, else "".
	Role string
	// Source is the id of the message, call or file that is quoted, "" for what a person typed.
	Source string
	// Digest is that of the whole quotation, of which Excerpt is the beginning: at most [MaxExcerpt] code points.
	Digest   string
	Verified bool
	Excerpt  string
}

// ExperienceKinds are the six kinds.
func ExperienceKinds() []string {
	return []string{KindOutcome, KindProblem, KindUnresolvedIssue, KindUserCorrection, KindExplicitFeedback, KindProcedure}
}

// ExperienceStatuses are the four stored states.
func ExperienceStatuses() []string {
	return []string{StatusHeld, StatusActive, StatusPromoted, StatusForgotten}
}

// Promotable reports whether it can ever support memory, a pattern or an evaluation: everything but an unresolved issue
// and what was forgotten.
func (e Experience) Promotable() bool {
	return e.Kind != KindUnresolvedIssue && e.Status != StatusForgotten
}

// ExperiencePath gives the place of an experience's file: the folder is the UTC day of its source message, without one
// that of its creation.
func ExperiencePath(id ID, day time.Time) string {
	return path.Join(ExperienceFolder, day.UTC().Format("2006/01/02"), string(id)+".md")
}

// clone copies everything that a change of the copy could reach.
func (e Experience) clone() Experience {
	e.Evidence, e.Guard = slices.Clone(e.Evidence), slices.Clone(e.Guard)
	return e
}
