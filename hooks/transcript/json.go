package transcript

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions here find their way through JSON without building anything:
// most bytes of a transcript are passed over. They never read beyond their
// input; what they return means something for valid JSON only, which the
// parsers make sure of before they keep anything.

// members visits the members of an object, keys without their quotes and not
// decoded, until visit says no. It reports whether it came to the object's end
// and nothing follows it.
func members(b []byte, visit func(key, value []byte) bool) bool {
	i := space(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	i = space(b, i+1)
	if i < len(b) && b[i] == '}' {
		return space(b, i+1) == len(b)
	}
	for i < len(b) && b[i] == '"' {
		end := stringEnd(b, i)
		if end < 0 {
			return false
		}
		key := b[i+1 : end-1]
		i = space(b, end)
		if i >= len(b) || b[i] != ':' {
			return false
		}
		from := space(b, i+1)
		if i = valueEnd(b, from); i < 0 {
			return false
		}
		if !visit(key, b[from:i]) {
			return false
		}
		i = space(b, i)
		if i < len(b) && b[i] == '}' {
			return space(b, i+1) == len(b)
		}
		if i >= len(b) || b[i] != ',' {
			return false
		}
		i = space(b, i+1)
	}
	return false
}

// elements visits the elements of an array and reports whether it was one.
func elements(b []byte, visit func(value []byte)) bool {
	i := space(b, 0)
	if i >= len(b) || b[i] != '[' {
		return false
	}
	i = space(b, i+1)
	for i < len(b) && b[i] != ']' {
		end := valueEnd(b, i)
		if end < 0 {
			return false
		}
		visit(b[i:end])
		i = space(b, end)
		if i < len(b) && b[i] == ',' {
			i = space(b, i+1)
		}
	}
	return i < len(b)
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// stringEnd is the place behind a string that begins at i, -1 for none.
func stringEnd(b []byte, i int) int {
	for from := i + 1; ; {
		at := bytes.IndexByte(b[from:], '"')
		if at < 0 {
			return -1
		}
		at += from
		slashes := 0
		for at-slashes-1 > i && b[at-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return at + 1
		}
		from = at + 1
	}
}

// valueEnd is the place behind a value that begins at i, -1 for none.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		return nestEnd(b, i)
	}
	from := i
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	if i == from {
		return -1
	}
	return i
}

// nestEnd is the place behind an object or an array.
func nestEnd(b []byte, i int) int {
	for depth := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			end := stringEnd(b, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// text decodes a string, of which at most limit bytes are kept; "" for what is
// no string. It says whether something was left out.
func text(raw []byte, limit int) (s string, cut bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		if len(inner) > limit {
			return string(whole(inner[:limit])), true
		}
		return strings.ToValidUTF8(string(inner), "\uFFFD"), false
	}
	out := make([]byte, 0, min(len(inner), limit+utf8.UTFMax))
	for len(inner) > 0 {
		if len(out) > limit {
			return string(whole(out[:limit])), true
		}
		n := bytes.IndexByte(inner, '\\')
		if n < 0 {
			n = len(inner)
		}
		n = min(n, limit+1-len(out))
		if n > 0 {
			out, inner = append(out, inner[:n]...), inner[n:]
			continue
		}
		out, inner = unescaped(out, inner)
	}
	if len(out) > limit {
		return string(whole(out[:limit])), true
	}
	return strings.ToValidUTF8(string(out), "\uFFFD"), false
}

// escapes are what stands for one byte behind a backslash.
const escapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

// unescaped adds what the escape at the beginning of b stands for, and gives
// what follows it. Half of a pair stands for U+FFFD, as in encoding/json.
func unescaped(out, b []byte) (more, rest []byte) {
	if len(b) < 2 {
		return out, nil
	}
	for i := 0; i < len(escapes); i += 2 {
		if b[1] == escapes[i] {
			return append(out, escapes[i+1]), b[2:]
		}
	}
	r := hexRune(b)
	if r < 0 {
		return out, b[2:]
	}
	b = b[6:]
	if utf16.IsSurrogate(r) {
		if r = utf16.DecodeRune(r, hexRune(b)); r != utf8.RuneError {
			b = b[6:]
		}
	}
	return utf8.AppendRune(out, r), b
}

// hexRune reads an escape of four digits, -1 for none.
func hexRune(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}

// word decodes a short string, such as a name.
func word(raw []byte) string {
	s, _ := text(raw, 512)
	return s
}

// whole takes a rune that was cut off away from the end.
func whole(b []byte) []byte {
	for n := 0; n < utf8.UTFMax && len(b) > 0 && !utf8.Valid(b[max(0, len(b)-utf8.UTFMax):]); n++ {
		if r, size := utf8.DecodeLastRune(b); r != utf8.RuneError || size != 1 {
			break
		}
		b = b[:len(b)-1]
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}

// member is one member of an object, nil where it is missing.
func member(b []byte, name string) (value []byte) {
	members(b, func(k, v []byte) bool {
		if string(k) == name {
			value = v
		}
		return value == nil
	})
	return value
}

func isTrue(raw []byte) bool   { return string(raw) == "true" }
func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }
func isNull(raw []byte) bool   { return len(raw) == 0 || string(raw) == "null" }
