package guard

import (
	"sort"
	"strings"

	"gitmem/memfile/fold"
)

// document is one text in the forms that the searches need, each made once.
type document struct {
	source string
	plain  fold.Trace
	lower  string   // plain in small letters, same length
	code   []region // of plain, in order
	firsts map[string]int
}

func newDocument(source string, plain fold.Trace) *document {
	return &document{source: source, plain: plain, lower: lowerASCII(plain.Text), code: codeRegions(plain.Text), firsts: map[string]int{}}
}

// region is a stretch of Markdown code in bytes.
type region struct {
	start, end int
	span       bool // inline, otherwise fenced
}

// codeAt gives the code that byte at of the plain text lies in.
func (d *document) codeAt(at int) (region, bool) {
	n := sort.Search(len(d.code), func(i int) bool { return d.code[i].end > at })
	if n < len(d.code) && d.code[n].start <= at {
		return d.code[n], true
	}
	return region{}, false
}

// firstAt is where text first stands in the small letters; -1 if nowhere. It
// is remembered, since a text may ask for the same tag at every line.
func (d *document) firstAt(text string) int {
	at, known := d.firsts[text]
	if !known {
		at = strings.Index(d.lower, text)
		d.firsts[text] = at
	}
	return at
}
