package foreign

import (
	"bytes"
	"path"
	"strings"
)

// Detect gives the format of a file by its content and, where that leaves a choice, by the ending of its name.
func Detect(name string, data []byte) Format {
	data = withoutBOM(data)
	ending := strings.ToLower(path.Ext(name))
	switch {
	case looksLikeJSON(data), ending == ".json", ending == ".jsonl", ending == ".ndjson":
		return MCPMemory
	case hasSectionSign(data):
		return SectionSign
	case ending == ".md" || ending == ".markdown" || ending == ".mdc":
		return Markdown
	case isPlainList(data):
		return Bullets
	}
	return Markdown
}

// looksLikeJSON reports a text that begins as a JSON object, or as an array of objects. A link of Markdown begins with a
// bracket too.
func looksLikeJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) < 2 || data[0] != '{' && data[0] != '[' {
		return false
	}
	next := bytes.TrimLeft(data[1:], " \t\r\n")
	if len(next) == 0 {
		return false
	}
	if data[0] == '{' {
		return next[0] == '"' || next[0] == '}'
	}
	return next[0] == '{' || next[0] == ']' && (len(next) == 1 || next[1] == '\n' || next[1] == '\r')
}

func hasSectionSign(data []byte) bool {
	for line := range bytes.Lines(data) {
		if isSectionSign(line) {
			return true
		}
	}
	return false
}

// isPlainList reports a text in which everything that is not indented is a list item.
func isPlainList(data []byte) bool {
	found := false
	for line := range bytes.Lines(data) {
		text := string(bytes.TrimRight(line[:min(len(line), lineBound)], " \t\r\n"))
		switch {
		case text == "" || text[0] == ' ' || text[0] == '\t':
		case isMarked(plainMarker(text)):
			found = true
		default:
			return false
		}
	}
	return found
}
