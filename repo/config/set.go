package config

import (
	"fmt"
	"strings"

	"gitmem/memfile"
	"gitmem/repo/durable"
)

// Set changes one setting of the user's file, which is made if it is absent,
// and brings it to the disk. Only the bytes of that value change: comments,
// order and all else stay as they are. The name may be one below
// projects.<store id>; the value is text as a person types it.
//
// A file with faults is not changed; the error is a memfile.Faults. The caller
// asks Safety first: changing such a key is a person's decision.
func Set(path, name, value string) error {
	data, err := ReadFile(path)
	if err != nil {
		return err
	}
	changed, err := Edit(path, data, name, value)
	if err != nil {
		return err
	}
	if string(changed) == string(data) {
		return nil
	}
	return durable.Replace(path, changed, 0o600)
}

// Edit is Set on bytes, without a file: what Set would write. The path is for
// messages.
func Edit(path string, data []byte, name, value string) ([]byte, error) {
	key, parsed, err := checkSetting(path, name, value)
	if err != nil {
		return nil, err
	}
	d, top := parseDocument(path, data)
	before := d.leaves(top)
	if len(d.faults) > 0 {
		return nil, d.faults
	}
	e := newEditor(d, top, lineEnd(data))
	text, ok := e.put(strings.Split(name, "."), key.format(parsed))
	if !ok || !editedOnly(path, text, before, leaf{name: name, value: parsed}) {
		return nil, memfile.Faults{{Path: path, Rule: "edit", Message: "cannot change " + name + " without rewriting other lines", Hint: "change it in an editor, then run `gitmem config check`"}}
	}
	if strings.HasPrefix(string(data), bom) {
		text = bom + text
	}
	return []byte(text), nil
}

// checkSetting refuses names that are no keys and values that do not fit.
func checkSetting(path, name, value string) (Key, any, error) {
	key, ok := Lookup(name)
	if !ok {
		rule, message, hint := refuseKey(name)
		return Key{}, nil, memfile.Faults{{Path: path, Rule: rule, Message: message, Hint: hint}}
	}
	parsed, problem := key.parse(value)
	if problem != "" {
		return Key{}, nil, memfile.Faults{{Path: path, Rule: memfile.RuleValue, Message: name + " " + problem}}
	}
	return key, parsed, nil
}

// editedOnly proves an edit: read back, the file has the new value and every
// other setting as before.
func editedOnly(path, text string, before []leaf, want leaf) bool {
	d, top := parseDocument(path, []byte(text))
	after := d.leaves(top)
	if len(d.faults) > 0 {
		return false
	}
	expected := map[string]string{}
	for _, l := range before {
		expected[l.fullName()] = fmt.Sprint(l.value)
	}
	expected[want.name] = fmt.Sprint(want.value)
	for _, l := range after {
		if expected[l.fullName()] != fmt.Sprint(l.value) {
			return false
		}
		delete(expected, l.fullName())
	}
	return len(expected) == 0
}

func (l leaf) fullName() string {
	if l.project == "" {
		return l.name
	}
	return "projects." + l.project + "." + l.name
}

func lineEnd(data []byte) string {
	if strings.Contains(string(data), "\r\n") {
		return "\r\n"
	}
	return "\n"
}
