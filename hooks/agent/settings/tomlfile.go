package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

func (f *tomlFile) look(w Wish) ([]Lack, error) {
	var lacks []Lack
	if s := w.Server; s != nil {
		switch entry := f.valueAt(s.Path...); {
		case entry == nil:
			lacks = append(lacks, Lack{Missing, "MCP server " + s.name()})
		case !startsServer(serverWords(entry)):
			return nil, f.conflict(s)
		case !f.serves(s):
			lacks = append(lacks, Lack{Stale, "MCP server " + s.name()})
		}
	}
	for _, v := range w.Values {
		if got := f.valueAt(v.Path...); got != nil && got != v.Value {
			lacks = append(lacks, Lack{Missing, "setting " + strings.Join(v.Path, ".")})
		}
	}
	return lacks, nil
}

func (f *tomlFile) conflict(s *Server) error {
	e := &ConflictError{Path: f.path, Name: s.name(), Line: 1, Column: 1}
	for _, l := range f.lines {
		if within(l.path, s.Path) {
			e.Line, e.Column = f.place(l.start)
			break
		}
	}
	return e
}

func (f *tomlFile) serves(s *Server) bool {
	for _, m := range s.Members {
		if tomlValue(f.valueAt(append(slices.Clone(s.Path), m.Name)...)) != tomlValue(m.Value) {
			return false
		}
	}
	return true
}

// tomlValue writes a text or a list of texts. A JSON string is a basic string
// of TOML too.
func tomlValue(v any) string {
	if list, ok := v.([]string); ok {
		quoted := make([]string, len(list))
		for i, s := range list {
			quoted[i] = tomlValue(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	if list, ok := v.([]any); ok {
		return tomlValue(words(list))
	}
	data, _ := json.Marshal(v)
	return string(data)
}

func (f *tomlFile) install(w Wish) error {
	if _, err := f.look(w); err != nil {
		return err
	}
	if err := f.installServer(w.Server); err != nil {
		return err
	}
	for _, v := range w.Values {
		if got := f.valueAt(v.Path...); got == nil || got == v.Value {
			continue
		}
		if err := f.replace(v.Path, tomlValue(v.Value)); err != nil {
			return err
		}
	}
	return nil
}

func (f *tomlFile) installServer(s *Server) error {
	if s == nil || f.valueAt(s.Path...) != nil && f.serves(s) {
		return nil
	}
	if f.valueAt(s.Path...) == nil {
		return f.appendServer(s)
	}
	for _, m := range s.Members {
		path := append(slices.Clone(s.Path), m.Name)
		if got := f.valueAt(path...); got != nil && tomlValue(got) == tomlValue(m.Value) {
			continue
		}
		if err := f.replace(path, tomlValue(m.Value)); err != nil {
			return err
		}
	}
	return nil
}

// appendServer adds a table at the end, where no later key can fall into it.
func (f *tomlFile) appendServer(s *Server) error {
	lines := "[" + s.name() + "]\n"
	for _, m := range s.Members {
		lines += fmt.Sprintf("%s = %s\n", m.Name, tomlValue(m.Value))
	}
	f.appendLines(lines)
	if f.parse() == nil {
		return nil
	}
	at := 0
	for _, l := range f.lines {
		if within(l.path, s.Path[:1]) {
			at = l.start
		}
	}
	return f.fault(at, RuleShape, s.Path[0]+" stands in a form to which no table can be added", "write it as a table, ["+s.Path[0]+"]; nothing was changed")
}

// replace writes another value where a key stands.
func (f *tomlFile) replace(path []string, value string) error {
	l, ok := f.lineOf(path)
	if !ok {
		return f.fault(0, RuleShape, strings.Join(path, ".")+" does not stand on a line of its own", "change it in an editor; nothing was changed")
	}
	f.splice(l.value, l.end-l.value, value)
	return f.parse()
}

// remove takes the server's table out, with the tables below it.
func (f *tomlFile) remove(w Wish) error {
	if w.Server == nil {
		return nil
	}
	for {
		entry := f.valueAt(w.Server.Path...)
		if entry == nil || !startsServer(serverWords(entry)) {
			return nil
		}
		from, to := f.extent(w.Server.Path)
		if to == 0 {
			return f.fault(0, RuleShape, w.Server.name()+" does not stand on lines of its own", "take it out in an editor; nothing was changed")
		}
		f.cutLines(from, to)
		if err := f.parse(); err != nil {
			return err
		}
	}
}

// extent is the first run of lines that belong to an entry; the comments that
// follow its last line do not.
func (f *tomlFile) extent(path []string) (from, to int) {
	for _, l := range f.lines {
		if !within(l.path, path) {
			if to > 0 {
				break
			}
			continue
		}
		if to == 0 {
			from = f.lineStart(l.start)
		}
		to = f.lineEnd(l.end)
	}
	return from, to
}
