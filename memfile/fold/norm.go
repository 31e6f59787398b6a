package fold

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// NFC gives s in Unicode's composed form, in which the two spellings of an
// accented letter are one. Nothing else changes.
func NFC(s string) string {
	return norm.NFC.String(s)
}

// Norm gives the form that wording is searched in: small letters, compatible
// and look-alike letters replaced by plain ones, accents of Latin letters and
// all invisible characters gone. Punctuation stays. A run of white space is one
// space, or one line feed where it ends a paragraph, or a line before a list
// item, heading or table row of Markdown.
func Norm(s string) string {
	return NormTrace(s).Text
}

// Trace is a folded text that knows where it came from.
type Trace struct {
	Text string
	// From here on the source runs beside the text, byte for byte; sorted.
	marks []mark
}

type mark struct{ text, source int }

// Offset gives the byte of the source that byte i of Text came from.
func (t Trace) Offset(i int) int {
	n := sort.Search(len(t.marks), func(k int) bool { return t.marks[k].text > i })
	if n == 0 {
		return i
	}
	m := t.marks[n-1]
	return m.source + i - m.text
}

// NormTrace is Norm with the way back to the source.
func NormTrace(s string) Trace {
	w := writer{}
	w.text.Grow(len(s))
	if plain(s) {
		for i := range len(s) {
			w.byte(lower(s[i]), i)
		}
		return w.trace()
	}
	for _, c := range bare(plainLetters(compose(s))) {
		w.rune(c.r, c.at)
	}
	return w.trace()
}

// PlainTrace undoes disguise but keeps case and white space: NFKC, invisible
// characters gone, look-alikes inside words of Latin letters replaced. Other
// spaces than line feeds are written as plain ones where anything had to be
// undone. It is the form that exact text such as a tag or a key is searched in.
func PlainTrace(s string) Trace {
	if plain(s) {
		return Trace{Text: s}
	}
	cells := compose(s)
	eachWord(cells, lookalikes().unmaskWord)
	w := writer{}
	for _, c := range cells {
		w.mark(c.at)
		w.text.WriteRune(c.r)
		w.next = c.at + utf8.RuneLen(c.r)
	}
	return w.trace()
}

// plain reports whether s needs none of the tables: ASCII without controls.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c == 0x7F || c < ' ' && (c < '\t' || c > '\r') {
			return false
		}
	}
	return true
}

// writer collapses white space and keeps the marks of a Trace.
type writer struct {
	text   strings.Builder
	marks  []mark
	next   int // the source byte that follows without a mark
	blanks int // source byte of the first of a run of white space, plus one
	feeds  int // line feeds in that run
}

func (w *writer) byte(b byte, at int) {
	if b == ' ' || b >= '\t' && b <= '\r' {
		w.blank(rune(b), at)
		return
	}
	w.flush(rune(b))
	w.mark(at)
	w.text.WriteByte(b)
	w.next = at + 1
}

func (w *writer) rune(r rune, at int) {
	if blank(r) {
		w.blank(r, at)
		return
	}
	w.flush(r)
	w.mark(at)
	w.text.WriteRune(r)
	w.next = at + utf8.RuneLen(r)
}

func (w *writer) blank(r rune, at int) {
	if w.blanks == 0 {
		w.blanks = at + 1
	}
	if r == '\n' {
		w.feeds++
	}
}

// flush writes the run of white space before the next character. What stands
// before the first and behind the last one is dropped.
func (w *writer) flush(next rune) {
	if w.blanks == 0 {
		return
	}
	if w.text.Len() > 0 {
		w.mark(w.blanks - 1)
		if w.feeds > 1 || w.feeds == 1 && strings.ContainsRune("-*+#|", next) {
			w.text.WriteByte('\n')
		} else {
			w.text.WriteByte(' ')
		}
		w.next = w.blanks
	}
	w.blanks, w.feeds = 0, 0
}

func (w *writer) mark(at int) {
	if at != w.next || w.text.Len() == 0 {
		w.marks = append(w.marks, mark{w.text.Len(), at})
	}
}

func (w *writer) trace() Trace {
	return Trace{w.text.String(), w.marks}
}
