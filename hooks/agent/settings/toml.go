package settings

import (
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlFile is a TOML file: its values, and the places of its lines.
type tomlFile struct {
	*text
	values map[string]any
	lines  []tomlLine
}

// tomlLine is the head of a table, or a key with its value.
type tomlLine struct {
	table      bool
	path       []string // from the root
	start      int      // of the key
	value, end int      // of the value; end is also that of a head's name
}

func openTOML(t *text) (*tomlFile, error) {
	f := &tomlFile{text: t}
	return f, f.parse()
}

func (f *tomlFile) done() *text { return f.text }

func (f *tomlFile) parse() error {
	f.values, f.lines = map[string]any{}, nil
	err := toml.Unmarshal([]byte(f.s), &f.values)
	var fault *toml.DecodeError
	if errors.As(err, &fault) {
		return f.fault(f.byteAt(fault.Position()), RuleSyntax, "not valid TOML: "+strings.TrimPrefix(fault.Error(), "toml: "), "mend it in an editor; nothing was changed")
	}
	if err != nil {
		return f.fault(0, RuleSyntax, "not valid TOML: "+strings.TrimPrefix(err.Error(), "toml: "), "mend it in an editor; nothing was changed")
	}
	f.locate()
	return nil
}

// locate finds the places of all heads and keys that stand on lines of their own.
func (f *tomlFile) locate() {
	var p unstable.Parser
	p.Reset([]byte(f.s))
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		names, start, end := keyOf(e)
		line := tomlLine{table: e.Kind != unstable.KeyValue, start: start, end: end}
		if line.table {
			table, line.path = names, names
		} else {
			line.path = append(slices.Clone(table), names...)
			line.end = int(e.Raw.Offset) + len(strings.TrimRight(f.s[e.Raw.Offset:e.Raw.Offset+e.Raw.Length], " \t"))
			line.value = end + strings.IndexByte(f.s[end:], '=') + 1
			line.value += len(f.s[line.value:]) - len(strings.TrimLeft(f.s[line.value:], " \t"))
		}
		f.lines = append(f.lines, line)
	}
}

// keyOf are the names of a key, and where it begins and ends.
func keyOf(e *unstable.Node) (names []string, start, end int) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		if len(names) == 0 {
			start = int(n.Raw.Offset)
		}
		names = append(names, string(n.Data))
		end = int(n.Raw.Offset + n.Raw.Length)
	}
	return names, start, end
}

// valueAt is a value below the root, nil where there is none.
func (f *tomlFile) valueAt(path ...string) any {
	var v any = f.values
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// lineOf is the line of a key; false where it stands in a table within braces,
// or nowhere.
func (f *tomlFile) lineOf(path []string) (tomlLine, bool) {
	for _, l := range f.lines {
		if !l.table && slices.Equal(l.path, path) {
			return l, true
		}
	}
	return tomlLine{}, false
}

// within tells whether a path begins with another.
func within(path, above []string) bool {
	return len(path) >= len(above) && slices.Equal(path[:len(above)], above)
}
