package foreign

import (
	"bytes"
	"unicode/utf8"

	"gitmem/memfile"
)

// isSectionSign reports a line that holds nothing but a section sign.
func isSectionSign(line []byte) bool { return string(bytes.Trim(line, " \t\r\n")) == "§" }

// sections reads a file with a section sign between its entries.
func (r *reader) sections(name string, data []byte) error {
	if err := checkText(name, data); err != nil {
		return err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	number, first, start, at := 0, 1, 0, 0
	for line := range bytes.Lines(data) {
		number++
		if isSectionSign(line) {
			r.piece(data[start:at], first, number)
			start, first = at+len(line), number+1
		}
		at += len(line)
	}
	r.piece(data[start:], first, number)
	return nil
}

// piece takes what stands between two signs, from a line on; an empty one stands where it ends.
func (r *reader) piece(data []byte, first, end int) {
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		r.skip(span{end, end}, isEmpty)
		return
	}
	at := spanOf(text, first+bytes.Count(data[:bytes.Index(data, text)], []byte{'\n'}))
	if len(text) > MaxText*utf8.UTFMax {
		r.skip(at, isLong)
		return
	}
	entry := memfile.NormalContent(string(text))
	if !isMarked(entry) {
		r.keep(entry, at, "")
		return
	}
	r.flow(piecesOf(entry, at.line)) // an entry cannot begin with the marker of a list
}
