package memfile

import (
	"net/url"
	"strconv"
	"strings"
)

// ParseMessage reads the message of a commit. It is false for a commit made by hand, whose last paragraph is not made of
// trailers with a Memory-Op among them. What String prints is read so that it prints the same again.
func ParseMessage(text string) (Message, bool) {
	body, last := lastParagraph(text)
	trailers, ok := readTrailers(last)
	if !ok {
		return Message{}, false
	}
	var m Message
	for _, t := range trailers {
		m.take(t)
	}
	if m.Op == "" {
		return Message{}, false
	}
	for _, p := range strings.Split(body, "\n\n") {
		if p = strings.Trim(p, "\n"); p == "" {
			continue
		}
		if m.Subject == "" {
			m.Subject = p
		} else {
			m.Paragraphs = append(m.Paragraphs, p)
		}
	}
	return m, true
}

// lastParagraph cuts a message before its last paragraph.
func lastParagraph(text string) (body, last string) {
	text = strings.TrimRight(text, "\n")
	i := strings.LastIndex(text, "\n\n")
	if i < 0 {
		return "", text
	}
	return text[:i], text[i+2:]
}

// readTrailers reads a paragraph of "Key: value" lines; a line that begins with white space goes on with the one above.
func readTrailers(paragraph string) ([]Trailer, bool) {
	var out []Trailer
	for _, l := range strings.Split(paragraph, "\n") {
		if l != "" && (l[0] == ' ' || l[0] == '\t') && len(out) > 0 {
			out[len(out)-1].Value = oneLine(out[len(out)-1].Value + " " + l)
			continue
		}
		key, value, colon := strings.Cut(l, ":")
		if !colon || !isTrailerKey(key) {
			return nil, false
		}
		out = append(out, Trailer{key, oneLine(value)})
	}
	return out, true
}

// take puts one trailer into the message.
func (m *Message) take(t Trailer) {
	if m.takePath(t) {
		return
	}
	switch t.Key {
	case trailerOp:
		m.Op = t.Value
	case trailerID:
		m.IDs = append(m.IDs, ID(t.Value))
	case trailerOperation:
		m.Operation = ID(t.Value)
	case trailerActor:
		m.Actor = t.Value
	case trailerVia:
		m.Via = t.Value
	case trailerAgent:
		m.Agent = t.Value
	case trailerPolicy:
		m.Policy = t.Value
	case trailerSource:
		m.Source = readSource(t.Value)
	case trailerEdited:
		m.Edited = t.Value == "yes"
	case trailerCommit:
		m.Commit = t.Value
	default:
		m.Extra = append(m.Extra, t)
	}
}

// takePath takes the trailers that repeat in step.
func (m *Message) takePath(t Trailer) bool {
	blob := t.Value
	if blob == noBlob {
		blob = ""
	}
	switch {
	case t.Key == trailerPath:
		m.Paths = append(m.Paths, PathChange{Path: unquotePath(t.Value)})
	case len(m.Paths) == 0:
		return false
	case t.Key == trailerBefore:
		m.Paths[len(m.Paths)-1].Before = blob
	case t.Key == trailerAfter:
		m.Paths[len(m.Paths)-1].After = blob
	default:
		return false
	}
	return true
}

// quotePath quotes a path that would not survive on a line as it is.
func quotePath(path string) string {
	if path != "" && (oneLine(path) != path || path[0] == '"') {
		return strings.ReplaceAll(strconv.QuoteToASCII(path), " ", `\x20`)
	}
	return path
}

func unquotePath(s string) string {
	if path, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return path
	}
	return s
}

// sourceWords writes agent, session and message as three words; "-" is a word that is missing.
func sourceWords(s Source) string {
	words := []string{sourceWord(s.Agent), sourceWord(s.Session), sourceWord(s.Message)}
	for len(words) > 0 && words[len(words)-1] == "-" {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

func sourceWord(s string) string {
	switch {
	case s == "":
		return "-"
	case s == "-":
		return "%2D"
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		if r == '%' || oneLine(string(r)) == "" {
			b.WriteString(url.PathEscape(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func readSource(s string) Source {
	var words [3]string
	for i, w := range strings.Fields(s) {
		if i == len(words) {
			break
		}
		if text, err := url.PathUnescape(w); err == nil && w != "-" {
			words[i] = text
		} else if w != "-" {
			words[i] = w
		}
	}
	return Source{Agent: words[0], Session: words[1], Message: words[2]}
}
