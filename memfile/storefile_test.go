package memfile

import (
	"reflect"
	"testing"
)

func TestStoreFile(t *testing.T) {
	s := StoreFile{Format: FormatStore1, ID: "g0123456789abcdef", Name: "my: project", Scope: ScopeProject, Created: testTime}
	const want = "gitmem: store/1\nid: g0123456789abcdef\nname: \"my: project\"\nscope: project\ncreated: 2026-11-30T10:15:02Z\n"
	if got := string(FormatStoreFile(s)); got != want {
		t.Errorf("printed\n%s", got)
	}
	got, err := ParseStoreFile("store.yaml", []byte(want))
	if err != nil || !reflect.DeepEqual(*got, s) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestStoreFileSettings(t *testing.T) {
	const text = "\uFEFFgitmem: store/1\r\nid: g0123456789abcdef\r\nname: x\r\nscope: global\r\ncreated: 2026-11-30T10:15:02Z\r\n" +
		"settings:\r\n  memory: {promotion: review, pending_days: 3_0}\r\n  a: [1.5, yes, true, null, 0x10]\r\n"
	got, err := ParseStoreFile("store.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"memory": map[string]any{"promotion": "review", "pending_days": 30},
		"a":      []any{1.5, "yes", true, nil, 16},
	}
	if !reflect.DeepEqual(got.Settings, want) {
		t.Errorf("%#v", got.Settings)
	}
}

func TestStoreFileFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "store.yaml:1:1: the key gitmem is missing (and 4 more)",
		"- a\n":             "store.yaml:1:1: it must be a list of keys and values",
		"gitmem: store/2\n": "store.yaml:1:1: the key id is missing (and 4 more)",
		"gitmem: store/1\nid: c0123456789abcdef\nname:\nscope: x\ncreated: y\nsettings: z\nextra: 1\n": "store.yaml:2:5: id must be an id: g and sixteen lowercase hex digits (and 5 more)",
		"\xff\xfea\x00":        "store.yaml:1:1: the encoding is UTF-16LE, not UTF-8",
		"gitmem: store/1\n\tx": "store.yaml:2:1: not YAML: found character '\t' that cannot start any token",
	} {
		_, err := ParseStoreFile("store.yaml", []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
