package foreign

import (
	"strings"
	"unicode/utf8"
)

// bullets reads a plain list.
func (r *reader) bullets(name string, data []byte) error {
	if err := checkText(name, data); err != nil {
		return err
	}
	lines := strings.SplitAfter(string(shortened(data)), "\n")
	for i, line := range lines {
		lines[i] = plainMarker(line)
	}
	r.items = true
	return r.blocks(name, strings.Join(lines, ""))
}

// plainMarker gives a line with the marker of Markdown in the place of one that only a typist would use.
func plainMarker(line string) string {
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	sign, size := utf8.DecodeRuneInString(line[indent:])
	rest := line[indent+size:]
	if !strings.ContainsRune("•‣◦▪●·–—⁃", sign) || size == 0 || !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "\t") {
		return line
	}
	return line[:indent] + "-" + rest
}

// isMarked reports a text that begins with the marker of a list item.
func isMarked(text string) bool {
	sign := 0
	for sign < len(text) && sign < 9 && text[sign] >= '0' && text[sign] <= '9' {
		sign++
	}
	switch {
	case sign == len(text):
		return false
	case sign > 0:
		if text[sign] != '.' && text[sign] != ')' {
			return false
		}
	case !strings.ContainsRune("-*+", rune(text[0])):
		return false
	}
	rest := text[sign+1:]
	return rest == "" || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r'
}
