package foreign

import (
	"strings"

	"gitmem/memfile"
)

// kind says what a piece of Markdown is.
type kind int

const (
	item kind = iota
	paragraph
	code
	title  // a heading
	layout // all else; why says what
)

// piece is one piece of a Markdown text.
type piece struct {
	span
	kind  kind
	top   int    // the line with which the text begins; under an empty marker that is not the first
	text  string // without marker and indentation
	raw   string // as it stands; of an item that stood deeper, moved to the first column
	level int    // of a title, from 1; 0 for one inside a quotation, which heads nothing outside it
	why   reason // of layout
	apart bool   // a blank line stands before it
}

// depthBound is how deep lists and quotations are taken apart; what is deeper stays as it is.
const depthBound = 8

// piecesOf cuts a text that stands at a line of the file into pieces. A text that cannot be cut is one paragraph.
func piecesOf(text string, line int) []piece {
	pieces, err := cut("", text, line, 0)
	if err != nil {
		return []piece{{span: span{line, line + strings.Count(text, "\n")}, kind: paragraph, text: text, raw: text}}
	}
	return pieces
}

func cut(name, text string, line, depth int) ([]piece, error) {
	resident, err := memfile.ParseResident(name, []byte(text))
	if err != nil {
		return nil, err
	}
	var out []piece
	apart := false
	for _, b := range resident.Blocks() {
		if b.Kind == memfile.Blank {
			apart = true
			continue
		}
		next := fromBlock(b, line-1, depth)
		if len(out) > 0 && !apart && out[len(out)-1].goesOn(next[0]) {
			out[len(out)-1].join(next[0])
			next = next[1:]
		} else {
			next[0].apart = apart
		}
		out = append(out, next...)
		apart = false
	}
	return out, nil
}

// fromBlock gives the pieces of one block; before is the number of lines above the text.
func fromBlock(b memfile.Block, before, depth int) []piece {
	p := piece{raw: b.Raw, text: b.Text, span: span{before + b.Line, before + b.Line + strings.Count(b.Raw, "\n")}}
	switch b.Kind {
	case memfile.Entry:
		p.kind = item
	case memfile.Heading:
		p.kind, p.level = title, levelOf(b.Raw)
	case memfile.Fence:
		p.kind = code
	case memfile.Comment:
		p.kind, p.why = layout, isComment
	case memfile.Break:
		p.kind, p.why = layout, isBreak
	default:
		return fromParagraph(strings.Split(b.Raw, "\n"), p.line, depth)
	}
	p.top = p.line + strings.Count(b.Raw, "\n") - strings.Count(b.Text, "\n")
	return []piece{p}
}

// levelOf gives the level of a heading: its number signs, or the line under it.
func levelOf(raw string) int {
	raw = strings.TrimSpace(raw)
	if n := len(raw) - len(strings.TrimLeft(raw, "#")); n > 0 {
		return n
	}
	if strings.HasSuffix(raw, "=") {
		return 1
	}
	return 2
}

// goesOn reports whether a paragraph right under an item, without its indentation, is the rest of the item's text. After a
// code block it is not.
func (p piece) goesOn(next piece) bool {
	end := p.raw[strings.LastIndexByte(p.raw, '\n')+1:]
	return p.kind == item && next.kind == paragraph && !strings.HasPrefix(strings.TrimSpace(end), "```") && !strings.HasPrefix(next.raw, ">")
}

func (p *piece) join(next piece) {
	p.text += "\n" + next.text
	p.raw += "\n  " + strings.ReplaceAll(next.text, "\n", "\n  ")
	p.last = next.last
}
