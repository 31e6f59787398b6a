package memfile

import (
	"strconv"
	"strings"
)

// add puts a content after the last entry of the file or of a section.
func (r *Resident) add(e Edit) (Applied, error) {
	content := NormalContent(e.Content)
	if err := checkContent(r.path, content); err != nil {
		return Applied{}, err
	}
	if b, ok := Duplicate(r, content); ok {
		return Applied{r, EntryChange{b.Raw, b.Raw}, b.Line}, nil
	}
	part, err := r.region(e.Section)
	if err != nil {
		return Applied{}, err
	}
	if last := r.lastEntry(part); last >= 0 {
		sign, columns := nextSign(r.blocks[last].Raw)
		at := r.blocks[last].End
		return r.insert(at, r.lineBreak(at)+item(sign, columns, content, r.eol())+r.eolUnlessLast(at), content)
	}
	return r.begin(part, item("- ", 2, content, r.eol()), content)
}

// begin puts the first item of a region at its end, with a blank line before it and, if something follows, after it.
func (r *Resident) begin(part region, text, content string) (Applied, error) {
	at, before := r.bottom(part)
	if len(r.data) == 0 {
		before = r.title()
	}
	after := r.eol()
	if next := r.indexFrom(at); next < len(r.blocks) && r.blocks[next].Kind != Blank {
		after += r.eol()
	}
	return r.insert(at, before+text+after, content)
}

// bottom gives the byte at which a new list begins at the end of a region, and what keeps it apart from the text above.
func (r *Resident) bottom(part region) (at int, before string) {
	for i := part.to - 1; i >= part.from; i-- {
		b := r.blocks[i]
		if b.Kind == Blank {
			continue
		}
		if i+1 < len(r.blocks) && r.blocks[i+1].Kind == Blank {
			return lineAt(r.data, b.End, 0).next, ""
		}
		return b.End, r.lineBreak(b.End) + r.eol()
	}
	return r.textStart(), ""
}

// insert splices an item in and proves that it is the one entry more, with that text.
func (r *Resident) insert(at int, text, content string) (Applied, error) {
	after, err := r.splice(at, at, text)
	if err != nil {
		return Applied{}, err
	}
	b, ok := r.oneMore(after, at, content)
	if !ok {
		return Applied{}, notOne(r.path, Entry)
	}
	return Applied{after, EntryChange{After: b.Raw}, b.Line}, nil
}

// oneMore finds in after the one entry more than r has, at or after a byte; all other blocks but blank ones must be the
// same. The heading of a new file is not counted.
func (r *Resident) oneMore(after *Resident, at int, text string) (Block, bool) {
	was, is := solid(r.blocks), solid(after.blocks)
	if len(r.data) == 0 && r.scope != "" && len(is) > 0 {
		is = is[1:]
	}
	if len(is) != len(was)+1 {
		return Block{}, false
	}
	i := 0
	for i < len(was) && is[i].Start < at {
		i++
	}
	if is[i].Kind != Entry || is[i].Text != text {
		return Block{}, false
	}
	for j, b := range was {
		k := j
		if j >= i {
			k++
		}
		if !sameRaw(b, is[k]) {
			return Block{}, false
		}
	}
	return is[i], true
}

// solid leaves the blank blocks out.
func solid(blocks []Block) []Block {
	out := make([]Block, 0, len(blocks))
	for _, b := range blocks {
		if b.Kind != Blank {
			out = append(out, b)
		}
	}
	return out
}

// title is the head of a new file.
func (r *Resident) title() string {
	switch r.scope {
	case ScopeProject:
		return "# Project memory\n\n"
	case ScopeGlobal:
		return "# Global memory\n\n"
	}
	return ""
}

// lineBreak is the line end that is missing before a byte, if one is.
func (r *Resident) lineBreak(at int) string {
	if at > r.textStart() && r.data[at-1] != '\n' {
		return r.eol()
	}
	return ""
}

// eolUnlessLast is the line end of an item inserted at a byte: none where the file ended without one.
func (r *Resident) eolUnlessLast(at int) string {
	if r.lineBreak(at) != "" {
		return ""
	}
	return r.eol()
}

// nextSign gives the marker for an entry that follows another: the same sign, or the next number.
func nextSign(raw string) (string, int) {
	sign, columns := signOf(raw)
	end := strings.IndexAny(sign, ".)")
	if end < 0 {
		return sign, columns
	}
	n, _ := strconv.Atoi(sign[:end])
	next := strconv.Itoa(n + 1)
	return next + sign[end:], columns + len(next) - end
}

// lastEntry gives the index of the last entry of a region, -1 if it has none.
func (r *Resident) lastEntry(part region) int {
	for i := part.to - 1; i >= part.from; i-- {
		if r.blocks[i].Kind == Entry {
			return i
		}
	}
	return -1
}

// indexFrom gives the index of the first block that begins at a byte or after it.
func (r *Resident) indexFrom(at int) int {
	i := 0
	for i < len(r.blocks) && r.blocks[i].Start < at {
		i++
	}
	return i
}
