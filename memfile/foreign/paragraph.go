package foreign

import (
	"strings"
	"unicode"
)

// fromParagraph gives the pieces of lines without a blank one between: text, and what a resident file knows no block for,
// which is an indented list, a quotation, a table, tags of HTML and indented code.
func fromParagraph(lines []string, first, depth int) []piece {
	if allIndented(lines) && !isMarked(strings.TrimLeft(lines[0], " \t")) {
		p := layoutPiece(lines, first, isCode)
		p.kind = code
		return []piece{p}
	}
	var out []piece
	text := 0 // lines from here on are text so far
	flush := func(to int) {
		if to > text {
			out = append(out, textPiece(lines[text:to], first+text))
		}
	}
	for i := 0; i < len(lines); i++ {
		switch tail := lines[i:]; {
		case isTagLine(lines[i]):
			flush(i)
			n := countTagLines(tail)
			out = append(out, layoutPiece(tail[:n], first+i, isTags))
			i, text = i+n-1, i+n
		case isTableAt(tail):
			flush(i)
			return append(out, layoutPiece(tail, first+i, isTable))
		default:
			inner := inside(tail, first+i, depth)
			if inner == nil {
				continue
			}
			flush(i)
			return append(out, inner...)
		}
	}
	flush(len(lines))
	return out
}

func textPiece(lines []string, first int) piece {
	trimmed := make([]string, len(lines))
	for i, l := range lines {
		trimmed[i] = strings.TrimSpace(l)
	}
	text := strings.Join(trimmed, "\n")
	return piece{span: span{first, first + len(lines) - 1}, kind: paragraph, top: first, text: text, raw: text}
}

func layoutPiece(lines []string, first int, why reason) piece {
	return piece{span: span{first, first + len(lines) - 1}, kind: layout, raw: strings.Join(lines, "\n"), why: why}
}

// inside gives the pieces of a list or a quotation that begins with the first line, nil if none does.
func inside(lines []string, first, depth int) []piece {
	if depth >= depthBound {
		return nil
	}
	var inner []string
	quoted := isQuoted(lines[0])
	switch indent := indentOf(lines[0]); {
	case quoted:
		inner = withoutQuotes(lines)
	case indent > 0 && isMarked(lines[0][indent:]):
		inner = withoutIndent(lines, indent)
	default:
		return nil
	}
	pieces, err := cut("", strings.Join(inner, "\n"), first, depth+1)
	if err != nil {
		return nil
	}
	if len(pieces) == 0 {
		return []piece{layoutPiece(lines, first, isEmpty)}
	}
	for i := range pieces {
		if pieces[i].kind == title {
			pieces[i].level = 0
		}
	}
	return pieces
}

func isQuoted(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), ">") }

// withoutQuotes takes one level of quotation away. A line without the sign goes on with the one before.
func withoutQuotes(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if isQuoted(l) {
			l = strings.TrimPrefix(strings.TrimLeft(l, " ")[1:], " ")
		}
		out[i] = l
	}
	return out
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// withoutIndent takes away as many bytes of white space as the first line has.
func withoutIndent(lines []string, indent int) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(indent, indentOf(l)):]
	}
	return out
}

func allIndented(lines []string) bool {
	for _, l := range lines {
		if !strings.HasPrefix(l, "    ") && !strings.HasPrefix(l, "\t") {
			return false
		}
	}
	return true
}

// isTagLine reports a line of nothing but tags of HTML.
func isTagLine(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		return false
	}
	for line != "" {
		end := strings.IndexByte(line, '>')
		if len(line) < 3 || line[0] != '<' || end < 2 || strings.Contains(line[1:end], "<") || !isTagName(line[1:end]) {
			return false
		}
		line = strings.TrimSpace(line[end+1:])
	}
	return true
}

// isTagName reports what can stand between the signs of a tag. A link in these signs has a colon or an "@" in its first word.
func isTagName(tag string) bool {
	tag = strings.TrimPrefix(tag, "/")
	name, _, _ := strings.Cut(tag, " ")
	return tag != "" && unicode.IsLetter(rune(tag[0])) && !strings.ContainsAny(name, ":@")
}

func countTagLines(lines []string) int {
	n := 0
	for n < len(lines) && isTagLine(lines[n]) {
		n++
	}
	return n
}

// isTableAt reports whether the head of a table and the line under it come first.
func isTableAt(lines []string) bool {
	if len(lines) < 2 || !strings.Contains(lines[0], "|") {
		return false
	}
	rule := strings.TrimSpace(lines[1])
	return strings.ContainsAny(rule, "|:") && strings.Contains(rule, "-") && strings.Trim(rule, "|:- \t") == ""
}
