package memfile

import (
	"strconv"
	"strings"
	"time"
)

// FormatStore1 is the value of the key gitmem in store.yaml.
const FormatStore1 = "store/1"

// StoreFile is a parsed store.yaml.
type StoreFile struct {
	Format  string
	ID      ID
	Name    string
	Scope   string
	Created time.Time
	// Settings are the values as YAML says them: string, bool, int, float64, nil, []any, map[string]any. Which keys
	// there may be is not looked at.
	Settings map[string]any
}

var storeKeys = []string{"gitmem", "id", "name", "scope", "created", "settings"}

// ParseStoreFile reads store.yaml. The error is Faults.
func ParseStoreFile(path string, data []byte) (*StoreFile, error) {
	if faults := checkText(path, data); faults != nil {
		return nil, faults
	}
	root, faults := readYAML(path, strings.TrimPrefix(withLF(data), string(bomUTF8)), 0)
	if faults != nil {
		return nil, faults.err()
	}
	d := decoder{path: path}
	s := &StoreFile{}
	for _, f := range root.fields {
		s.read(&d, f)
	}
	d.need(root, "gitmem", "id", "name", "scope", "created")
	if err := d.faults.err(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *StoreFile) read(d *decoder, f field) {
	switch n := f.value; f.name {
	case "gitmem":
		s.Format = d.word(n, f.name, FormatStore1)
	case "id":
		s.ID = d.id(n, f.name, KindStore)
	case "name":
		s.Name = d.text(n, f.name)
		if s.Name == "" && n.kind != yamlList && n.kind != yamlMap {
			d.fault(n, RuleValue, "name must not be empty", "")
		}
	case "scope":
		s.Scope = d.word(n, f.name, ScopeProject, ScopeGlobal)
	case "created":
		s.Created = d.time(n, f.name)
	case "settings":
		if n.kind != yamlNull && d.isMap(n, f.name) {
			s.Settings, _ = n.plain().(map[string]any)
		}
	default:
		d.unknown(f, storeKeys)
	}
}

// plain gives a value in the types of the language.
func (n *node) plain() any {
	switch n.kind {
	case yamlNull:
		return nil
	case yamlBool:
		return strings.EqualFold(n.text, "true")
	case yamlInt:
		if v, err := strconv.ParseInt(strings.ReplaceAll(n.text, "_", ""), 0, 0); err == nil {
			return int(v)
		}
		return n.text
	case yamlFloat:
		if v, err := strconv.ParseFloat(n.text, 64); err == nil {
			return v
		}
		return n.text
	case yamlList:
		out := make([]any, len(n.items))
		for i, item := range n.items {
			out[i] = item.plain()
		}
		return out
	case yamlMap:
		out := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			out[f.name] = f.value.plain()
		}
		return out
	}
	return n.text
}

// FormatStoreFile writes a new store.yaml. Settings are not written: they come by `gitmem config`.
func FormatStoreFile(s StoreFile) []byte {
	var lines []string
	for _, one := range []pairOf{
		{"gitmem", FormatStore1}, {"id", string(s.ID)}, {"name", s.Name}, {"scope", s.Scope}, {"created", formatTime(s.Created)},
	} {
		lines = append(lines, keyLines(one.key, yamlScalar(one.value), "")...)
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}
