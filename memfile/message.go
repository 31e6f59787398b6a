package memfile

import (
	"strings"
	"unicode"
)

// Message is the commit message of one operation.
type Message struct {
	// Op is the word of the operation, such as "apply".
	Op        string
	IDs       []ID
	Operation ID
	// Subject is the whole first line; Paragraphs are one line each.
	Subject    string
	Paragraphs []string
	Paths      []PathChange
	// Actor and Via say who decided and how, Agent which model's client, Policy which policy stood in for a person.
	Actor, Via, Agent, Policy string
	// Source has an agent, a session and a message; a client and a connection are not part of a message.
	Source Source
	// Edited: the operation commits an edit of the candidate that was saved and not committed.
	Edited bool
	// Commit is the commit by hand that an adopt or a recovery names.
	Commit string
	// Extra holds the trailers that gitmem does not know, in order.
	Extra []Trailer
}

// PathChange holds git's blob ids of one path, "" where the file is absent.
type PathChange struct{ Path, Before, After string }

// Trailer is one "Key: value" line.
type Trailer struct{ Key, Value string }

// Keys of the trailers.
const (
	trailerOp        = "Memory-Op"
	trailerID        = "Memory-Id"
	trailerOperation = "Memory-Operation"
	trailerPath      = "Memory-Path"
	trailerBefore    = "Memory-Before"
	trailerAfter     = "Memory-After"
	trailerActor     = "Memory-Actor"
	trailerVia       = "Memory-Via"
	trailerAgent     = "Memory-Agent"
	trailerPolicy    = "Memory-Policy"
	trailerSource    = "Memory-Source"
	trailerEdited    = "Memory-Edited"
	trailerCommit    = "Memory-Commit"
)

// noBlob stands for an absent file.
const noBlob = "0000000000000000000000000000000000000000"

// String gives the message as it is committed: subject, paragraphs, trailers, with a line end at the end. Every text is
// brought onto one line, and none can be taken for a trailer.
func (m Message) String() string {
	var b strings.Builder
	subject := harmless(m.Subject)
	if subject == "" {
		subject = harmless(m.Op)
	}
	b.WriteString(subject)
	b.WriteString("\n\n")
	for _, p := range m.Paragraphs {
		if p = harmless(p); p != "" {
			b.WriteString(p)
			b.WriteString("\n\n")
		}
	}
	for _, t := range m.trailers() {
		b.WriteString(t.Key)
		b.WriteString(": ")
		b.WriteString(t.Value)
		b.WriteByte('\n')
	}
	return b.String()
}

// trailers gives what is known, in its fixed order.
func (m Message) trailers() []Trailer {
	var out []Trailer
	put := func(key, value string) {
		if value = oneLine(value); value != "" {
			out = append(out, Trailer{key, value})
		}
	}
	put(trailerOp, m.Op)
	for _, id := range m.IDs {
		put(trailerID, string(id))
	}
	put(trailerOperation, string(m.Operation))
	for _, p := range m.Paths {
		if p.Path == "" {
			continue
		}
		put(trailerPath, quotePath(p.Path))
		put(trailerBefore, blobOrNone(p.Before))
		put(trailerAfter, blobOrNone(p.After))
	}
	put(trailerActor, m.Actor)
	put(trailerVia, m.Via)
	put(trailerAgent, m.Agent)
	put(trailerPolicy, m.Policy)
	put(trailerSource, sourceWords(m.Source))
	if m.Edited {
		put(trailerEdited, "yes")
	}
	put(trailerCommit, m.Commit)
	for _, t := range m.Extra {
		if isTrailerKey(t.Key) {
			put(t.Key, t.Value)
		}
	}
	return out
}

func blobOrNone(blob string) string {
	if blob == "" {
		return noBlob
	}
	return blob
}

// oneLine brings a text onto one line without control characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// harmless is oneLine for free text: a line that git or a reader could take for a trailer, a comment, or the beginning of
// a patch is marked as a quotation.
func harmless(s string) string {
	s = oneLine(s)
	key, _, colon := strings.Cut(s, ":")
	trailer := colon && isTrailerKey(strings.TrimSpace(key)) && strings.Contains(key, "-")
	if trailer || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "(cherry picked") {
		return "> " + s
	}
	return s
}

// isTrailerKey reports a word of letters, digits and dashes.
func isTrailerKey(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && s[i] != '-' {
			return false
		}
	}
	return s != "" && s[0] != '-'
}
