package memfile

import (
	"strings"
	"unicode/utf8"
)

// keyLine is a line "key:  value  # comment" in its parts.
type keyLine struct{ key, space, value, gap, comment string }

// cutLine cuts a line; whole says that the value ends on it.
func cutLine(l string, whole bool) keyLine {
	colon := colonOf(l)
	p := keyLine{key: l[:colon+1]}
	rest := l[colon+1:]
	p.value = strings.TrimLeft(rest, " \t")
	p.space = rest[:len(rest)-len(p.value)]
	if p.space != "" && strings.HasPrefix(p.value, "#") {
		p.gap, p.comment, p.space, p.value = p.space, p.value, " ", ""
		return p
	}
	n := valueLength(p.value)
	if !whole && p.value != "" && p.value[0] != '|' && p.value[0] != '>' {
		n = len(p.value)
	}
	rest = p.value[n:]
	p.value = p.value[:n]
	p.comment = strings.TrimLeft(rest, " \t")
	p.gap = rest[:len(rest)-len(p.comment)]
	return p
}

// withValue gives what follows the key with another value; the comment keeps its column if there is room.
func (p keyLine) withValue(value string) string {
	space := p.space
	if space == "" && value != "" {
		space = " "
	}
	if value == "" {
		space = ""
	}
	out := space + value
	if p.comment == "" {
		return out
	}
	column := utf8.RuneCountInString(p.space + p.value + p.gap)
	if p.value == "" {
		column = utf8.RuneCountInString(p.gap)
	}
	return out + strings.Repeat(" ", max(1, column-utf8.RuneCountInString(out))) + p.comment
}

// colonOf finds the colon that ends the key of a line.
func colonOf(l string) int {
	from := 0
	if l[0] == '"' || l[0] == '\'' {
		from = valueLength(l)
	}
	for i := from; i < len(l); i++ {
		if l[i] == ':' && (i+1 == len(l) || l[i+1] == ' ' || l[i+1] == '\t') {
			return i
		}
	}
	return len(l) - 1
}

// valueLength gives the bytes of the value at the start of a text, without a comment behind it.
func valueLength(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '"', '\'':
		return quotedLength(s)
	case '[', '{':
		return bracketLength(s)
	}
	end := len(s)
	for i := 1; i < len(s); i++ {
		if s[i] == '#' && (s[i-1] == ' ' || s[i-1] == '\t') {
			end = i
			break
		}
	}
	return len(strings.TrimRight(s[:end], " \t"))
}

func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[0] == '"' && s[i] == '\\':
			i++
		case s[0] == '\'' && strings.HasPrefix(s[i:], "''"):
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

func bracketLength(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			if before := s[i-1]; strings.IndexByte(" \t,[{:", before) >= 0 {
				i += quotedLength(s[i:]) - 1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// requote writes a text in the quotes that the former value had.
func requote(text, plain, former string) string {
	switch {
	case strings.HasPrefix(former, `"`):
		return quoted(text)
	case strings.HasPrefix(former, "'") && plainLine(text):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return plain
}

// noteColumn is where the comments of a new file stand.
const noteColumn = 29

// keyLines writes a key, its value and its comment.
func keyLines(key string, v rendered, note string) []string {
	first := key + ":"
	if v.inline != "" {
		first += " " + v.inline
	}
	if note != "" {
		first += strings.Repeat(" ", max(1, noteColumn-utf8.RuneCountInString(first))) + "# " + note
	}
	return append([]string{first}, v.lines...)
}
