package settings_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/hooks/agent/settings"
	"gitmem/memfile"
)

var update = flag.Bool("update", false, "write the golden files anew")

// wishes are what the tests want in each form.
var wishes = map[settings.Form]settings.Wish{
	settings.JSON: {
		Form: settings.JSON,
		Hooks: []settings.Hook{
			{Event: "SessionStart", Matcher: "startup|resume", Command: "gitmem hook claude-code SessionStart || exit 0", Timeout: 5},
			{Event: "Stop", Command: "command -v gitmem >/dev/null 2>&1 && gitmem hook claude-code Stop || exit 0", Timeout: 5},
		},
		Server: &settings.Server{
			Path:    []string{"mcpServers", "gitmem"},
			Members: []settings.Member{{Name: "command", Value: "gitmem"}, {Name: "args", Value: []string{"mcp"}}},
		},
		Deny: []string{"Edit(~/.local/share/gitmem/**)", "Read(~/.local/share/gitmem/**)"},
	},
	settings.TOML: {
		Form: settings.TOML,
		Server: &settings.Server{
			Path:    []string{"mcp_servers", "gitmem"},
			Members: []settings.Member{{Name: "command", Value: "gitmem"}, {Name: "args", Value: []string{"mcp"}}},
		},
		Values: []settings.Setting{{Path: []string{"features", "memories"}, Value: false}},
	},
	settings.Markdown: {
		Form:  settings.Markdown,
		Block: &settings.Block{Agents: []string{"cursor"}, Body: "what is known\n| Use pnpm.\n"},
	},
}

