package retrieve

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gitmem/memfile/guard"
)

// markerStart begins the marker that stands for a character which cannot be
// seen or which steers how text is shown: [U+200B]. Where a text says just that
// itself, its bracket is shown as a marker, so that none can be forged.
const markerStart = "[U+"

// lines cuts a text at every line end that any reader knows, and makes each
// line fit to be shown. A text without a line end is one line.
func lines(text string) []string {
	var out []string
	for {
		at, size := nextLineEnd(text)
		if at < 0 {
			return append(out, escape(text))
		}
		out = append(out, escape(text[:at]))
		text = text[at+size:]
	}
}

// nextLineEnd gives the place and the size, in bytes, of the first line end:
// LF, CR, CRLF, VT, FF, NEL, and the separators of lines and paragraphs.
func nextLineEnd(text string) (at, size int) {
	for i, r := range text {
		switch r {
		case '\r':
			if strings.HasPrefix(text[i+1:], "\n") {
				return i, 2
			}
			return i, 1
		case '\n', '\v', '\f':
			return i, 1
		case 0x85, 0x2028, 0x2029:
			return i, utf8.RuneLen(r)
		}
	}
	return -1, 0
}

// escape shows one line: unseen characters as markers, but for those that an
// emoji or a script needs where they stand; bytes that are no UTF-8 as U+FFFD.
func escape(line string) string {
	if plain(line) {
		return line
	}
	var b strings.Builder
	fitting := guard.Fitting(line)
	for i, r := range line {
		if unseen(r) && !fitting[i] || r == '[' && strings.HasPrefix(line[i:], markerStart) {
			fmt.Fprintf(&b, "%s%04X]", markerStart, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plain is the quick test: nothing in the line has to be shown otherwise.
func plain(line string) bool {
	for i := range len(line) {
		if c := line[i]; c < ' ' && c != '\t' || c >= 0x7F {
			return false
		}
	}
	return !strings.Contains(line, markerStart)
}

// unescape gives the line of which escape made this one; false for a marker
// that escape does not write.
func unescape(line string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, markerStart)
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		digits, after, closed := strings.Cut(rest, "]")
		code, err := strconv.ParseUint(digits, 16, 32)
		if !closed || err != nil || !(unseen(rune(code)) || code == '[') || digits != fmt.Sprintf("%04X", code) {
			return "", false
		}
		b.WriteRune(rune(code))
		line = after
	}
}

// unseen characters show nothing or steer how text is shown: controls but the
// tab, soft hyphen, joiners, direction marks, variation selectors, tags.
func unseen(r rune) bool {
	switch {
	case r == '\t':
		return false
	case r < ' ', r >= 0x7F && r <= 0x9F, r == 0xAD, r == 0x61C, r == 0x180E:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x2028 && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF, r >= 0xFFF9 && r <= 0xFFFB:
		return true
	}
	return r >= 0x1D173 && r <= 0x1D17A || r >= 0xE0000 && r <= 0xE007F || r >= 0xE0100 && r <= 0xE01EF
}

// word shows a name that others chose, such as that of a session, inside a line
// of the frame: on one line, in quotation marks, at most so many code points.
func word(s string, most int) string {
	s = strings.Join(strings.Fields(strings.Join(lines(s), " ")), " ")
	s = strings.NewReplacer(`"`, "'", "<", "(", ">", ")").Replace(s)
	for i := range s {
		if most == 0 {
			s = s[:i] + "…"
			break
		}
		most--
	}
	return `"` + s + `"`
}
