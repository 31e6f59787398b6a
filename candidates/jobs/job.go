package jobs

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"gitmem/memfile"
)

// Bounds of a job, in bytes but for MaxAttempts.
const (
	MaxAttempts = 3
	MaxFile     = 64 << 10
	MaxText     = 1000 // of an error and of a reason; the rest is cut off
	maxName     = 512  // of a session, a message and every other name
)

// Job is one piece of work in the queue.
type Job struct {
	ID      memfile.ID `json:"id"`
	Kind    string     `json:"kind"` // such as extraction
	Session string     `json:"session,omitempty"`
	Message string     `json:"message,omitempty"`
	Agent   string     `json:"agent,omitempty"`
	// Extractor is the version of what admitted it.
	Extractor string `json:"extractor,omitempty"`
	Scope     string `json:"scope,omitempty"`    // turn or session
	Identity  string `json:"identity,omitempty"` // the digest that the id was cut from
	State     string `json:"state"`
	Reason    string `json:"reason,omitempty"` // why it was skipped or failed
	// Manual says that a person asked for it, so that it waits for nothing.
	Manual   bool      `json:"manual,omitempty"`
	Day      time.Time `json:"day,omitzero"` // of the source message
	Admitted time.Time `json:"admitted"`
	Due      time.Time `json:"due"` // not to be claimed before
	Attempts int       `json:"attempts"`
	Lease    *Lease    `json:"lease,omitempty"`
	// LastError is what the last attempt met, LastKind one word for it.
	LastError string `json:"last_error,omitempty"`
	LastKind  string `json:"last_kind,omitempty"`
}

// Lease says who holds a job, and until when.
type Lease struct {
	Owner string    `json:"owner"` // for people to read
	Token string    `json:"token"`
	Until time.Time `json:"until"` // at this moment it is over
}

// held tells whether somebody holds the job at a moment.
func (j Job) held(now time.Time) bool { return j.Lease != nil && now.Before(j.Lease.Until) }

// due tells whether a job may be claimed at a moment.
func (j Job) due(now time.Time) bool {
	switch j.State {
	case Queued, Failed:
		return !j.held(now) && !j.Due.After(now)
	case Running:
		return !j.held(now)
	}
	return false
}

// before is the order of claims.
func before(a, b Job) int {
	return cmp.Or(a.Due.Compare(b.Due), a.Admitted.Compare(b.Admitted), cmp.Compare(a.ID, b.ID))
}

// same tells whether nothing happened to a job between two looks.
func (j Job) same(other Job) bool {
	a, b := j.Lease, other.Lease
	j.Lease, other.Lease = nil, nil
	return j == other && (a == nil) == (b == nil) && (a == nil || *a == *b)
}

// broken gives the first rule that a job breaks.
func (j Job) broken() error {
	if id, err := memfile.ParseID(string(j.ID)); err != nil || id.Kind() != memfile.KindJob {
		return &InvalidError{"id", "a j and sixteen lowercase hex digits are expected"}
	}
	for _, f := range []struct{ name, value string }{
		{"kind", j.Kind},
		{"session", j.Session},
		{"message", j.Message},
		{"agent", j.Agent},
		{"extractor", j.Extractor},
		{"scope", j.Scope},
		{"identity", j.Identity},
		{"last_kind", j.LastKind},
	} {
		if len(f.value) > maxName || !utf8.ValidString(f.value) {
			return &InvalidError{f.name, "it is too long, or not UTF-8"}
		}
	}
	switch {
	case j.Kind == "":
		return &InvalidError{"kind", "it is missing"}
	case j.Admitted.IsZero():
		return &InvalidError{"admitted", "it is missing"}
	case j.Due.IsZero():
		return &InvalidError{"due", "it is missing"}
	case j.Attempts < 0 || j.Attempts > MaxAttempts:
		return &InvalidError{"attempts", "a number from 0 to 3 is expected"}
	}
	return j.brokenState()
}

// brokenState gives the first rule about what belongs to which state.
func (j Job) brokenState() error {
	switch {
	case j.State != Skipped && transitions[j.State] == nil:
		return &InvalidError{"state", "queued, running, skipped or failed is expected"}
	case j.State == Running && j.Lease == nil:
		return &InvalidError{"lease", "a running job has one"}
	case j.Lease != nil && j.State != Running && j.State != Failed:
		return &InvalidError{"lease", "a " + j.State + " job has none"}
	case j.Lease != nil && (j.Lease.Token == "" || j.Lease.Until.IsZero()):
		return &InvalidError{"lease", "it has a token and an end"}
	case j.State == Running && j.Attempts == 0:
		return &InvalidError{"attempts", "a running job has one"}
	}
	return nil
}

// tell keeps what an attempt met.
func (j *Job) tell(kind, why string) { j.LastKind, j.LastError = cmp.Or(kind, "unknown"), text(why) }

// text makes one line of UTF-8 within the bound.
func text(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	if len(s) <= MaxText {
		return s
	}
	at := MaxText - len("…")
	for !utf8.RuneStart(s[at]) {
		at--
	}
	return s[:at] + "…"
}
