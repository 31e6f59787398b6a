package config

import (
	"slices"
	"strings"
)

// Value is one setting in force, for `config get` and `config list`.
type Value struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`  // bool, number, text, list of texts; nil where not set
	Text   string `json:"text"`   // as it would be written in the file; "" where not set
	Origin string `json:"origin"` // default, path:line:column, the variable or the flag
	Safety bool   `json:"safety"`
}

// Get gives one setting. ok is false for a name that is no setting; a setting
// that is not set has an empty Text.
func (s *Settings) Get(name string) (value Value, ok bool) {
	key, ok := lookup(strings.Split(name, "."))
	if !ok {
		return Value{}, false
	}
	v := s.values[name]
	return Value{
		Key: name, Value: plain(key, v.value), Text: key.format(v.value),
		Origin: v.origin.String(), Safety: key.Safety,
	}, true
}

// List gives every setting, in the order of the table; members of a family
// stand where their family does, by name.
func (s *Settings) List() []Value {
	var names []string
	for _, key := range allKeys() {
		if !key.family() {
			names = append(names, key.Name)
		} else if strings.HasSuffix(key.Name, ".kind") {
			names = append(names, s.members("models.")...)
		}
	}
	values := make([]Value, len(names))
	for i, name := range names {
		values[i], _ = s.Get(name)
	}
	return values
}

func (s *Settings) members(prefix string) []string {
	var names []string
	for name := range s.values {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// plain gives a ratio as the number that people write.
func plain(key Key, value any) any {
	if n, ok := value.(int64); ok && key.Kind == Ratio {
		return float64(n) / whole
	}
	return value
}
