package foreign

import (
	"strings"
	"unicode/utf8"

	"gitmem/memfile"
)

// MaxText is the length of the longest text that becomes an entry, in code points.
const MaxText = 2000

// span is the first and the last line of a piece.
type span struct{ line, last int }

// reader gathers what a file is read into.
type reader struct {
	reading  Reading
	headings []heading
	items    bool // only list items become entries
}

type heading struct {
	level int
	text  string
}

// keep makes an entry of a text, if one can be made of it.
func (r *reader) keep(text string, at span, origin string) {
	text = memfile.NormalContent(text)
	switch {
	case text == "":
		r.skip(at, isEmpty)
	case longerThan(text, MaxText):
		r.skip(at, isLong)
	default:
		r.reading.Total++
		r.reading.Entries = append(r.reading.Entries, Entry{text, r.section(), at.line, at.last, origin})
	}
}

func (r *reader) skip(at span, why reason) {
	r.reading.Total++
	r.reading.Skipped = append(r.reading.Skipped, Skipped{at.line, at.last, why.text, why.layout})
}

// enter notes a heading for what follows.
func (r *reader) enter(level int, text string) {
	for len(r.headings) > 0 && r.headings[len(r.headings)-1].level >= level {
		r.headings = r.headings[:len(r.headings)-1]
	}
	if text != "" {
		r.headings = append(r.headings, heading{level, text})
	}
}

func (r *reader) section() string {
	var path []string
	for _, h := range r.headings {
		path = append(path, h.text)
	}
	return strings.Join(path, " > ")
}

// longerThan reports whether a text has more than n code points. It looks at no more of it than it has to.
func longerThan(text string, n int) bool {
	if len(text) <= n {
		return false
	}
	return len(text) > n*utf8.UTFMax || utf8.RuneCountInString(text) > n
}

func clip(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}
