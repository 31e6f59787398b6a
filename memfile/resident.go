package memfile

import (
	"bytes"
	"unicode/utf8"
)

// BlockKind says what a block of a resident file is.
type BlockKind int

// Kinds of blocks. Entries and paragraphs can be located; all others are layout.
const (
	Blank     BlockKind = iota // one or more blank lines
	Entry                      // a list item whose marker stands in the first column
	Paragraph                  // loose text
	Heading
	Comment // an HTML comment on lines of its own
	Fence   // a fenced code block outside an entry
	Break   // a line across the page
)

// Block is one piece of a resident file: the blocks follow each other without a gap.
type Block struct {
	Kind BlockKind
	// Start and End are byte offsets; the block's line ends are part of it.
	Start, End int
	// Line is that of its first byte, from 1.
	Line int
	// Text is what it says: of an entry without marker and indentation, of a heading without its signs.
	Text string
	// Raw is the block as it stands, with LF inside and without the last line end.
	Raw string
	// Section is the text of the heading above, "" if there is none.
	Section string
}

// Resident is a parsed MEMORY.md. It never changes; edits give another one.
type Resident struct {
	path   string
	data   []byte
	blocks []Block
	// comments are the byte ranges of the HTML comments.
	comments []span
	notes    []*Fault
	// scope is set for the empty memory of a scope: its first entry brings a heading.
	scope string
}

type span struct{ start, end int }

// ParseResident reads a resident file. Empty data is an empty memory. The error is Faults: what is not UTF-8 or too large,
// and conflict markers at column one, which stand where two versions were never joined.
func ParseResident(path string, data []byte) (*Resident, error) {
	if faults := checkText(path, data); faults != nil {
		return nil, faults
	}
	pos := 0
	if bytes.HasPrefix(data, bomUTF8) {
		pos = len(bomUTF8)
	}
	s := blockScan{path: path, data: data, source: string(data)}
	s.run(pos)
	if len(s.faults) > 0 {
		return nil, s.faults
	}
	notes := append(notesOf(path, data), s.notes...)
	return &Resident{path: path, data: data, blocks: s.blocks, comments: s.comments, notes: notes}, nil
}

// EmptyResident is the memory of a scope whose file does not exist yet. The first entry brings a heading that names the
// scope, "project" or "global".
func EmptyResident(path, scope string) *Resident {
	return &Resident{path: path, scope: scope}
}

// Bytes gives the file. It must not be changed.
func (r *Resident) Bytes() []byte { return r.data }

// Path gives the path that the file was parsed under; it stands in front of errors.
func (r *Resident) Path() string { return r.path }

// Blocks gives all blocks in their order. It must not be changed.
func (r *Resident) Blocks() []Block { return r.blocks }

// Entries gives the blocks that are entries, in their order.
func (r *Resident) Entries() []Block {
	var out []Block
	for _, b := range r.blocks {
		if b.Kind == Entry {
			out = append(out, b)
		}
	}
	return out
}

// Notes gives what is accepted and worth a word: a byte order mark, CRLF, a comment or a code block that is never closed.
func (r *Resident) Notes() []*Fault { return r.notes }

// Usage is the number of Unicode code points of the file without HTML comments and without the final line end. A byte
// order mark is no part of it.
func (r *Resident) Usage() int {
	seen := withoutSpans(r.data, r.textStart(), len(r.data), r.comments)
	if n := len(seen); n > 0 && seen[n-1] == '\n' {
		seen = bytes.TrimSuffix(seen[:n-1], []byte{'\r'})
	}
	return utf8.RuneCount(seen)
}

// textStart is the first byte after a byte order mark.
func (r *Resident) textStart() int {
	if bytes.HasPrefix(r.data, bomUTF8) {
		return len(bomUTF8)
	}
	return 0
}

// Visible gives the text for a prompt: the file without HTML comments, without a byte order mark and without the blocks
// that withhold names; nil withholds nothing. All else is there byte for byte.
func (r *Resident) Visible(withhold func(Block) bool) string {
	return r.Shown(func(b Block) (string, bool) { return "", withhold != nil && withhold(b) })
}

// Shown is Visible with a text of the caller's in the place of a block.
func (r *Resident) Shown(instead func(Block) (text string, replace bool)) string {
	out := make([]byte, 0, len(r.data))
	for _, b := range r.blocks {
		if text, replace := instead(b); replace {
			out = append(out, text...)
		} else {
			out = append(out, withoutSpans(r.data, b.Start, b.End, r.comments)...)
		}
	}
	return string(out)
}
