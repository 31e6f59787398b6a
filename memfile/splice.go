package memfile

import (
	"fmt"
	"slices"
	"strings"
)

// change is one key that gets another value, or goes.
type change struct {
	key    string
	value  rendered
	remove bool
	note   string   // the comment of a key that is new
	behind []string // for a key that is new: it comes behind the last of these that stands
}

// splice is one replacement of bytes.
type splice struct {
	span
	text string
}

// Splice errors of a front matter that is written in a form in which keys cannot be changed one by one.
func (f *FrontMatter) unspliceable() error {
	if !f.root.flow {
		for _, one := range f.root.fields {
			if one.column != 1 {
				return f.Fault(one.name, RuleSyntax, "keys must begin in the first column", "")
			}
		}
		return nil
	}
	return f.Fault("", RuleSyntax, "keys must stand on lines of their own", "write one key a line, without braces")
}

// spliced gives the file with some keys changed and, if body is not nil, another body. All other bytes stay.
func (f *FrontMatter) spliced(changes []change, body *string) ([]byte, error) {
	if err := f.unspliceable(); err != nil {
		return nil, err
	}
	var out []splice
	for _, c := range changes {
		if i := f.fieldIndex(c.key); i >= 0 {
			out = append(out, f.respell(i, c))
		} else if !c.remove {
			out = append(out, f.insertion(c))
		}
	}
	if body != nil {
		out = append(out, splice{f.body, f.bodyBreak() + strings.ReplaceAll(*body, "\n", f.eol())})
	}
	slices.SortStableFunc(out, func(a, b splice) int { return a.start - b.start })
	data, err := applySplices(f.data, out)
	if err != nil {
		return nil, err
	}
	if after, err := f.parseAgain(data); err != nil || !f.leavesOthers(after, changes) {
		return nil, f.Fault("", RuleSyntax, "it is written in a form that cannot be changed in place", "write one key: value a line")
	}
	return data, nil
}

// parseAgain reads other bytes in the form of this file.
func (f *FrontMatter) parseAgain(data []byte) (*FrontMatter, error) {
	if f.above == 0 {
		return parseYAMLFile(f.path, data)
	}
	return ParseFrontMatter(f.path, data)
}

// leavesOthers makes sure that a change in place changed no other key: YAML has
// forms, such as a colon on a line of its own, that no splice survives.
func (f *FrontMatter) leavesOthers(after *FrontMatter, changes []change) bool {
	for _, was := range f.root.fields {
		if slices.ContainsFunc(changes, func(c change) bool { return c.key == was.name }) {
			continue
		}
		if now := after.root.get(was.name); now == nil || !sameValue(was.value, now) {
			return false
		}
	}
	return true
}

// sameValue compares two values without their positions.
func sameValue(a, b *node) bool {
	if a.kind != b.kind || a.text != b.text || len(a.items) != len(b.items) || len(a.fields) != len(b.fields) {
		return false
	}
	for i := range a.items {
		if !sameValue(a.items[i], b.items[i]) {
			return false
		}
	}
	for i := range a.fields {
		if a.fields[i].name != b.fields[i].name || !sameValue(a.fields[i].value, b.fields[i].value) {
			return false
		}
	}
	return true
}

func applySplices(data []byte, splices []splice) ([]byte, error) {
	var out []byte
	at := 0
	for _, s := range splices {
		if s.start < at {
			return nil, fmt.Errorf("two changes of the same bytes at %d", s.start)
		}
		out = append(out, data[at:s.start]...)
		out = append(out, s.text...)
		at = s.end
	}
	return append(out, data[at:]...), nil
}

func (f *FrontMatter) fieldIndex(key string) int {
	return slices.IndexFunc(f.root.fields, func(o field) bool { return o.name == key })
}

func (f *FrontMatter) eol() string { return lineEnd(f.data) }

// bodyBreak is the line end that a closing fence at the end of the file lacks.
func (f *FrontMatter) bodyBreak() string {
	if f.body.start > 0 && f.data[f.body.start-1] != '\n' {
		return f.eol()
	}
	return ""
}

// lineStart gives the byte at which a line of the file begins.
func (f *FrontMatter) lineStart(number int) int {
	at := f.yaml.start
	for n := f.above + 1; n < number; n++ {
		at = lineAt(f.data, at, n).next
	}
	return at
}

// extent gives the bytes of a key: its first line, and the lines up to where the next key, or comments or blank lines
// before it, begin.
func (f *FrontMatter) extent(i int) (first line, end int) {
	fields := f.root.fields
	limit := f.yaml.end
	if i+1 < len(fields) {
		limit = f.lineStart(fields[i+1].line)
	}
	first = lineAt(f.data, f.lineStart(fields[i].line), fields[i].line)
	end = first.next
	block := fields[i].value.lastIsBlock()
	for l := first; l.next < limit; {
		l = lineAt(f.data, l.next, 0)
		if !aside(f.data[l.start:l.end], block) {
			end = l.next
		}
	}
	return first, end
}

// aside reports a line that belongs to no value: blank, or a comment. In a block of text only a comment in the first
// column is one.
func aside(l []byte, block bool) bool {
	if isBlank(l) {
		return true
	}
	s := strings.TrimLeft(string(l), " \t")
	return s[0] == '#' && (!block || l[0] == '#')
}

// respell replaces the value of a key that stands, and keeps spacing, quotes and comment of its line.
func (f *FrontMatter) respell(i int, c change) splice {
	first, end := f.extent(i)
	if c.remove {
		return splice{span{first.start, end}, ""}
	}
	p := cutLine(string(f.data[first.start:first.end]), end == first.next)
	value := c.value.inline
	if c.value.isText {
		value = requote(c.value.text, value, p.value)
	}
	text := p.key + p.withValue(value)
	for _, l := range c.value.lines {
		text += f.eol() + l
	}
	last := f.eol()
	if end == first.next {
		last = string(f.data[first.end:first.next])
	}
	end, comments := f.commentsBehind(end, c.value)
	return splice{span{first.start, end}, text + last + comments}
}

// commentsBehind keeps indented comments behind a value from becoming part of it, if it ends in a block of text: they move
// to the first column. It gives the byte up to which lines are taken, and what they become.
func (f *FrontMatter) commentsBehind(end int, v rendered) (int, string) {
	if len(v.lines) == 0 {
		return end, ""
	}
	moved := ""
	last := f.lastComment(end)
	for at := end; at < last; {
		l := lineAt(f.data, at, 0)
		moved += strings.TrimLeft(string(f.data[l.start:l.next]), " \t")
		at = l.next
	}
	return last, moved
}

// lastComment gives the end of the last indented comment that follows a value before anything else, the given byte if there
// is none.
func (f *FrontMatter) lastComment(end int) int {
	last := end
	for at := end; at < f.yaml.end; {
		l := lineAt(f.data, at, 0)
		text := f.data[l.start:l.end]
		if !aside(text, false) {
			break
		}
		if at = l.next; !isBlank(text) && text[0] != '#' {
			last = at
		}
	}
	return last
}

// insertion puts a key that is new behind the last of the keys that it follows, else before all.
func (f *FrontMatter) insertion(c change) splice {
	at := f.yaml.start
	for _, key := range c.behind {
		if i := f.fieldIndex(key); i >= 0 {
			_, end := f.extent(i)
			at = max(at, f.lastComment(end))
		}
	}
	text := ""
	if at > 0 && f.data[at-1] != '\n' && at > f.yaml.start {
		text = f.eol() // the last line of the file had none
	}
	for _, l := range keyLines(c.key, c.value, c.note) {
		text += l + f.eol()
	}
	return splice{span{at, at}, text}
}
