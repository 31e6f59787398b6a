package guard

import (
	"gitmem/memfile/fold"
)

// document is one text in the forms that the searches need, each made once.
type document struct {
	source string
	plain  fold.Trace
	lower  string   // plain in small letters, same length
	code   []region // of plain
}

func newDocument(source string, plain fold.Trace) *document {
	return &document{source: source, plain: plain, lower: lowerASCII(plain.Text), code: codeRegions(plain.Text)}
}

// region is a stretch of Markdown code in bytes.
type region struct {
	start, end int
	span       bool // inline, otherwise fenced
}

// codeAt gives the code that byte at of the plain text lies in.
func (d *document) codeAt(at int) (region, bool) {
	for _, r := range d.code {
		if at < r.start {
			break
		}
		if at < r.end {
			return r, true
		}
	}
	return region{}, false
}
