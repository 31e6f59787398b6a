package config

import (
	"slices"
	"strings"
	"sync"
)

// Key is one setting: everything that is known of it but its value.
type Key struct {
	Name    string // "memory.promotion"; a part "*" stands for a name of the user's choice
	Kind    Kind
	Default string   // as it would be written in YAML; empty: not set
	Unit    string   // of numbers: "characters", "days"
	Min     int64    // of numbers, inclusive; of ratios in ten-thousandths
	Max     int64    // inclusive
	Choices []string // of choices, the tightest first
	Form    Form     // of texts, what they must look like
	Tighter Direction
	Fixed   bool // the default is the only value
	Safety  bool // comes from the user's own file; everything else can only tighten it
	Who     Who
	Purpose string // one sentence for people

	field func(*Settings) any // where the value goes; nil for families
}

// Kind is the type of a setting's value.
type Kind int

// The kinds. A Ratio is 0 to 1 with at most four decimals and is held in
// ten-thousandths. Words is a list of texts, such as a program and its arguments.
const (
	Bool Kind = iota
	Number
	Ratio
	Choice
	Text
	Words
)

// Direction is the way in which a setting gets tighter.
type Direction int

// The directions. FirstChoice means that earlier choices are tighter.
const (
	NoDirection Direction = iota
	Lower
	Higher
	False
	True
	FirstChoice
)

// Who may set a key.
type Who int

// A key set by User stands in the user's file alone. Person adds environment
// and flags. Store adds store.yaml, there in the tighter direction only.
const (
	User Who = iota
	Person
	Store
)

// Keys is every setting in the order of docs/settings.md. The list is shared:
// do not change it.
func Keys() []Key { return allKeys() }

var allKeys = sync.OnceValue(func() []Key {
	return slices.Concat(memoryKeys(), learningKeys(), laterKeys())
})

// Lookup finds the key that a name stands for: "memory.promotion" itself,
// "models.work.kind" as one of the family "models.*.kind", and a key of
// "projects.<store id>." as the key that it overrides.
func Lookup(name string) (Key, bool) {
	parts := strings.Split(name, ".")
	if parts[0] == "projects" {
		if len(parts) < 3 || !isStoreID(parts[1]) {
			return Key{}, false
		}
		key, ok := lookup(parts[2:])
		return key, ok && !key.family()
	}
	return lookup(parts)
}

// Safety tells whether changing a setting is a decision that an agent may not
// take. Unknown names are treated as such.
func Safety(name string) bool {
	key, ok := Lookup(name)
	return !ok || key.Safety
}

func lookup(parts []string) (Key, bool) {
	i, ok := keyIndex()[strings.Join(parts, ".")]
	if !ok && len(parts) == 3 && parts[0] == "models" && isModelName(parts[1]) {
		i, ok = keyIndex()["models.*."+parts[2]]
	}
	if !ok {
		return Key{}, false
	}
	return allKeys()[i], !strings.Contains(strings.Join(parts, "."), "*")
}

var keyIndex = sync.OnceValue(func() map[string]int {
	index := make(map[string]int, len(allKeys()))
	for i, key := range allKeys() {
		index[key.Name] = i
	}
	return index
})

// sections are the mappings of a settings file: every proper prefix of a key.
var sections = sync.OnceValue(func() map[string]bool {
	found := map[string]bool{"": true}
	for _, key := range allKeys() {
		for name := key.Name; ; {
			dot := strings.LastIndexByte(name, '.')
			if dot < 0 {
				break
			}
			name = name[:dot]
			found[name] = true
		}
	}
	return found
})

func isSection(parts []string) bool {
	if len(parts) == 2 && parts[0] == "models" {
		return isModelName(parts[1])
	}
	return sections()[strings.Join(parts, ".")]
}

// family is true for the keys of named things, of which there can be many.
func (k Key) family() bool { return strings.Contains(k.Name, "*") }

// Variable is the name of the environment variable of a key.
func (k Key) Variable() string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

const variablePrefix = "GITMEM_"

// isModelName accepts what can stand in models.<name> and before the slash of
// learning.extractor_model.
func isModelName(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") == "" && s[0] != '-'
}
