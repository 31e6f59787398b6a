package settings

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const bom = "\ufeff"

// Splice replaces Drop bytes at the byte At by Text.
type Splice struct {
	At   int    `json:"at"`
	Drop int    `json:"drop,omitempty"`
	Text string `json:"text,omitempty"`
}

// Change is what a file becomes. Undo, spliced into After one by one, gives the
// former bytes.
type Change struct {
	After []byte
	Undo  []Splice
}

// Apply carries out splices one after the other; false where one does not fit
// the bytes.
func Apply(data []byte, splices []Splice) ([]byte, bool) {
	s := string(data)
	for _, p := range splices {
		if p.At < 0 || p.Drop < 0 || p.At > len(s) || p.Drop > len(s)-p.At {
			return nil, false
		}
		s = s[:p.At] + p.Text + s[p.At+p.Drop:]
	}
	return []byte(s), true
}

// text is a file that is being changed.
type text struct {
	path, bom, s string
	eol          string
	undo         []Splice
}

// newText takes off the BOM; what is not UTF-8 is a fault.
func newText(path string, data []byte) (*text, error) {
	t := &text{path: path, s: string(data), eol: "\n"}
	if rest, ok := strings.CutPrefix(t.s, bom); ok {
		t.bom, t.s = bom, rest
	}
	if strings.Contains(t.s, "\r\n") {
		t.eol = "\r\n"
	}
	for at, r := range t.s {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(t.s[at:]); size == 1 {
			return nil, t.fault(at, RuleSyntax, "not UTF-8", "save it as UTF-8 in an editor")
		}
	}
	return t, nil
}

func (t *text) splice(at, drop int, with string) {
	t.undo = append(t.undo, Splice{At: at + len(t.bom), Drop: len(with), Text: t.s[at : at+drop]})
	t.s = t.s[:at] + with + t.s[at+drop:]
}

func (t *text) change() Change {
	undo := slices.Clone(t.undo)
	slices.Reverse(undo)
	return Change{After: []byte(t.bom + t.s), Undo: undo}
}

// lineStart is the first byte of the line that holds a byte.
func (t *text) lineStart(at int) int { return strings.LastIndexByte(t.s[:at], '\n') + 1 }

// lineEnd is behind the line end of the line that holds a byte.
func (t *text) lineEnd(at int) int {
	if i := strings.IndexByte(t.s[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(t.s)
}

// appendLines adds lines, which all end in LF, at the end, a blank line before
// them.
func (t *text) appendLines(lines string) {
	lead := ""
	if t.s != "" && !strings.HasSuffix(t.s, "\n") {
		lead = t.eol
	}
	if strings.TrimSpace(t.s) != "" {
		lead += t.eol
	}
	t.splice(len(t.s), 0, lead+strings.ReplaceAll(lines, "\n", t.eol))
}

// cutLines takes out the lines from one byte to another, and the blank line
// that appendLines put before them.
func (t *text) cutLines(from, to int) {
	if before := t.lineStart(max(from-1, 0)); from > 0 && strings.TrimSpace(t.s[before:from]) == "" {
		from = before
	}
	t.splice(from, to-from, "")
}

// byteAt finds a line and a column that counts bytes, both from 1.
func (t *text) byteAt(line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at = t.lineEnd(at)
	}
	return min(at+max(column, 1)-1, len(t.s))
}
