package foreign

import (
	"bytes"
	"unicode/utf8"

	"gitmem/memfile"
)

var (
	bomUTF8    = []byte{0xEF, 0xBB, 0xBF}
	bomUTF16LE = []byte{0xFF, 0xFE}
	bomUTF16BE = []byte{0xFE, 0xFF}
)

func withoutBOM(data []byte) []byte { return bytes.TrimPrefix(data, bomUTF8) }

// checkText refuses a text file that is not UTF-8 or holds a NUL.
func checkText(name string, data []byte) error {
	if bytes.HasPrefix(data, bomUTF16LE) || bytes.HasPrefix(data, bomUTF16BE) {
		return &memfile.Fault{Path: name, Line: 1, Column: 1, Rule: memfile.RuleEncoding, Message: "the encoding is UTF-16, not UTF-8", Hint: "save the file as UTF-8"}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return faultAt(name, data, i, "a NUL byte")
	}
	if i := memfile.InvalidUTF8(data); i >= 0 {
		return faultAt(name, data, i, "not UTF-8")
	}
	return nil
}

func faultAt(name string, data []byte, offset int, message string) error {
	line, column := memfile.Position(data, offset)
	return &memfile.Fault{Path: name, Line: line, Column: column, Rule: memfile.RuleEncoding, Message: message, Hint: "save the file as UTF-8 text"}
}

// lineBound is the length in bytes, without white space at the ends, from which on a line is read in part. No entry has room
// for such a line, since a code point has at most four bytes.
const lineBound = 64 << 10

// shortened gives a text with each over-long line cut in its middle, to lineBound bytes. What is left is still longer than any
// entry, so that no text is taken for whole.
func shortened(data []byte) []byte {
	if len(data) <= lineBound {
		return data
	}
	var out []byte
	copied, at := 0, 0
	for line := range bytes.Lines(data) {
		start := at + len(line) - len(bytes.TrimLeft(line, " \t"))
		end := at + len(bytes.TrimRight(line, " \t\r\n"))
		at += len(line)
		if end-start > lineBound {
			out = append(out, data[copied:runeStart(data, start+lineBound/2)]...)
			copied = runeStart(data, end-lineBound/2)
		}
	}
	if copied == 0 {
		return data
	}
	return append(out, data[copied:]...)
}

func runeStart(data []byte, i int) int {
	for i < len(data) && !utf8.RuneStart(data[i]) {
		i++
	}
	return i
}
