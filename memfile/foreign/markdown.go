package foreign

import (
	"strings"
	"unicode/utf8"
)

// markdown reads a text with headings, lists and paragraphs.
func (r *reader) markdown(name string, data []byte) error {
	if err := checkText(name, data); err != nil {
		return err
	}
	text := string(shortened(data))
	if lines := frontMatter(text); lines > 0 {
		r.skip(span{1, lines}, isFrontMatter)
		text = blanked(text, lines)
	}
	return r.blocks(name, text)
}

func (r *reader) blocks(name, text string) error {
	pieces, err := cut(name, text, 1, 0)
	if err != nil {
		return err
	}
	r.flow(pieces)
	return nil
}

// frontMatter gives the number of lines of the front matter, 0 if there is none. Between two lines across the page can be text,
// so that all its lines must look like keys.
func frontMatter(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n++
		trimmed := strings.TrimSpace(line)
		switch {
		case n == 1 && trimmed != "---", n == 2 && trimmed == "":
			return 0
		case n > 1 && (trimmed == "---" || trimmed == "..."):
			return n
		case n > 1 && !looksLikeKey(line, trimmed):
			return 0
		}
	}
	return 0
}

func looksLikeKey(line, trimmed string) bool {
	if trimmed == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '-' {
		return true
	}
	key, _, found := strings.Cut(trimmed, ":")
	return found && !strings.ContainsAny(key, " *`")
}

// blanked gives a text with its first lines empty, so that the numbers of the others stay.
func blanked(text string, lines int) string {
	end := 0
	for range lines {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return ""
		}
		end += next + 1
	}
	return strings.Repeat("\n", lines) + text[end:]
}

// flow takes pieces one after the other.
func (r *reader) flow(pieces []piece) {
	for len(pieces) > 0 {
		pieces = pieces[r.take(pieces):]
	}
}

// take takes the first piece, and those after it that belong to it, and gives how many these were.
func (r *reader) take(pieces []piece) int {
	p := pieces[0]
	switch p.kind {
	case item:
		return r.takeItem(pieces)
	case paragraph:
		return r.takeParagraph(pieces)
	case code:
		r.skip(p.span, isCode)
	case title:
		if p.level > 0 {
			r.enter(p.level, p.text)
		}
		r.skip(p.span, isHeading)
	default:
		r.skip(p.span, p.why)
	}
	return 1
}

func (r *reader) takeItem(pieces []piece) int {
	p, n := withCode(pieces)
	if list := itemsUnder(pieces); n == 1 && len(list) > 0 {
		r.whole(p, list)
		return 1 + len(list)
	}
	r.item("", p, 0)
	return n
}

func (r *reader) takeParagraph(pieces []piece) int {
	p := pieces[0]
	switch {
	case r.items:
		r.skip(p.span, isNoItem)
	case !isLead(pieces):
		r.text("", p)
	case pieces[1].kind == code:
		p, _ = withCode(pieces)
		r.text("", p)
		return 2
	case pieces[1].kind == layout:
		r.skip(span{p.line, pieces[1].last}, pieces[1].why)
		return 2
	default:
		list := itemsOf(pieces[1:])
		r.whole(p, list)
		return 1 + len(list)
	}
	return 1
}

// text makes an entry of a piece, unless it only points elsewhere.
func (r *reader) text(lead string, p piece) {
	switch {
	case isImportOnly(p.text):
		r.skip(p.span, isImport)
	case isLinksOnly(p.text):
		r.skip(p.span, isLinks)
	case p.text == "":
		r.skip(p.span, isEmpty)
	default:
		r.keep(joined(lead, p.text), p.span, "")
	}
}

// leadBound is the length in code points of the longest paragraph that is repeated in front of the items under it.
const leadBound = 200

// isLead reports whether the first piece, a paragraph, introduces the second: a list, a code block or a table.
func isLead(pieces []piece) bool {
	if len(pieces) < 2 {
		return false
	}
	p, next := pieces[0], pieces[1]
	switch {
	case next.kind != item && next.kind != code && next.why != isTable:
		return false
	case next.kind == item && longerThan(p.text, leadBound):
		return false
	}
	return endsInColon(p.text) || isBold(p.text)
}

// endsInColon reports a text that ends in a colon, in emphasis or not.
func endsInColon(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, "*_ "))
	return last == ':' || last == '：'
}

// isBold reports a line that is bold as a whole.
func isBold(text string) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(text, "**"), "**")
	return len(inner) == len(text)-4 && inner != "" && !strings.Contains(inner, "**") && !strings.Contains(inner, "\n")
}

// withCode gives the first piece with the code block after it, if that belongs to it, and the number of pieces taken.
func withCode(pieces []piece) (piece, int) {
	p := pieces[0]
	if len(pieces) < 2 || pieces[1].kind != code {
		return p, 1
	}
	block := pieces[1]
	if p.kind == item && block.apart && !endsInColon(p.text) {
		return p, 1
	}
	p.text += strings.Repeat("\n", block.line-p.last) + block.raw
	p.last = block.last
	return p, 2
}

// itemsOf gives the items that come first.
func itemsOf(pieces []piece) []piece {
	n := 0
	for n < len(pieces) && pieces[n].kind == item {
		n++
	}
	return pieces[:n]
}

// itemsUnder gives the list that belongs to a numbered item although it is not indented: its items have another kind of
// marker, and the item ends in a colon.
func itemsUnder(pieces []piece) []piece {
	p := pieces[0]
	if !isNumbered(p) || !endsInColon(p.text) {
		return nil
	}
	list := itemsOf(pieces[1:])
	for i, next := range list {
		if isNumbered(next) {
			return list[:i]
		}
	}
	return list
}

func isNumbered(p piece) bool { return p.raw != "" && p.raw[0] >= '0' && p.raw[0] <= '9' }
