package settings_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"

	"gitmem/hooks/agent/settings"
)

// FuzzInstall: what is valid stays valid, only gitmem's own entries differ, a
// second run changes nothing, and undoing gives the former bytes.
func FuzzInstall(f *testing.F) {
	for form := range wishes {
		for _, data := range seeds(f, form) {
			f.Add(string(form), data)
		}
	}
	f.Fuzz(func(t *testing.T, form string, data []byte) {
		w, ok := wishes[settings.Form(form)]
		if !ok {
			t.Skip()
		}
		change, err := settings.Install("f", data, w)
		if err != nil {
			if strings.Contains(err.Error(), "without damage") {
				t.Fatalf("%q: %v", data, err)
			}
			t.Skip()
		}
		if back, ok := settings.Apply(change.After, change.Undo); !ok || string(back) != string(data) {
			t.Fatalf("undone: %q, want %q", back, data)
		}
		again, err := settings.Install("f", change.After, w)
		if err != nil || string(again.After) != string(change.After) {
			t.Fatalf("twice: %v, %q, want %q", err, again.After, change.After)
		}
		removed, err := settings.Remove("f", change.After, w)
		if err != nil {
			t.Fatalf("removed: %v of %q", err, change.After)
		}
		fresh, err := settings.Remove("f", data, w)
		if err != nil {
			t.Fatalf("removed at once: %v", err)
		}
		if a, b := values(t, w.Form, removed.After), values(t, w.Form, fresh.After); !reflect.DeepEqual(a, b) {
			t.Fatalf("foreign entries differ:\n%v\n%v", a, b)
		}
	})
}

// blocks are the managed blocks of a file of instructions.
var blocks = regexp.MustCompile(`(?ms)\s*^<!-- gitmem:begin [a-z -]*[a-z]\b[^\n]*-->\r*$.*?^<!-- gitmem:end -->\r*$\n?`)

// values are the meaning of a file, without what holds nothing and without the
// one value that is switched.
func values(t *testing.T, form settings.Form, data []byte) any {
	t.Helper()
	text := strings.TrimPrefix(string(data), "\ufeff")
	v := map[string]any{}
	switch form {
	case settings.Markdown:
		return strings.TrimSpace(blocks.ReplaceAllString(text, ""))
	case settings.TOML:
		if err := toml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if features, ok := v["features"].(map[string]any); ok {
			delete(features, "memories")
		}
	default:
		if strings.TrimSpace(text) == "" {
			return nil
		}
		plain, err := hujson.Standardize([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := json.Unmarshal(plain, &v); err != nil {
			t.Skip("more than encoding/json reads:", err)
		}
	}
	return pruned(v)
}

func pruned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if v[name] = pruned(e); v[name] == nil {
				delete(v, name)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		list := slices.Clone(v)
		for i, e := range list {
			list[i] = pruned(e)
		}
		if list = slices.DeleteFunc(list, func(e any) bool { return e == nil }); len(list) == 0 {
			return nil
		}
		return list
	}
	return v
}

// seeds are the fixtures of a form, and the shapes that a splice could break.
func seeds(f *testing.F, form settings.Form) [][]byte {
	f.Helper()
	more := map[settings.Form][]string{
		settings.JSON: {
			"{\"hooks\":{\"Stop\":[// c\n{\"hooks\":[{\"command\":\"gitmem hook codex Stop\"}]},1]}}",
			"{\"permissions\":{\"deny\":[/*a*/\"Read(~/.local/share/gitmem/**)\"/*b*/,//c\n]}}",
			"{\"mcpServers\":{\"gitmem\":{\"command\":\"gitmem\",\"args\":[\"mcp\"]},},}",
			"{\"hooks\":null}", "{\"a\":1,\"a\":2}//x", "\t{}\r\n", "{\"hooks\":{\"Stop\":[{\"hooks\":{}}]}}",
		},
		settings.TOML:     {"[mcp_servers]\ngitmem={command=\"gitmem\",args=[\"mcp\"]}\n", "mcp_servers.gitmem.command='gitmem'\nmcp_servers.gitmem.args=['mcp']", "[mcp_servers.gitmem]\nargs=['mcp']\ncommand='/x/gitmem'#c\n[mcp_servers.gitmem.env]\na='b'\n[b]\nc=1"},
		settings.Markdown: {"<!-- gitmem:begin cursor: x -->\n<!-- gitmem:end -->\n\ny", "a\r\n<!-- gitmem:begin a b -->\r\nx\r\n<!-- gitmem:end -->"},
	}
	var list [][]byte
	for _, s := range more[form] {
		list = append(list, []byte(s))
	}
	return append(list, fixtures(f, form)...)
}