// eachFixture visits the files of real shape.
func eachFixture(t *testing.T, visit func(t *testing.T, w settings.Wish, name string, data []byte)) {
	t.Helper()
	for form, w := range wishes {
		names, err := filepath.Glob(filepath.Join("testdata", string(form), "*.in"))
		if err != nil || len(names) < 5 {
			t.Fatalf("%s: %d fixtures, %v", form, len(names), err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(string(form)+"/"+filepath.Base(name), func(t *testing.T) { visit(t, w, name, data) })
		}
	}
}

func TestInstallWritesWhatTheGoldenFilesSay(t *testing.T) {
	eachFixture(t, func(t *testing.T, w settings.Wish, name string, data []byte) {
		change, err := settings.Install(name, data, w)
		if err != nil {
			t.Fatal(err)
		}
		golden := strings.TrimSuffix(name, ".in") + ".golden"
		if *update {
			if err := os.WriteFile(golden, change.After, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(want) != string(change.After) {
			t.Errorf("%v; got\n%s\nwant\n%s", err, change.After, want)
		}
	})
}

func TestInstallTwiceChangesNothing(t *testing.T) {
	eachFixture(t, func(t *testing.T, w settings.Wish, name string, data []byte) {
		first := install(t, name, data, w)
		second := install(t, name, first.After, w)
		if string(first.After) != string(second.After) || len(second.Undo) > 0 {
			t.Errorf("%d splices more:\n%s", len(second.Undo), second.After)
		}
		if lacks, err := settings.Look(name, first.After, w); err != nil || len(lacks) > 0 {
			t.Errorf("it still lacks %v, %v", lacks, err)
		}
	})
}

func TestUndoGivesTheFormerBytes(t *testing.T) {
	eachFixture(t, func(t *testing.T, w settings.Wish, name string, data []byte) {
		change := install(t, name, data, w)
		if back, ok := settings.Apply(change.After, change.Undo); !ok || string(back) != string(data) {
			t.Errorf("%v, got %q, want %q", ok, back, data)
		}
	})
}

// What Remove cannot know: that an empty list, an empty file or a last line
// without its end was there before, and what a value was. Undo knows it.
var inexact = []string{
	"json/empty.in", "json/blank.in", "json/object-space.in", "json/object.in", "json/empty-lists.in", "json/empty-lists-lines.in",
	"toml/no-line-end.in", "markdown/no-line-end.in", "markdown/blank.in",
}

func TestRemoveGivesTheFormerBytes(t *testing.T) {
	eachFixture(t, func(t *testing.T, w settings.Wish, name string, data []byte) {
		change := install(t, name, data, w)
		removed, err := settings.Remove(name, change.After, w)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(removed.After), "gitmem hook claude-code") || strings.Contains(string(removed.After), `"gitmem"`) {
			t.Errorf("something of gitmem's is left:\n%s", removed.After)
		}
		if strings.HasPrefix(name, filepath.Join("testdata", "toml")) {
			w.Values = nil
			change, removed = install(t, name, data, w), settings.Change{}
			if removed, err = settings.Remove(name, change.After, w); err != nil {
				t.Fatal(err)
			}
		}
		exact := string(removed.After) == string(data)
		if may := slices.Contains(inexact, strings.TrimPrefix(filepath.ToSlash(name), "testdata/")); exact == may {
			t.Errorf("exact %v, listed as inexact %v; got %q, want %q", exact, may, removed.After, data)
		}
		again, err := settings.Remove(name, removed.After, w)
		if err != nil || len(again.Undo) > 0 {
			t.Errorf("removed twice: %v, %q", err, again.After)
		}
	})
}

func install(t *testing.T, name string, data []byte, w settings.Wish) settings.Change {
	t.Helper()
	change, err := settings.Install(name, data, w)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func TestWhatIsNotValidIsRefusedByPlace(t *testing.T) {
	for _, c := range []struct {
		form         settings.Form
		data         string
		line, column int
	}{
		{settings.JSON, "{\n  \"a\": 1,\n  b: 2\n}\n", 3, 3},
		{settings.JSON, "{\n  \"ä\": 1 2\n}\n", 2, 10},
		{settings.JSON, "{\"a\": 1", 1, 8},
		{settings.JSON, "[1]", 1, 1},
		{settings.JSON, "{\n \"hooks\": []}", 2, 11},
		{settings.JSON, "{\"hooks\": {\"Stop\": {}}}", 1, 20},
		{settings.JSON, "{\"permissions\": {\"deny\": \"x\"}}", 1, 26},
		{settings.JSON, "{\"a\": \"\xff\"}", 1, 8},
		{settings.JSON, "\xff\xfe{\x00}\x00", 1, 1},
		{settings.TOML, "a = 1\nb = \n", 2, 5},
		{settings.TOML, "a = 1\na = 2\n", 2, 1},
		{settings.TOML, "mcp_servers = { docs = { command = \"x\" } }\n", 1, 1},
		{settings.Markdown, "x\n<!-- gitmem:begin cursor -->\n", 2, 1},
		{settings.Markdown, "<!-- gitmem:end -->\n", 1, 1},
	} {
		_, err := settings.Install("f", []byte(c.data), wishes[c.form])
		var fault *memfile.Fault
		if !errors.As(err, &fault) || fault.Line != c.line || fault.Column != c.column || fault.Path != "f" {
			t.Errorf("%q: got %v, want a fault at %d:%d", c.data, err, c.line, c.column)
		}
	}
}

func TestAForeignEntryOfTheSameNameIsAConflict(t *testing.T) {
	for form, data := range map[settings.Form]string{
		settings.JSON: "{\"mcpServers\":\n {\"gitmem\": {\"command\": \"other\"}}}",
		settings.TOML: "\n[mcp_servers.gitmem]\ncommand = \"other\"\n",
	} {
		_, err := settings.Install("f", []byte(data), wishes[form])
		var conflict *settings.ConflictError
		if !errors.As(err, &conflict) || conflict.Line != 2 {
			t.Errorf("%s: %v", form, err)
		}
		removed, err := settings.Remove("f", []byte(data), wishes[form])
		if err != nil || string(removed.After) != data {
			t.Errorf("%s: removed %q, %v", form, removed.After, err)
		}
	}
}

func TestAnOlderFormIsStaleAndIsMended(t *testing.T) {
	old := wishes[settings.JSON]
	old.Hooks = []settings.Hook{
		{Event: "SessionStart", Command: `"/opt/my tools/gitmem" hook claude-code SessionStart`, Timeout: 5},
		{Event: "Notification", Command: "gitmem hook claude-code Notification || exit 0", Timeout: 5},
	}
	old.Server = &settings.Server{Path: old.Server.Path, Members: []settings.Member{{Name: "command", Value: "/opt/gitmem"}, {Name: "args", Value: []string{"--quiet", "mcp"}}, {Name: "env", Value: map[string]string{"A": "b"}}}}
	data, err := os.ReadFile(filepath.Join("testdata", "json", "comments.in"))
	if err != nil {
		t.Fatal(err)
	}
	before := install(t, "f", data, old).After
	lacks, err := settings.Look("f", before, wishes[settings.JSON])
	want := []settings.Lack{
		{Kind: settings.Stale, What: "hook SessionStart"},
		{Kind: settings.Missing, What: "hook Stop"},
		{Kind: settings.Stale, What: "hook Notification"},
		{Kind: settings.Stale, What: "MCP server mcpServers.gitmem"},
	}
	if err != nil || !slices.Equal(lacks, want) {
		t.Errorf("got %v, want %v, %v", lacks, want, err)
	}
	after := install(t, "f", before, wishes[settings.JSON]).After
	for text, times := range map[string]int{"gitmem hook": 2, "Notification": 0, "/opt": 0, `"A": "b"`: 1, "\"beep\"": 1, "// and no more": 1} {
		if got := strings.Count(string(after), text); got != times {
			t.Errorf("%q stands %d times, want %d, in\n%s", text, got, times, after)
		}
	}
	if back, err := settings.Remove("f", after, wishes[settings.JSON]); err != nil || string(back.After) != string(data) {
		t.Errorf("%v, after removing:\n%s", err, back.After)
	}
}

func TestAHookOfOthersInTheSameGroupStays(t *testing.T) {
	data := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "gitmem hook claude-code Stop || exit 0"}, {"type": "command", "command": "b"}]}]}}`
	removed, err := settings.Remove("f", []byte(data), wishes[settings.JSON])
	want := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}]}]}}`
	if err != nil || string(removed.After) != want {
		t.Errorf("got %s, %v", removed.After, err)
	}
}

