package memfile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of an experience, in bytes but for MaxEvidence and [MaxExcerpt].
const (
	MaxTitle    = 512
	MaxSummary  = 8192 // of the summary, and of the resolution
	MaxSourceID = 512  // of every name of a session, a message, a call
	MaxEvidence = 16   // pieces of evidence
)

// Check reports the first rule that an experience breaks, as a *RecordError. An unresolved issue is never promoted and has
// no resolution; every experience has a title, a summary and evidence with an excerpt.
func (e Experience) Check() error {
	if broken := e.normal().broken(); len(broken) > 0 {
		return broken[0]
	}
	return nil
}

// SupportingID gives the id of an experience that may stand in a candidate's evidence. It is the only way there; the error
// is a *SupportError for an unresolved issue and for what was forgotten.
func SupportingID(e Experience) (ID, error) {
	if !e.Promotable() {
		return "", &SupportError{ID: e.ID, Kind: e.Kind, Status: e.Status}
	}
	return e.ID, nil
}

// rules gathers what is broken.
type rules []*RecordError

func (r *rules) add(broken bool, key, reason, hint string) {
	if broken {
		*r = append(*r, &RecordError{Key: key, Reason: reason, Hint: hint})
	}
}

func (r *rules) word(key, value string, allowed []string) {
	r.add(!slices.Contains(allowed, value), key, key+" must be "+orList(allowed), "")
}

func (r *rules) text(key, value string, bound int) {
	r.add(len(value) > bound, key, fmt.Sprintf("%s has %d bytes, at most %d are allowed", key, len(value), bound), "")
	r.add(!utf8.ValidString(value) || strings.ContainsAny(value, "\x00\r"), key, key+" holds a NUL, a lone CR or what is not UTF-8", "")
}

func (r *rules) needs(key, value string, bound int) {
	r.add(strings.TrimSpace(value) == "", key, key+" must not be empty", "")
	r.text(key, value, bound)
}

// broken gives every rule that an experience breaks.
func (e Experience) broken() []*RecordError {
	var r rules
	id, err := ParseID(string(e.ID))
	r.add(err != nil || id.Kind() != KindExperience, "id", "id must be an e and sixteen lowercase hex digits", "")
	r.word("kind", e.Kind, ExperienceKinds())
	r.word("status", e.Status, ExperienceStatuses())
	r.add(e.Confidence < 0 || e.Confidence > 10_000, "confidence", "confidence must be 0 to 10000 basis points", "")
	if e.Kind == KindUnresolvedIssue {
		r.add(e.Status == StatusPromoted, "status", "an unresolved issue is never promoted", "solve it first: `gitmem learn solved`")
		r.add(e.Resolution != "", "resolution", "an unresolved issue has no resolution", "`gitmem learn solved` makes it a solved problem")
	}
	r.needs("title", e.Title, MaxTitle)
	r.needs("summary", e.Summary, MaxSummary)
	r.text("resolution", e.Resolution, MaxSummary)
	e.Source.broken(&r)
	r.add(len(e.Evidence) == 0, "evidence", "an experience needs evidence", "")
	r.add(len(e.Evidence) > MaxEvidence, "evidence", fmt.Sprintf("at most %d pieces of evidence are allowed", MaxEvidence), "")
	for _, rule := range e.Guard {
		r.needs("guard", rule, MaxSourceID)
	}
	for i, one := range e.Evidence {
		r = append(r, one.broken(i)...)
	}
	return r
}

func (o Origin) broken(r *rules) {
	for _, text := range []string{o.Agent, o.Session, o.Message, o.Extractor} {
		r.text("source", text, MaxSourceID)
	}
	if o.Job != "" {
		id, err := ParseID(string(o.Job))
		r.add(err != nil || id.Kind() != KindJob, "source", "job must be a j and sixteen lowercase hex digits", "")
	}
	r.add(o.Ordinal < 0 || o.Job == "" && o.Ordinal != 0, "source", "ordinal is a place in a job's answer, from 0", "")
}

// broken gives the rules that one piece of evidence breaks.
func (e Evidence) broken(i int) []*RecordError {
	var r rules
	r.word("kind", e.Kind, []string{EvidenceMessage, EvidenceTool, EvidenceFeedback, EvidenceArtifact, EvidenceUser})
	roles := []string{ActorUser, RoleAssistant}
	if e.Kind == EvidenceMessage {
		r.word("role", e.Role, roles)
	} else {
		r.add(e.Role != "", "role", "only a message has a role", "")
	}
	r.text("source", e.Source, MaxSourceID)
	r.add(!isDigest(e.Digest), "digest", "digest must be sha256: and sixty-four hex digits", "")
	r.add(strings.TrimSpace(e.Excerpt) == "", "excerpt", "excerpt must not be empty", "")
	r.add(utf8.RuneCountInString(e.Excerpt) > MaxExcerpt, "excerpt", fmt.Sprintf("excerpt is longer than %d characters", MaxExcerpt), "the whole quotation stays private, its digest stands beside")
	r.add(!utf8.ValidString(e.Excerpt) || strings.ContainsRune(e.Excerpt, 0), "excerpt", "excerpt holds a NUL or what is not UTF-8", "")
	for _, one := range r {
		one.Key, one.Item, one.Reason = "evidence", i+1, fmt.Sprintf("evidence %d: %s", i+1, one.Reason)
	}
	return r
}

const digestPrefix = "sha256:"

// isDigest reports "sha256:" and sixty-four lowercase hex digits.
func isDigest(s string) bool {
	hex, ok := strings.CutPrefix(s, digestPrefix)
	return ok && len(hex) == 64 && lowerHex(hex)
}
