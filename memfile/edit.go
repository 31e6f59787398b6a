package memfile

import (
	"fmt"
	"slices"
	"strings"
)

// Edit is one change of a resident file: "add" puts Content as the last entry, of Section if that is not empty; "replace"
// puts Content in the place of the entry that Locator names; "remove" takes that entry away.
type Edit struct {
	Action, Locator, Section, Content string
}

// Applied is what one edit did.
type Applied struct {
	// Resident is the file after the edit.
	Resident *Resident
	EntryChange
	// Line is that of the entry after the edit, or of the one removed before it.
	Line int
}

// Apply makes one edit by splicing bytes. An add of what stands already changes nothing and gives equal texts. Errors:
// ErrFields, *LocateError, *ContentError where the result would not be exactly that one entry, *EntryError with
// ErrDuplicate where a replacement equals another entry, Faults.
func (r *Resident) Apply(e Edit) (Applied, error) {
	if err := e.Check(); err != nil {
		return Applied{}, err
	}
	if e.Action == ActionAdd {
		return r.add(e)
	}
	b, err := r.Locate(e.Locator)
	if err != nil {
		return Applied{}, err
	}
	return r.change(b, e)
}

// change makes a replace or remove of a block that is already found.
func (r *Resident) change(b Block, e Edit) (Applied, error) {
	if e.Action == ActionReplace {
		return r.replace(b, NormalContent(e.Content))
	}
	return r.remove(b)
}

func (r *Resident) replace(b Block, content string) (Applied, error) {
	if content == b.Text {
		return Applied{r, EntryChange{b.Raw, b.Raw}, b.Line}, nil
	}
	if err := r.checkReplacement(b, content); err != nil {
		return Applied{}, err
	}
	text := strings.ReplaceAll(content, "\n", r.eol())
	if b.Kind == Entry {
		sign, columns := signOf(b.Raw)
		text = item(sign, columns, content, r.eol())
	}
	i := r.index(b)
	after, err := r.splice(b.Start, b.End, text+r.endOf(b))
	if err != nil {
		return Applied{}, err
	}
	if !r.oneInstead(after, i, content) {
		return Applied{}, notOne(r.path, b.Kind)
	}
	now := after.blocks[i]
	return Applied{after, EntryChange{b.Raw, now.Raw}, now.Line}, nil
}

func (r *Resident) checkReplacement(b Block, content string) error {
	if err := checkContent(r.path, content); err != nil {
		return err
	}
	if other, ok := Duplicate(r, content); ok {
		return &EntryError{Path: r.path, Line: other.Line, Text: other.Text, Err: ErrDuplicate}
	}
	return nil
}

func (r *Resident) remove(b Block) (Applied, error) {
	after, err := r.splice(b.Start, b.End, "")
	if err != nil {
		return Applied{}, err
	}
	want := slices.DeleteFunc(r.Entries(), func(e Block) bool { return e.Start == b.Start })
	if !slices.EqualFunc(want, after.Entries(), sameRaw) {
		return Applied{}, fmt.Errorf("%s:%d:1: without this the entries around it would change: %w", r.path, b.Line, ErrContent)
	}
	return Applied{after, EntryChange{Before: b.Raw}, b.Line}, nil
}

// splice gives the file with data[start:end] replaced.
func (r *Resident) splice(start, end int, text string) (*Resident, error) {
	data := make([]byte, 0, len(r.data)+len(text))
	data = append(data, r.data[:start]...)
	data = append(data, text...)
	data = append(data, r.data[end:]...)
	after, err := ParseResident(r.path, data)
	if err != nil {
		return nil, fmt.Errorf("the result would not be a resident file: %w", err)
	}
	after.scope = r.scope
	return after, nil
}

// oneInstead reports whether after differs from r in nothing but the text of block i.
func (r *Resident) oneInstead(after *Resident, i int, text string) bool {
	if len(after.blocks) != len(r.blocks) {
		return false
	}
	for j, b := range after.blocks {
		if b.Kind != r.blocks[j].Kind || j == i && b.Text != text || j != i && b.Raw != r.blocks[j].Raw {
			return false
		}
	}
	return true
}

// index finds a block by where it begins.
func (r *Resident) index(b Block) int {
	return slices.IndexFunc(r.blocks, func(o Block) bool { return o.Start == b.Start })
}

// eol is the line end that the file uses.
func (r *Resident) eol() string { return lineEnd(r.data) }

// endOf gives the line end of a block's last line, "" where the file ends without one.
func (r *Resident) endOf(b Block) string {
	switch {
	case b.End == b.Start || r.data[b.End-1] != '\n':
		return ""
	case b.End-b.Start > 1 && r.data[b.End-2] == '\r':
		return "\r\n"
	}
	return "\n"
}

// signOf gives the marker of an entry with the white space that follows it, and the column of its content.
func signOf(raw string) (string, int) {
	first, _, _ := strings.Cut(raw, "\n")
	m, _ := markerOf([]byte(first))
	if m.content >= len(first) {
		return first[:m.sign] + " ", m.sign + 1
	}
	return first[:m.content], m.columns
}

func sameRaw(a, b Block) bool { return a.Kind == b.Kind && a.Raw == b.Raw }

func notOne(path string, kind BlockKind) error {
	if kind == Paragraph {
		return &ContentError{Path: path, Reason: "it does not read back as exactly that one paragraph", Hint: "leave out blank lines, headings and list markers"}
	}
	return &ContentError{Path: path, Reason: "it does not read back as exactly that one entry", Hint: "look for signs that open or close a comment or a code block"}
}
