package config

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
)

// editor splices the text of a settings file. It knows the forms that people
// write; whether the result is right is proved by reading it back.
type editor struct {
	text  string
	top   *ast.MappingNode
	lines []int  // byte offset of each line
	end   string // line end of the file
	flow  bool   // inside a section in braces
}

func newEditor(d *document, top *ast.MappingNode, end string) *editor {
	e := &editor{text: d.text, top: top, lines: []int{0}, end: end}
	for i := range len(d.text) {
		if d.text[i] == '\n' {
			e.lines = append(e.lines, i+1)
		}
	}
	return e
}

// put replaces the value where the key stands, else adds a line for it to the
// innermost section that stands. false: a form that it does not splice.
func (e *editor) put(parts []string, value string) (string, bool) {
	mapping, stop := e.top, e.endOfDocument()
	for i, part := range parts {
		at := find(mapping, part)
		if at < 0 {
			return e.append(mapping, stop, parts[i:], value)
		}
		entry := mapping.Values[at]
		e.flow = e.flow || mapping.IsFlowStyle
		if i == len(parts)-1 {
			return e.replace(entry.Value, value)
		}
		if at+1 < len(mapping.Values) && !e.flow {
			stop = e.lineStart(mapping.Values[at+1].Key.GetToken().Position.Line)
		}
		inner, ok := entry.Value.(*ast.MappingNode)
		if !ok {
			return e.fill(entry, parts[i+1:], value)
		}
		mapping = inner
	}
	return "", false
}

func find(mapping *ast.MappingNode, key string) int {
	if mapping == nil {
		return -1
	}
	return slices.IndexFunc(mapping.Values, func(v *ast.MappingValueNode) bool {
		return v.Key.GetToken().Value == key
	})
}

// lineStart is the first byte of a line, counted from 1; past the last one it
// is the end of the text.
func (e *editor) lineStart(line int) int {
	if line > len(e.lines) {
		return len(e.text)
	}
	return e.lines[line-1]
}

// offset is where a node starts, in bytes; its column counts code points.
func (e *editor) offset(node ast.Node) int {
	p := firstToken(node).Position
	at := e.lineStart(p.Line)
	for range p.Column - 1 {
		_, size := utf8.DecodeRuneInString(e.text[at:])
		at += size
	}
	return at
}

// replace puts a new value where a scalar or a list in brackets stands.
func (e *editor) replace(node ast.Node, value string) (string, bool) {
	start := e.offset(node)
	length := 0
	switch n := node.(type) {
	case *ast.SequenceNode:
		if n.IsFlowStyle {
			length = strings.IndexByte(e.text[start:], ']') + 1
		}
	case *ast.StringNode, *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode:
		length = e.scalarLength(e.text[start:])
	}
	if length <= 0 {
		return "", false
	}
	return e.text[:start] + value + e.text[start+length:], true
}

// scalarLength measures a scalar on one line, as it is written.
func (e *editor) scalarLength(s string) int {
	if s != "" && (s[0] == '\'' || s[0] == '"') {
		return quotedLength(s, s[0])
	}
	stops := []string{"\n", "\r", " #", "\t#"}
	if e.flow {
		stops = append(stops, ",", "}", "]")
	}
	end := len(s)
	for _, stop := range stops {
		if i := strings.Index(s, stop); i >= 0 {
			end = min(end, i)
		}
	}
	return len(strings.TrimRight(s[:end], " \t"))
}

func quotedLength(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		switch {
		case quote == '"' && s[i] == '\\':
			i++ // an escaped character
		case quote == '\'' && strings.HasPrefix(s[i:], "''"):
			i++ // a doubled quote stands for one
		case s[i] == quote:
			return i + 1
		}
	}
	return 0
}

// fill gives a section that holds nothing yet its first lines.
func (e *editor) fill(entry *ast.MappingValueNode, parts []string, value string) (string, bool) {
	null, ok := entry.Value.(*ast.NullNode)
	if !ok || e.flow {
		return "", false
	}
	if written := e.text[e.offset(null):]; strings.HasPrefix(written, "~") || strings.HasPrefix(strings.ToLower(written), "null") {
		return "", false
	}
	p := entry.Key.GetToken().Position
	return e.insert(e.lineStart(p.Line+1), p.Column-1+2, parts, value)
}

// append adds lines at the end of a section, which ends before the byte stop.
func (e *editor) append(mapping *ast.MappingNode, stop int, parts []string, value string) (string, bool) {
	switch {
	case mapping == nil:
		return e.insert(stop, 0, parts, value)
	case mapping.IsFlowStyle:
		return e.appendFlow(mapping, parts, value)
	}
	indent := mapping.Values[0].Key.GetToken().Position.Column - 1
	if mapping != e.top {
		stop = e.sectionEnd(stop, indent)
	}
	return e.insert(stop, indent, parts, value)
}

// sectionEnd goes back over blank lines and over comments that are indented
// less than the section: they belong to what follows.
func (e *editor) sectionEnd(stop, indent int) int {
	for stop > 0 {
		start := strings.LastIndexByte(e.text[:stop-1], '\n') + 1 // the line that ends before stop
		line := strings.TrimRight(e.text[start:stop], " \t\r\n")
		bare := strings.TrimLeft(line, " \t")
		comment := strings.HasPrefix(bare, "#") && len(line)-len(bare) < indent
		if bare != "" && !comment {
			break
		}
		stop = start
	}
	return stop
}

// endOfDocument is the end of the text, or where a line `...` ends the document.
func (e *editor) endOfDocument() int {
	for _, start := range e.lines {
		if line, _, _ := strings.Cut(e.text[start:], "\n"); strings.TrimRight(line, " \t\r") == "..." {
			return start
		}
	}
	return len(e.text)
}

// insert puts nested keys, one a line, at a byte where a line starts.
func (e *editor) insert(at, indent int, parts []string, value string) (string, bool) {
	var b strings.Builder
	b.WriteString(e.text[:at])
	if at > 0 && e.text[at-1] != '\n' {
		b.WriteString(e.end)
	}
	for i, part := range parts {
		b.WriteString(strings.Repeat(" ", indent+2*i) + part + ":")
		if i == len(parts)-1 {
			b.WriteString(" " + value)
		}
		b.WriteString(e.end)
	}
	b.WriteString(e.text[at:])
	return b.String(), true
}

// appendFlow adds to a section in braces, right after the opening one.
func (e *editor) appendFlow(mapping *ast.MappingNode, parts []string, value string) (string, bool) {
	at := e.offset(mapping) + 1
	entry := strings.Join(parts, ": {") + ": " + value + strings.Repeat("}", len(parts)-1)
	if len(mapping.Values) > 0 {
		entry += ", "
	}
	return e.text[:at] + entry + e.text[at:], true
}
