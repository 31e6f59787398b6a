package settings

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonFile is a JSON file, perhaps with comments. It is parsed anew after each
// splice, so that positions are always right.
type jsonFile struct {
	*text
	root hujson.Value
	none bool // the text holds no value at all
}

func openJSON(t *text) (*jsonFile, error) {
	f := &jsonFile{text: t}
	if err := f.parse(); err != nil {
		return nil, err
	}
	if _, ok := f.root.Value.(*hujson.Object); !ok && !f.none {
		return nil, f.fault(f.root.StartOffset, RuleShape, "not a JSON object", "")
	}
	return f, nil
}

func (f *jsonFile) done() *text { return f.text }

func (f *jsonFile) parse() error {
	if f.none = strings.TrimSpace(f.s) == ""; f.none {
		return nil
	}
	root, err := hujson.Parse([]byte(f.s))
	if err == nil {
		f.root = root
		return nil
	}
	line, column := 0, 0
	message := err.Error()
	if n, _ := fmt.Sscanf(message, "hujson: line %d, column %d:", &line, &column); n == 2 {
		_, message, _ = strings.Cut(message, ": ")
		_, message, _ = strings.Cut(message, ": ")
	}
	return f.fault(f.byteAt(line, column), RuleSyntax, "not valid JSON: "+message, "mend it in an editor; nothing was changed")
}

// at gives a value below the root, nil where there is none. Of a name that
// stands twice the last counts, as it does for agents.
func (f *jsonFile) at(path ...string) *hujson.Value {
	if f.none {
		return nil
	}
	v := &f.root
	for _, name := range path {
		i := indexOf(v, name)
		if i < 0 {
			return nil
		}
		v = &v.Value.(*hujson.Object).Members[i].Value
	}
	return v
}

// indexOf is where a member stands in an object, -1 for nowhere.
func indexOf(v *hujson.Value, name string) int {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return -1
	}
	for i := len(o.Members) - 1; i >= 0; i-- {
		if l, ok := o.Members[i].Name.Value.(hujson.Literal); ok && l.String() == name {
			return i
		}
	}
	return -1
}

// elements are the values of a list, none of anything else.
func elements(v *hujson.Value) []hujson.Value {
	if v == nil {
		return nil
	}
	if a, ok := v.Value.(*hujson.Array); ok {
		return a.Elements
	}
	return nil
}

// plain is a value as encoding/json reads it.
func plain(v *hujson.Value) any {
	if v == nil {
		return nil
	}
	c := v.Clone()
	c.BeforeExtra, c.AfterExtra = nil, nil
	c.Standardize()
	var out any
	if json.Unmarshal(c.Pack(), &out) != nil {
		return nil
	}
	return out
}

// alike compares a value of a file with one that is wished.
func alike(v *hujson.Value, want any) bool {
	got, _ := json.Marshal(plain(v))
	wanted, _ := json.Marshal(want)
	var again any
	if json.Unmarshal(wanted, &again) != nil {
		return false
	}
	wanted, _ = json.Marshal(again)
	return string(got) == string(wanted)
}
