package memfile

import "bytes"

// line is one line of a resident file: data[start:end] without its line end, next is where the following one begins.
type line struct {
	start, end, next int
	number           int
}

// lineAt gives the line that begins at pos.
func lineAt(data []byte, pos, number int) line {
	i := bytes.IndexByte(data[pos:], '\n')
	if i < 0 {
		return line{pos, len(data), len(data), number}
	}
	end := pos + i
	l := line{pos, end, end + 1, number}
	if i > 0 && data[end-1] == '\r' {
		l.end--
	}
	return l
}

// marker is the sign of a list item and the white space that follows it.
type marker struct {
	sign    int // bytes of the sign: "-" or "12."
	content int // byte in the line at which the content begins
	columns int // column of the content, from 0
}

// markerOf reads the marker of a list item in the first column of a line.
func markerOf(s []byte) (marker, bool) {
	sign := signLength(s)
	if sign == 0 {
		return marker{}, false
	}
	rest := s[sign:]
	if len(rest) == 0 {
		return marker{sign, sign, sign + 1}, true
	}
	if rest[0] != ' ' && rest[0] != '\t' {
		return marker{}, false
	}
	space := len(rest) - len(bytes.TrimLeft(rest, " \t"))
	columns := widthFrom(sign, rest[:space])
	if space == len(rest) || columns-sign > 4 { // nothing follows, or an indented code block does
		space, columns = 1, sign+1
	}
	return marker{sign, sign + space, columns}, true
}

func signLength(s []byte) int {
	digits := 0
	for digits < len(s) && digits < 10 && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	switch {
	case len(s) == 0 || digits > 9:
		return 0
	case digits == 0 && (s[0] == '-' || s[0] == '*' || s[0] == '+'):
		return 1
	case digits > 0 && digits < len(s) && (s[digits] == '.' || s[digits] == ')'):
		return digits + 1
	}
	return 0
}

// widthFrom gives the column after white space that begins at column; a tab goes on to the next multiple of four.
func widthFrom(column int, space []byte) int {
	for _, c := range space {
		if c == '\t' {
			column += 4 - column%4
		} else {
			column++
		}
	}
	return column
}

// indentOf gives the width of a line's indentation in columns.
func indentOf(s []byte) int {
	return widthFrom(0, s[:len(s)-len(bytes.TrimLeft(s, " \t"))])
}

// unindent takes away at most so many columns of white space.
func unindent(s []byte, columns int) []byte {
	width := 0
	for len(s) > 0 && width < columns && (s[0] == ' ' || s[0] == '\t') {
		width = widthFrom(width, s[:1])
		s = s[1:]
	}
	return s
}

func isBlank(s []byte) bool { return len(bytes.TrimLeft(s, " \t")) == 0 }

// headingOf reads a heading of the form "## Text ##".
func headingOf(s []byte) (string, bool) {
	if indentOf(s) > 3 {
		return "", false
	}
	s = bytes.Trim(s, " \t")
	level := len(s) - len(bytes.TrimLeft(s, "#"))
	if level < 1 || level > 6 || level < len(s) && s[level] != ' ' && s[level] != '\t' {
		return "", false
	}
	text := bytes.Trim(s[level:], " \t")
	closed := bytes.TrimRight(text, "#")
	if len(closed) == 0 || closed[len(closed)-1] == ' ' || closed[len(closed)-1] == '\t' {
		text = bytes.TrimRight(closed, " \t")
	}
	return string(text), true
}

// isUnderline reports a line of "=" or "-" that makes the paragraph above it a heading.
func isUnderline(s []byte) bool {
	if indentOf(s) > 3 {
		return false
	}
	s = bytes.Trim(s, " \t")
	return len(s) > 0 && (s[0] == '=' || s[0] == '-') && len(bytes.TrimLeft(s, string(s[0]))) == 0
}

// isBreak reports a line across the page: three or more of "-", "*" or "_", with spaces between.
func isBreak(s []byte) bool {
	if indentOf(s) > 3 {
		return false
	}
	count, sign := 0, byte(0)
	for _, c := range s {
		switch {
		case c == ' ' || c == '\t':
		case sign == 0 && (c == '-' || c == '*' || c == '_'), c == sign && sign != 0:
			sign = c
			count++
		default:
			return false
		}
	}
	return count >= 3
}

// fence is the opening line of a fenced code block; the zero value is no fence.
type fence struct {
	sign   byte
	length int
}

// fenceOf reads the opening line of a code block, indentation taken away.
func fenceOf(s []byte) fence {
	s = bytes.TrimLeft(s, " \t")
	if len(s) < 3 || s[0] != '`' && s[0] != '~' {
		return fence{}
	}
	length := len(s) - len(bytes.TrimLeft(s, string(s[0])))
	if length < 3 || s[0] == '`' && bytes.IndexByte(s[length:], '`') >= 0 {
		return fence{}
	}
	return fence{s[0], length}
}

// closes reports whether a line ends the code block that f opened.
func (f fence) closes(s []byte) bool {
	s = bytes.Trim(s, " \t")
	return len(s) >= f.length && s[0] == f.sign && len(bytes.TrimLeft(s, string(f.sign))) == 0
}
