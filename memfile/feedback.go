package memfile

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"
)

// Words of a feedback's file.
const (
	FormatFeedback1 = "feedback/1" // value of the key gitmem

	RatingPositive = "positive"
	RatingNegative = "negative"
)

// FeedbackFolder is where the feedback of a store lies.
const FeedbackFolder = "feedback"

// MaxNote is the bound of a note, in bytes.
const MaxNote = 2048

// Feedback is what a person thought of one message of an agent.
type Feedback struct {
	Session, Message string
	Rating           string
	Note             string
	// Revision counts from 1, one more for each material change.
	Revision int
	// Created is when it was first given, Updated when it last changed; equal where the file names no change.
	Created, Updated time.Time
}

// Check reports the first rule that a feedback breaks, as a *RecordError.
func (f Feedback) Check() error {
	if broken := f.normal().broken(); len(broken) > 0 {
		return broken[0]
	}
	return nil
}

func (f Feedback) broken() []*RecordError {
	var r rules
	r.needs("session", f.Session, MaxSourceID)
	r.needs("message", f.Message, MaxSourceID)
	r.word("rating", f.Rating, []string{RatingPositive, RatingNegative})
	r.text("note", f.Note, MaxNote)
	r.add(f.Revision < 1, "revision", "revision must be a whole number from 1", "")
	return r
}

// FeedbackPath gives the place of a feedback's file. Names of sessions and messages come from other programs: one that is
// no safe file name everywhere becomes a word of what is safe in it and sixteen hex digits of its SHA-256. Two different
// names never give the same path.
func FeedbackPath(session, message string) string {
	return path.Join(FeedbackFolder, fileName(session), fileName(message)+".yaml")
}

const (
	longestName = 80 // bytes of a name that is used as it is
	longestSlug = 48
)

// fileName gives a name that is a file name on every system.
func fileName(name string) string {
	if safeName(name) {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	digits := hex.EncodeToString(sum[:])[:idDigits]
	if s := slug(name); s != "" {
		return s + "-" + digits
	}
	return digits
}

// safeName reports lowercase ASCII letters, digits, dot, dash and underscore that no system reads as something else, and
// that no other name can become.
func safeName(name string) bool {
	if name == "" || len(name) > longestName || name[0] == '.' || name[len(name)-1] == '.' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; !lowerAlnum(c) && c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	return !reservedName(name) && !endsInDigest(name)
}

func lowerAlnum(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// endsInDigest reports a name of the form that unsafe names get.
func endsInDigest(name string) bool {
	at := len(name) - idDigits
	return at >= 0 && lowerHex(name[at:]) && (at == 0 || name[at-1] == '-')
}

// reservedName reports a device of Windows, with or without an extension.
func reservedName(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, base) {
		return true
	}
	return len(base) == 4 && (base[:3] == "com" || base[:3] == "lpt") && base[3] >= '0' && base[3] <= '9'
}

// slug keeps the ASCII letters and digits of a name, in lower case, with one dash for every other run.
func slug(name string) string {
	var b strings.Builder
	for i := 0; i < len(name) && b.Len() < longestSlug; i++ {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if lowerAlnum(c) {
			b.WriteByte(c)
		} else if s := b.String(); s != "" && s[len(s)-1] != '-' {
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
