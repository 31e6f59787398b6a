package memfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// rendered is a YAML value as it is written behind "key:".
type rendered struct {
	inline string   // on the line of the key
	lines  []string // on the lines below it, indented
	text   string   // the text itself, if the value is one and stands on the line of the key
	isText bool
}

// yamlScalar writes a text on the line of its key.
func yamlScalar(s string) rendered {
	return rendered{inline: scalar(s, false), text: s, isText: true}
}

// yamlBlock writes a text as a literal block, or on one line if a block cannot hold it.
func yamlBlock(s string) rendered {
	lines, ok := literal(s, "  ")
	if !ok {
		return yamlScalar(s)
	}
	return rendered{inline: "|", lines: lines}
}

// literal gives the lines of a literal block that reads back as s and a line end.
func literal(s, indent string) ([]string, bool) {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if !plainLine(l) || l == "" && (i == 0 || i == len(lines)-1) {
			return nil, false
		}
		if l != "" {
			lines[i] = indent + l
		}
	}
	if c := s[0]; c == ' ' || c == '\t' {
		return nil, false
	}
	return lines, true
}

// plainLine reports a line that a block holds as it is: printable, and not of white space alone.
func plainLine(l string) bool {
	if l != "" && isBlank([]byte(l)) {
		return false
	}
	for _, r := range l {
		if r != '\t' && needsEscape(r) {
			return false
		}
	}
	return utf8.ValidString(l)
}

// needsEscape reports a character that is written as an escape: controls, and the line ends of Unicode.
func needsEscape(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\uFEFF'
}

// scalar writes a text on one line, in quotes where it could be read as something else; inFlow is inside brackets.
func scalar(s string, inFlow bool) string {
	if plainScalar(s, inFlow) {
		return s
	}
	return quoted(s)
}

func plainScalar(s string, inFlow bool) bool {
	if s == "" || !plainLine(s) || strings.TrimSpace(s) != s || looksTyped(s) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune("_/.(", first) {
		return false
	}
	if strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.Contains(s, " #") || strings.ContainsRune(s, '\t') {
		return false
	}
	if !inFlow {
		return true
	}
	return !strings.ContainsAny(s, ",[]{}\"'") && (isTime(s) || !strings.ContainsRune(s, ':'))
}

// looksTyped reports a text that a reader of YAML could take for a number, a date, a truth value or null.
func looksTyped(s string) bool {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	}
	if strings.Trim(s, "0123456789_.:+-eE") == "" {
		return strings.ContainsAny(s, "0123456789")
	}
	return strings.HasPrefix(s, ".") || token.ToNumber(s) != nil
}

// quoted writes a text in double quotes.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case needsEscape(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// pairOf is one key and value of a map in braces.
type pairOf struct{ key, value string }

// flowMap writes a map in braces, without the keys that have no value.
func flowMap(pairs ...pairOf) string { return braces(flowPairs(pairs...)) }

// flowPairs gives the keys and values of a map in braces, without those that have no value.
func flowPairs(pairs ...pairOf) []string {
	var parts []string
	for _, p := range pairs {
		if p.value != "" {
			parts = append(parts, p.key+": "+scalar(p.value, true))
		}
	}
	return parts
}

func braces(parts []string) string { return "{" + strings.Join(parts, ", ") + "}" }

// flowList writes a list of texts in brackets.
func flowList[T ~string](items []T) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = scalar(string(item), true)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// quotedMap is flowMap with every value in double quotes.
func quotedMap(pairs ...pairOf) string {
	var parts []string
	for _, p := range pairs {
		if p.value != "" {
			parts = append(parts, p.key+": "+quoted(p.value))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