func TestOneBlockServesSeveralAgents(t *testing.T) {
	data := []byte("# Rules\n")
	wish := func(agent, body string) settings.Wish {
		return settings.Wish{Form: settings.Markdown, Block: &settings.Block{Agents: []string{agent}, Body: body}}
	}
	both := install(t, "f", install(t, "f", data, wish("opencode", "x\n")).After, wish("cursor", "y\n")).After
	if n := strings.Count(string(both), "gitmem:begin"); n != 1 || !strings.Contains(string(both), "begin cursor opencode:") || strings.Contains(string(both), "\nx\n") {
		t.Fatalf("%d blocks:\n%s", n, both)
	}
	if b, err := settings.Managed("f", both); err != nil || !slices.Equal(b.Agents, []string{"cursor", "opencode"}) || b.Body != "y\n" {
		t.Errorf("got %v, %v", b, err)
	}
	one, err := settings.Remove("f", both, wish("opencode", ""))
	if err != nil || !strings.Contains(string(one.After), "begin cursor:") || !strings.Contains(string(one.After), "\ny\n") {
		t.Fatalf("%v:\n%s", err, one.After)
	}
	none, err := settings.Remove("f", one.After, wish("cursor", ""))
	if err != nil || string(none.After) != string(data) {
		t.Errorf("%v: %q", err, none.After)
	}
	if lacks, err := settings.Look("f", both, wish("cursor", "z\n")); err != nil || len(lacks) != 1 || lacks[0].Kind != settings.Stale {
		t.Errorf("a block with other text: %v, %v", lacks, err)
	}
}

func fixtures(t testing.TB, form settings.Form) [][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", string(form), "*.in"))
	if err != nil {
		t.Fatal(err)
	}
	var list [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data)
	}
	return list
}
