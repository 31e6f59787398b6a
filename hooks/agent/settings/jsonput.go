package settings

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"
)

// part is one member or element with the bytes that belong to it.
type part struct {
	lead, start, end int // lead: where the space and the comments before it begin
	comma            int // of the comma behind it, -1 for none
}

// partsOf are those of an object or a list.
func partsOf(v *hujson.Value) []part {
	var parts []part
	add := func(first, value *hujson.Value, last bool) {
		p := part{lead: first.StartOffset - len(first.BeforeExtra), start: first.StartOffset, end: value.EndOffset, comma: -1}
		if !last || value.AfterExtra != nil {
			p.comma = value.EndOffset + len(value.AfterExtra)
		}
		parts = append(parts, p)
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		for i := range c.Members {
			add(&c.Members[i].Name, &c.Members[i].Value, i == len(c.Members)-1)
		}
	case *hujson.Array:
		for i := range c.Elements {
			add(&c.Elements[i], &c.Elements[i], i == len(c.Elements)-1)
		}
	}
	return parts
}

// put sets a member of the object at a path. Objects on the way are made.
func (f *jsonFile) put(path []string, value any) error {
	if f.none {
		f.splice(len(f.s)-len(strings.TrimLeft(f.s, " \t\r\n")), 0, "{}"+f.eolIfNone())
		if err := f.parse(); err != nil {
			return err
		}
	}
	name := path[len(path)-1]
	parent, err := f.object(path[:len(path)-1])
	if err != nil {
		return err
	}
	if i := indexOf(parent, name); i >= 0 {
		v := parent.Value.(*hujson.Object).Members[i].Value
		f.splice(v.StartOffset, v.EndOffset-v.StartOffset, f.render(value, len(path), f.spread(parent)))
		return f.parse()
	}
	spread := f.spread(parent)
	key, _ := json.Marshal(name)
	return f.insert(parent, len(path)-1, string(key)+": "+f.render(value, len(path), spread), spread)
}

// eolIfNone ends the line of an object in a file that has no line yet.
func (f *jsonFile) eolIfNone() string {
	if strings.Contains(f.s, "\n") {
		return ""
	}
	return f.eol
}

// object is the one at a path, made where it is missing.
func (f *jsonFile) object(path []string) (*hujson.Value, error) {
	v := f.at(path...)
	if v == nil {
		if err := f.put(path, map[string]any{}); err != nil {
			return nil, err
		}
		v = f.at(path...)
	}
	if _, ok := v.Value.(*hujson.Object); !ok {
		return nil, f.shape(v, path, "an object")
	}
	return v, nil
}

// add puts an element at the end of the list at a path, which is made where it
// is missing.
func (f *jsonFile) add(path []string, value any) error {
	v := f.at(path...)
	if v == nil {
		if err := f.put(path, []any{}); err != nil {
			return err
		}
		v = f.at(path...)
	}
	if _, ok := v.Value.(*hujson.Array); !ok {
		return f.shape(v, path, "a list")
	}
	spread := f.spread(v)
	return f.insert(v, len(path), f.render(value, len(path)+1, spread), spread)
}

func (f *jsonFile) shape(v *hujson.Value, path []string, want string) error {
	return f.fault(v.StartOffset, RuleShape, strings.Join(path, ".")+" is not "+want, "mend it in an editor; nothing was changed")
}

// spread tells whether the parts of a value stand on lines of their own: as they
// do already, or, where there is none, as the file does.
func (f *jsonFile) spread(v *hujson.Value) bool {
	if len(partsOf(v)) > 0 {
		return strings.Contains(f.s[v.StartOffset:v.EndOffset], "\n")
	}
	return len(partsOf(&f.root)) == 0 || strings.Contains(f.s[f.root.StartOffset:f.root.EndOffset], "\n")
}

// unit is the indentation of the file, two spaces where it has none.
func (f *jsonFile) unit() string {
	if f.none {
		return "  "
	}
	for _, p := range partsOf(&f.root) {
		before := f.s[f.lineStart(p.start):p.start]
		if before != "" && strings.Trim(before, " \t") == "" {
			return before
		}
	}
	return "  "
}

func (f *jsonFile) indent(depth int) string { return f.eol + strings.Repeat(f.unit(), depth) }

// render writes a value that stands at a depth.
func (f *jsonFile) render(value any, depth int, spread bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if spread {
		enc.SetIndent(strings.Repeat(f.unit(), depth), f.unit())
	}
	if err := enc.Encode(value); err != nil {
		panic(err) // values are gitmem's own, and can be written
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\n", f.eol)
}

// insert adds a part at the end of an object or a list that stands at a depth.
func (f *jsonFile) insert(v *hujson.Value, depth int, item string, spread bool) error {
	before, after := " ", ""
	if spread {
		before, after = f.indent(depth+1), f.indent(depth)
	}
	parts, close := partsOf(v), v.EndOffset-1
	if len(parts) == 0 {
		f.insertFirst(v.StartOffset+1, close, item, before, after)
		return f.parse()
	}
	last := parts[len(parts)-1]
	from := last.end
	if last.comma >= 0 {
		from, item = last.comma+1, item+","
	}
	f.splice(from+len(strings.TrimRight(f.s[from:close], " \t\r\n")), 0, before+item)
	if last.comma < 0 {
		f.splice(last.end, 0, ",")
	}
	return f.parse()
}

// insertFirst adds the first part between two brackets.
func (f *jsonFile) insertFirst(open, close int, item, before, after string) {
	body := f.s[open:close]
	kept := len(strings.TrimRight(body, " \t\r\n"))
	if after == "" && kept == 0 {
		before = ""
	}
	if strings.Contains(body[kept:], "\n") {
		f.splice(open+kept, 0, before+item)
		return
	}
	f.splice(open+kept, len(body)-kept, before+item+after)
}
