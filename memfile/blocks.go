package memfile

import "strings"

// blockScan cuts a resident file into blocks, line by line.
type blockScan struct {
	path     string
	data     []byte
	source   string // data as text, so that blocks can share it
	blocks   []Block
	comments []span
	notes    []*Fault
	faults   Faults
	section  string

	// The block that is open: its kind, first byte and line, and the end of its last line.
	open             bool
	kind             BlockKind
	start, end, line int
	// Blank lines under an open entry belong to it only if an indented line follows.
	blankStart, blankLine int

	code       fence // the code block outside an entry that is open
	itemCode   fence // the code block inside the open entry
	commentEnd int   // end of the last comment found; a line that begins before it begins inside that comment
	unclosed   bool  // no "-->" follows any more
	conflict   int   // depth of conflict markers
}

func (s *blockScan) run(pos int) {
	for number := 1; pos < len(s.data); number++ {
		l := lineAt(s.data, pos, number)
		s.take(l, s.data[l.start:l.end])
		pos = l.next
	}
	if s.code.length > 0 {
		s.note(s.start, RuleFence, "a code block that is never closed: what follows it is no entry")
	}
	s.close(len(s.data))
}

// take gives one line to the block that it belongs to.
func (s *blockScan) take(l line, text []byte) {
	s.findMarker(l, text)
	switch {
	case l.start < s.commentEnd:
		s.extend(l)
		s.findComments(s.commentEnd, l.end)
		s.endComment(l)
	case s.code.length > 0:
		s.extend(l)
		if s.code.closes(text) {
			s.code = fence{}
			s.close(l.next)
		}
	case isBlank(text):
		s.blank(l)
	case s.open && s.kind == Entry && indentOf(text) >= 2:
		s.extend(l)
		s.inItem(l, l.start, text)
	default:
		s.fresh(l, text)
	}
}

// inItem looks for code blocks and comments in a line of an entry, from a byte of it on.
func (s *blockScan) inItem(l line, from int, text []byte) {
	switch {
	case s.itemCode.length == 0:
		if s.itemCode = fenceOf(text); s.itemCode.length == 0 {
			s.findComments(from, l.end)
		}
	case s.itemCode.closes(text):
		s.itemCode = fence{}
	}
}

// fresh takes a line that continues no entry.
func (s *blockScan) fresh(l line, text []byte) {
	if s.open && s.kind != Paragraph {
		s.close(l.start)
	}
	if s.open && isUnderline(text) {
		s.extend(l)
		s.kind = Heading
		s.close(l.next)
		return
	}
	switch s.kindOf(l, text) {
	case Heading:
		s.whole(Heading, l)
	case Break:
		s.whole(Break, l)
	case Fence:
		s.begin(Fence, l)
		s.code = fenceOf(text)
	case Comment:
		s.begin(Comment, l)
		s.findComments(l.start, l.end)
		s.endComment(l)
	case Entry:
		m, _ := markerOf(text)
		s.begin(Entry, l)
		s.inItem(l, l.start+m.content, text[m.content:])
	default:
		if !s.open {
			s.begin(Paragraph, l)
		}
		s.extend(l)
		s.findComments(l.start, l.end)
	}
}

// kindOf says what a line that continues no entry begins.
func (s *blockScan) kindOf(l line, text []byte) BlockKind {
	if _, ok := headingOf(text); ok {
		return Heading
	}
	shallow := indentOf(text) <= 3
	switch {
	case shallow && fenceOf(text).length > 0:
		return Fence
	case shallow && s.beginsComment(l, text):
		return Comment
	case isBreak(text):
		return Break
	}
	if _, ok := markerOf(text); ok {
		return Entry
	}
	return Paragraph
}

func (s *blockScan) blank(l line) {
	switch {
	case !s.open:
		s.begin(Blank, l)
	case s.kind == Entry:
		if s.blankLine == 0 {
			s.blankStart, s.blankLine = l.start, l.number
		}
	case s.kind == Blank:
		s.extend(l)
	default:
		s.close(l.start)
		s.begin(Blank, l)
	}
}

func (s *blockScan) whole(kind BlockKind, l line) {
	s.begin(kind, l)
	s.close(l.next)
}

func (s *blockScan) begin(kind BlockKind, l line) {
	s.close(l.start)
	s.open, s.kind, s.start, s.end, s.line = true, kind, l.start, l.next, l.number
}

func (s *blockScan) extend(l line) {
	s.end, s.blankLine = l.next, 0
}

// close ends the open block; blank lines that waited under an entry become a block up to the given end.
func (s *blockScan) close(upTo int) {
	if !s.open {
		return
	}
	s.open = false
	s.emit(Block{Kind: s.kind, Start: s.start, End: s.end, Line: s.line})
	if s.blankLine > 0 {
		s.emit(Block{Kind: Blank, Start: s.blankStart, End: upTo, Line: s.blankLine})
	}
	s.blankLine, s.itemCode = 0, fence{}
}

// emit completes a block with its texts.
func (s *blockScan) emit(b Block) {
	b.Section = s.section
	b.Raw = strings.TrimSuffix(s.source[b.Start:b.End], "\n")
	if strings.IndexByte(b.Raw, '\r') >= 0 {
		b.Raw = strings.TrimSuffix(strings.ReplaceAll(b.Raw, "\r\n", "\n"), "\r")
	}
	b.Text = textOf(b.Kind, b.Raw)
	if b.Kind == Heading {
		s.section = b.Text
	}
	s.blocks = append(s.blocks, b)
}

func (s *blockScan) note(offset int, rule, message string) {
	s.notes = append(s.notes, Fault{Path: s.path, Rule: rule, Message: message}.at(s.data, offset))
}
