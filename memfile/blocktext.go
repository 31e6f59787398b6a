package memfile

import (
	"strings"
	"unicode"
)

// textOf gives what a block says, from its raw text.
func textOf(kind BlockKind, raw string) string {
	switch kind {
	case Entry:
		return itemText(raw)
	case Heading:
		if text, ok := headingOf([]byte(raw)); ok {
			return text
		}
		return underlinedText(raw)
	case Blank, Break:
		return ""
	default:
		return strings.TrimSpace(raw)
	}
}

// underlinedText gives a heading's text without the line under it.
func underlinedText(raw string) string {
	text := raw[:strings.LastIndexByte(raw, '\n')]
	return strings.Join(strings.Fields(text), " ")
}

// ItemText gives the text of an entry from its raw text: without marker and indentation. Raw text that is no list item is
// given as its block says it.
func ItemText(raw string) string {
	_, text := readRaw(raw)
	return text
}

// readRaw gives kind and text of a block recorded by its raw text.
func readRaw(raw string) (BlockKind, string) {
	s := blockScan{data: []byte(raw), source: raw}
	s.run(0)
	for _, b := range s.blocks {
		if b.Kind != Blank {
			return b.Kind, b.Text
		}
	}
	return Blank, ""
}

// itemText takes marker and indentation away. The indentation is the width of the marker where all further lines have it,
// else two columns.
func itemText(raw string) string {
	first, rest, more := strings.Cut(raw, "\n")
	m, _ := markerOf([]byte(first))
	first = strings.TrimLeft(first[m.content:], " \t")
	if !more {
		return trimRight(first)
	}
	lines := strings.Split(rest, "\n")
	columns := itemIndent(lines, m.columns)
	var b strings.Builder
	b.Grow(len(raw))
	b.WriteString(first)
	for _, l := range lines {
		b.WriteByte('\n')
		if !isBlank([]byte(l)) {
			b.Write(unindent([]byte(l), columns))
		}
	}
	return strings.TrimLeft(trimRight(b.String()), "\n")
}

func itemIndent(lines []string, columns int) int {
	for _, l := range lines {
		if !isBlank([]byte(l)) && indentOf([]byte(l)) < columns {
			return 2
		}
	}
	return columns
}

func trimRight(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }
