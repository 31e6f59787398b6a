package retrieve

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gitmem/memfile"
)

// Envelope is one section of a context, read back from its text.
type Envelope struct {
	Name, Store, Source, Revision, Usage string
	// Content is everything between the guidance and the line that closes the
	// envelope; SHA256 is its digest, as that line gives it.
	Content, SHA256 string
	Parts           []Part
}

// Part is a run of data and the label above it. A label without data has the
// text "" and no Lines.
type Part struct {
	Label string // "" for data at the beginning
	Text  string // with LF between its lines
	Lines int    // of data
}

// Read reads the text of a context back. It accepts exactly what Build writes;
// the error is a *memfile.Fault that names the line.
func Read(text string) ([]Envelope, error) {
	r := reader{rest: text}
	var out []Envelope
	for r.rest != "" {
		if len(out) > 0 && !r.expect("") {
			return nil, r.fault("sections are apart by one empty line")
		}
		e, err := r.envelope()
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// The two lines of the frame. The values are gitmem's own and hold no quotes.
var (
	openLine  = sync.OnceValue(func() *regexp.Regexp { return frameLine(openTag, "name", "store", "source", "revision", "usage") })
	closeLine = sync.OnceValue(func() *regexp.Regexp { return frameLine(closeTag, "name", "sha256") })
)

func frameLine(start string, names ...string) *regexp.Regexp {
	return regexp.MustCompile(`^` + regexp.QuoteMeta(start) + strings.Join(names, `="([^"]*)" `) + `="([^"]*)">$`)
}

type reader struct {
	rest string
	line int // of the last line taken, from 1
}

// next takes one line; false at the end, and for a line that is never ended.
func (r *reader) next() (string, bool) {
	line, rest, ended := strings.Cut(r.rest, "\n")
	if !ended {
		return "", false
	}
	r.rest, r.line = rest, r.line+1
	return line, true
}

func (r *reader) expect(want string) bool {
	line, ok := r.next()
	return ok && line == want
}

func (r *reader) fault(reason string) *memfile.Fault {
	return &memfile.Fault{Path: "context", Line: max(r.line, 1), Column: 1, Rule: "context", Message: reason}
}

func (r *reader) envelope() (Envelope, error) {
	line, _ := r.next()
	open := openLine().FindStringSubmatch(line)
	if open == nil {
		return Envelope{}, r.fault("a line that opens an envelope is expected")
	}
	for _, value := range open[1:5] {
		if strconv.Quote(value) != `"`+value+`"` { // as they are written
			return Envelope{}, r.fault("a value of the opening line is not written as gitmem writes it")
		}
	}
	if !utf8.ValidString(line) {
		return Envelope{}, r.fault("the opening line is not UTF-8")
	}
	e := Envelope{Name: open[1], Store: open[2], Source: open[3], Revision: open[4], Usage: open[5]}
	if !r.expect(guidance) {
		return e, r.fault("the guidance is expected")
	}
	start := r.rest
	for {
		before := r.rest
		line, ok := r.next()
		if !ok {
			return e, r.fault("the envelope is never closed")
		}
		if strings.HasPrefix(line, closeTag) {
			e.Content = strings.TrimSuffix(start, before)
			return e, r.closes(&e, line)
		}
		if !e.take(line) {
			return e, r.fault("neither data nor a label")
		}
	}
}

// closes checks the line that closes an envelope.
func (r *reader) closes(e *Envelope, line string) error {
	closing := closeLine().FindStringSubmatch(line)
	if closing == nil || closing[1] != e.Name {
		return r.fault("the line that closes the envelope does not fit the one that opened it")
	}
	if e.SHA256 = digestPrefix + closing[2]; e.SHA256 != memfile.Digest([]byte(e.Content)) {
		return r.fault("the content does not have the digest that the closing line gives")
	}
	return nil
}

// take adds one line of the content.
func (e *Envelope) take(line string) bool {
	data, isData := strings.CutPrefix(line, bar)
	if !isData {
		if line == "" || line[0] < 'a' || line[0] > 'z' {
			return false
		}
		e.Parts = append(e.Parts, Part{Label: line})
		return true
	}
	data, spaced := strings.CutPrefix(data, " ")
	if spaced == (data == "") {
		return false
	}
	text, ok := unescape(data)
	if !ok {
		return false
	}
	if len(e.Parts) == 0 {
		e.Parts = append(e.Parts, Part{})
	}
	last := &e.Parts[len(e.Parts)-1]
	if last.Lines > 0 {
		text = last.Text + "\n" + text
	}
	last.Text, last.Lines = text, last.Lines+1
	return true
}
