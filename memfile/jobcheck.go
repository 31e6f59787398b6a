package memfile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of a settled job, in bytes but for MaxRefused and MaxMade.
const (
	MaxJobDetail     = 500
	MaxRefusedDetail = 300
	MaxRefused       = 64  // items that were refused
	MaxMade          = 128 // ids in one list
	maxJobWord       = 64  // of the word for an error, and of a field
)

// Check reports the first rule that a job breaks, as a *RecordError. A failed job says why and made nothing; its id is the
// beginning of its identity.
func (j Job) Check() error {
	if broken := j.normal().broken(); len(broken) > 0 {
		return broken[0]
	}
	return nil
}

// broken gives every rule that a job breaks.
func (j Job) broken() []*RecordError {
	var r rules
	id, err := ParseID(string(j.ID))
	r.add(err != nil || id.Kind() != KindJob, "id", "id must be a j and sixteen lowercase hex digits", "")
	r.word("kind", j.Kind, JobKinds())
	r.line("session", j.Session, MaxSourceID)
	r.line("message", j.Message, MaxSourceID)
	r.digest("identity", j.Identity, false)
	cut := strings.TrimPrefix(j.Identity, digestPrefix)
	r.add(isDigest(j.Identity) && string(j.ID) != string(KindJob)+cut[:idDigits], "id", "id must be a j and the first sixteen digits of the identity", "")
	r.needs("extractor", j.Extractor, MaxSourceID)
	r.line("extractor", j.Extractor, MaxSourceID)
	r.add(j.Attempts < 1, "attempts", "attempts must be a whole number from 1", "")
	j.brokenOutcome(&r)
	r.line("model", j.Model, MaxSourceID)
	name, model, _ := strings.Cut(j.Model, "/")
	r.add(j.Model != "" && (name == "" || model == ""), "model", "model must be the name of a provider, a slash and a model", "")
	r.digest("request", j.Request, true)
	r.digest("answer", j.Answer, true)
	c := j.Counts
	r.add(min(c.Experiences, c.Memories, c.Refused, c.Unverified) < 0, "counts", "counts must be whole numbers from 0", "")
	r.made("made", j.Made, KindExperience, KindCandidate)
	r.made("global", j.Global, KindCandidate)
	r.add(len(j.Refused) > MaxRefused, "refused_items", fmt.Sprintf("at most %d refused items are allowed", MaxRefused), "count the rest in counts")
	for i, item := range j.Refused {
		r = append(r, item.broken(i)...)
	}
	return r
}

// brokenOutcome adds the rules of what stands together with an outcome.
func (j Job) brokenOutcome(r *rules) {
	r.word("outcome", j.Outcome, []string{JobCompleted, JobFailed})
	if j.Outcome != JobFailed {
		r.add(j.Error != "", "error", "only a failed job has an error", "")
		r.add(j.Detail != "", "detail", "only a failed job has a detail", "")
		return
	}
	r.add(!isWord(j.Error), "error", "error must be one word of lowercase letters, digits and underscores", "")
	r.line("detail", j.Detail, MaxJobDetail)
	r.add(len(j.Made) > 0, "made", "a failed job made nothing", "")
	r.add(len(j.Global) > 0, "global", "a failed job made nothing", "")
}

// broken gives the rules that one refused item breaks.
func (i RefusedItem) broken(at int) []*RecordError {
	var r rules
	r.add(i.Ordinal < 0, "ordinal", "ordinal must be a whole number from 0", "")
	r.needs("field", i.Field, maxJobWord)
	r.line("field", i.Field, maxJobWord)
	r.needs("detail", i.Detail, MaxRefusedDetail)
	r.line("detail", i.Detail, MaxRefusedDetail)
	for _, one := range r {
		one.Key, one.Item, one.Reason = "refused_items", at+1, fmt.Sprintf("refused item %d: %s", at+1, one.Reason)
	}
	return r
}

// line is text that stands on one line and holds no control characters.
func (r *rules) line(key, value string, bound int) {
	r.add(len(value) > bound, key, fmt.Sprintf("%s has %d bytes, at most %d are allowed", key, len(value), bound), "")
	r.add(!utf8.ValidString(value) || strings.ContainsFunc(value, needsEscape), key, key+" must be one line without control characters", "")
}

func (r *rules) digest(key, value string, mayLack bool) {
	r.add(!isDigest(value) && (value != "" || !mayLack), key, key+" must be sha256: and sixty-four hex digits", "")
}

// made is a list of ids of some kinds, each once.
func (r *rules) made(key string, ids []ID, kinds ...byte) {
	r.add(len(ids) > MaxMade, key, fmt.Sprintf("%s has %d ids, at most %d are allowed", key, len(ids), MaxMade), "")
	for i, one := range ids {
		id, err := ParseID(string(one))
		r.add(err != nil || !slices.Contains(kinds, id.Kind()), key, key+" must be ids of "+kindNames(kinds), "")
		r.add(slices.Contains(ids[:i], one), key, key+" names "+clip(string(one), 1+idDigits)+" twice", "")
	}
}

func kindNames(kinds []byte) string {
	if slices.Contains(kinds, KindExperience) {
		return "experiences and candidates"
	}
	return "candidates"
}

// isWord reports lowercase letters, digits and underscores that begin with a letter.
func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !lowerAlnum(s[i]) && s[i] != '_' {
			return false
		}
	}
	return s != "" && len(s) <= maxJobWord && s[0] >= 'a'
}
