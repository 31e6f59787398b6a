package memfile

import (
	"bytes"
	"unicode/utf8"
)

// MaxFile is the bound of every file of a store, in bytes.
const MaxFile = 1 << 20

var (
	bomUTF8    = []byte{0xEF, 0xBB, 0xBF}
	bomUTF16LE = []byte{0xFF, 0xFE}
	bomUTF16BE = []byte{0xFE, 0xFF}
)

// checkText refuses what is no text file of ours. The faults are those of the whole file; the first of a kind is enough.
func checkText(path string, data []byte) Faults {
	if len(data) > MaxFile {
		return Faults{{Path: path, Rule: RuleSize, Message: "larger than 1 MiB", Hint: "split it, or remove what is not meant for it"}}
	}
	if name := utf16Name(data); name != "" {
		return Faults{{Path: path, Line: 1, Column: 1, Rule: RuleEncoding, Message: "the encoding is " + name + ", not UTF-8", Hint: "save the file as UTF-8"}}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return Faults{Fault{Path: path, Rule: RuleEncoding, Message: "a NUL byte"}.at(data, i)}
	}
	if i := InvalidUTF8(data); i >= 0 {
		return Faults{Fault{Path: path, Rule: RuleEncoding, Message: "not UTF-8"}.at(data, i)}
	}
	if i := loneCR(data); i >= 0 {
		f := Fault{Path: path, Rule: RuleLineEnds, Message: "a line that ends in CR alone", Hint: "end lines with LF; an editor calls it Unix line ends"}
		return Faults{f.at(data, i)}
	}
	return nil
}

// notesOf names what is accepted and mended by fmt.
func notesOf(path string, data []byte) []*Fault {
	var notes []*Fault
	if bytes.HasPrefix(data, bomUTF8) {
		notes = append(notes, &Fault{Path: path, Line: 1, Column: 1, Rule: RuleBOM, Message: "the file begins with a byte order mark", Hint: "gitmem fmt removes it"})
	}
	if i := bytes.Index(data, []byte("\r\n")); i >= 0 {
		f := Fault{Path: path, Rule: RuleCRLF, Message: "lines end in CRLF", Hint: "gitmem fmt makes them LF"}
		notes = append(notes, f.at(data, i))
	}
	return notes
}

// utf16Name names the encoding of a file that is UTF-16, with a byte order mark or by the zeros of its ASCII.
func utf16Name(data []byte) string {
	switch {
	case bytes.HasPrefix(data, bomUTF16LE):
		return "UTF-16LE"
	case bytes.HasPrefix(data, bomUTF16BE):
		return "UTF-16BE"
	case len(data) >= 4 && data[0] != 0 && data[1] == 0 && data[2] != 0 && data[3] == 0:
		return "UTF-16LE"
	case len(data) >= 4 && data[0] == 0 && data[1] != 0 && data[2] == 0 && data[3] != 0:
		return "UTF-16BE"
	}
	return ""
}

// InvalidUTF8 gives the offset in bytes of the first byte that is not UTF-8, -1 if all are.
func InvalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func loneCR(data []byte) int {
	for from := 0; ; {
		i := bytes.IndexByte(data[from:], '\r')
		if i < 0 {
			return -1
		}
		i += from
		if i+1 >= len(data) || data[i+1] != '\n' {
			return i
		}
		from = i + 2
	}
}

// at gives the fault with the position of a byte offset.
func (f Fault) at(data []byte, offset int) *Fault {
	f.Line, f.Column = Position(data, offset)
	return &f
}

// Position gives line and column of an offset in bytes, both from 1, the column in code points. A byte order mark at the
// beginning has no column.
func Position(data []byte, offset int) (line, column int) {
	before := data[:offset]
	line = 1 + bytes.Count(before, []byte{'\n'})
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if line == 1 {
		before = bytes.TrimPrefix(before, bomUTF8)
	}
	return line, 1 + utf8.RuneCount(before)
}

// lineEnd gives the line end that a file uses: that of its first line, LF if it has none.
func lineEnd(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// withLF gives data as text with LF for every CRLF.
func withLF(data []byte) string {
	if bytes.IndexByte(data, '\r') < 0 {
		return string(data)
	}
	return string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
}

// Mended gives a file as every file of a store should be: without a byte order mark and with LF.
func Mended(data []byte) []byte {
	return bytes.ReplaceAll(bytes.TrimPrefix(data, bomUTF8), []byte("\r\n"), []byte("\n"))
}
