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
			r.piece(data[start:at], span{first, number})
			start, first = at+len(line), number+1
		}
		at += len(line)
	}
	r.piece(data[start:], span{min(first, number), number})
	return nil
}

// piece takes what stands between two signs. Its lines reach to the sign that ends it.
func (r *reader) piece(data []byte, at span) {
	blank := len(data) - len(bytes.TrimLeft(data, " \t\r\n"))
	at.line += bytes.Count(data[:blank], []byte{'\n'})
	at.line = min(at.line, at.last)
	data = bytes.TrimSpace(data)
	if len(data) > MaxText*utf8.UTFMax {
		r.skip(at, isLong)
		return
	}
	text := memfile.NormalContent(string(data))
	if !isMarked(text) {
		r.keep(text, at, "")
		return
	}
	r.flow(piecesOf(text, at.line)) // an entry cannot begin with the marker of a list
}
