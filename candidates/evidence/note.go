package evidence

import (
	"fmt"
	"strings"
	"time"

	"gitmem/candidates"
	"gitmem/memfile"
)

// Note is what somebody wants to have recorded.
type Note struct {
	Kind                       string
	Title, Summary, Resolution string
	// Confidence is in basis points; 0 says that none is given, which only a
	// person may leave out.
	Confidence int
	Source     memfile.Origin
	// Evidence holds quotations; an Excerpt may be the whole one, of which a
	// digest is made and the beginning kept. Without any, the words of the note
	// are their own evidence.
	Evidence []memfile.Evidence
	// Vouched says that every quotation was compared with its source and that one
	// shows what a person typed or a call that succeeded, so that nobody has to
	// confirm it. Only the extractor can say so.
	Vouched bool
	// Day is that of the source message; zero is today.
	Day time.Time
}

const (
	titleMost    = 80       // code points of a title that is made from a text
	maxQuotation = 64 << 10 // bytes of a whole quotation
)

// NoteOf is the note of a person who says in one text how something is done.
func NoteOf(text string) Note {
	text = memfile.NormalContent(text)
	return Note{Kind: memfile.KindProcedure, Title: firstLine(text), Summary: text, Resolution: text}
}

// IssueOf is the note of a person who names what nobody has solved yet.
func IssueOf(text string) Note {
	text = memfile.NormalContent(text)
	return Note{Kind: memfile.KindUnresolvedIssue, Title: firstLine(text), Summary: text}
}

// firstLine is the beginning of a text as a title.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return beginning(oneLine(line), titleMost)
}

// beginning cuts a text to at most n code points and a sign that it goes on.
func beginning(text string, n int) string {
	if cut := cutRunes(text, n); cut != text {
		return strings.TrimRight(cut, " ") + "…"
	}
	return text
}

func cutRunes(text string, n int) string {
	for at := range text {
		if n == 0 {
			return text[:at]
		}
		n--
	}
	return text
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// draft is the experience of a note before any check that needs a file.
func (l *Ledger) draft(n Note, actor candidates.Actor) (memfile.Experience, error) {
	now := l.now()
	e := memfile.Experience{
		Kind: n.Kind, Confidence: n.Confidence, Source: n.Source, Created: now, Updated: now,
		Title: oneLine(plain(n.Title)), Summary: plain(n.Summary), Resolution: plain(n.Resolution),
	}
	if e.Source.Agent == "" && !actor.Person() {
		e.Source.Agent = actor.Agent
	}
	event := RecordHeld
	if actor.Person() || n.Vouched && actor.Kind == memfile.ActorReflection {
		event = RecordActive
	}
	next, err := Next(State{None, n.Kind == memfile.KindUnresolvedIssue}, event)
	if err != nil {
		return e, err
	}
	e.Status = next.Status
	switch {
	case n.Confidence == 0 && actor.Person():
		e.Confidence = 10000
	case n.Confidence == 0:
		return e, &candidates.FieldError{Field: "confidence", Reason: "an agent has to say how sure it is, above 0 and up to 1"}
	}
	for _, q := range n.Evidence {
		if len(q.Excerpt) > maxQuotation {
			return e, &candidates.FieldError{Field: "evidence", Reason: fmt.Sprintf("a quotation has %d bytes, at most %d are read", len(q.Excerpt), maxQuotation)}
		}
	}
	e.Evidence = quotations(n, e, actor)
	e.ID = identify(e)
	if err := checkSource(e); err != nil {
		return e, err
	}
	return e, e.Check()
}

// plain takes off the invisible mark at the head of a text, and white space
// that the file would not keep.
func plain(text string) string { return memfile.NormalContent(strings.TrimPrefix(text, "\ufeff")) }

// identify cuts the id from what makes an experience the same when it is
// recorded again: its place in the answer of a job, else its words and where
// they were said.
func identify(e memfile.Experience) memfile.ID {
	if e.Source.Job != "" {
		return memfile.DeriveID(memfile.KindExperience, "job", string(e.Source.Job), decimal(e.Source.Ordinal))
	}
	return memfile.DeriveID(memfile.KindExperience, "words", e.Kind, oneLine(e.Title), oneLine(e.Summary), oneLine(e.Resolution), e.Source.Session, e.Source.Message)
}

// quotations are the evidence of a note, cut to what is committed. Nobody but
// a settlement, which compares them, can say that a quotation was verified;
// what a person types needs none.
func quotations(n Note, e memfile.Experience, actor candidates.Actor) []memfile.Evidence {
	given := n.Evidence
	if len(given) == 0 {
		given = []memfile.Evidence{ownWords(e, actor)}
	}
	trusted := actor.Kind == memfile.ActorReflection || actor.Kind == memfile.ActorSystem
	out := make([]memfile.Evidence, len(given))
	for i, q := range given {
		if q.Digest == "" {
			q.Digest = memfile.Digest([]byte(q.Excerpt))
		}
		q.Verified = q.Verified && trusted || actor.Person() && q.Kind == memfile.EvidenceUser
		q.Excerpt = cutRunes(q.Excerpt, memfile.MaxExcerpt)
		out[i] = q
	}
	return out
}

// ownWords quote the note itself: for a person what they typed, for an agent
// its own message.
func ownWords(e memfile.Experience, actor candidates.Actor) memfile.Evidence {
	if actor.Person() {
		return memfile.Evidence{Kind: memfile.EvidenceUser, Excerpt: ending(e)}
	}
	return memfile.Evidence{Kind: memfile.EvidenceMessage, Role: memfile.RoleAssistant, Source: e.Source.Message, Excerpt: ending(e)}
}

// ending is how an experience ended, as far as it says.
func ending(e memfile.Experience) string {
	if e.Resolution != "" {
		return e.Resolution
	}
	return e.Summary
}
