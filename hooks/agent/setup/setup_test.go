package setup_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gitmem/hooks/agent"
	"gitmem/hooks/agent/settings"
	"gitmem/hooks/agent/setup"
	"gitmem/memfile"
)

// person is somebody with a home, a project and files in them.
type person struct {
	t    *testing.T
	home string
	request
}

type request = setup.Request

func newPerson(t *testing.T, name, scope string, files map[string]string) person {
	t.Helper()
	home := t.TempDir()
	p := person{t: t, home: home}
	for file, text := range files {
		p.write(file, text)
	}
	none := func(string) string { return "" }
	p.request = request{
		Agent: name, Scope: scope, Places: setup.UsualPlaces(home, filepath.Join(home, "project"), filepath.Join(home, "project"), none), Program: "gitmem",
		Home: home, Hidden: []string{filepath.Join(home, ".local", "share", "gitmem"), "/srv/gitmem"}, Fixed: []string{filepath.Join(home, ".config", "gitmem")},
		State: filepath.Join(home, "state"),
	}
	p.Places.ClaudeRules = filepath.Join(home, "etc", "managed-settings.json")
	if !setup.HasHooks(name) {
		p.Memory = "<gitmem-data x>\n| Use pnpm.\n</gitmem-data x>\n"
	}
	return p
}

func (p person) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		p.t.Fatal(err)
	}
}

func (p person) text(name string) string {
	data, err := os.ReadFile(filepath.Join(p.home, filepath.FromSlash(name)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Fatal(err)
	}
	return string(data)
}

// files are all of them, without gitmem's own state.
func (p person) files() map[string]string {
	p.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(path, p.State) {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(p.home, path)
		all[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

func (p person) setUp() []setup.File {
	p.t.Helper()
	files, err := p.Plan()
	if err == nil {
		err = p.Do(files)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return files
}

func (p person) remove() {
	p.t.Helper()
	files, err := p.PlanRemove()
	if err == nil {
		err = p.Do(files)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p person) check(want ...string) {
	p.t.Helper()
	found, err := p.Check()
	if err != nil {
		p.t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		rel, _ := filepath.Rel(p.home, f.Path)
		got = append(got, f.Kind+" "+filepath.ToSlash(rel)+": "+f.What)
	}
	if !slices.Equal(got, want) {
		p.t.Errorf("check says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// shapes are the forms in which a person's files may stand.
var shapes = map[string]map[string]string{
	"nothing": {},
	"empty": {
		".claude/settings.json": "", ".claude.json": "{}\n", ".codex/hooks.json": "\n", ".codex/config.toml": "", ".config/opencode/opencode.json": "{ }",
		".cursor/mcp.json": "{\"mcpServers\": {}}", ".gemini/settings.json": "{\"mcpServers\":{\n}}\n", "project/AGENTS.md": "", "project/.mcp.json": "{}", ".gemini/GEMINI.md": "\n\n",
	},
	"full": {
		".claude/settings.json":           "{\r\n\t// mine\r\n\t\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"beep\"}]}],},\r\n\t\"permissions\": {\"deny\": []}, /* x */\r\n}",
		".claude.json":                    "{\"numStartups\": 3, \"mcpServers\": {\"docs\": {\"command\": \"npx\"}}, \"projects\": {}}",
		".codex/hooks.json":               "\ufeff{\n    \"hooks\": {\n        \"Stop\": []\n    }\n}",
		".codex/config.toml":              "# mine\nmodel = 'x' # y\n[features]\nmemories = true\n\n[mcp_servers]\ndocs = { command = \"npx\" } # z",
		".config/opencode/opencode.jsonc": "{\n  // mine\n  \"theme\": \"x\",\n}\n", ".config/opencode/AGENTS.md": "# Rules",
		".cursor/mcp.json": "{\"mcpServers\":{\"docs\":{\"command\":\"npx\"}}}", ".gemini/settings.json": "{\n   \"ui\": {}\n}\n", ".gemini/GEMINI.md": "x\r\n",
		"project/.claude/settings.json": "{\n  \"a\": 1 // b\n}\n", "project/.mcp.json": "{\n  \"mcpServers\": {\n  }\n}\n", "project/.codex/hooks.json": "{}", "project/.codex/config.toml": "a = 1",
		"project/opencode.json": "{\"mcp\":{}}", "project/AGENTS.md": "# Rules\n\n", "project/GEMINI.md": "# Rules\r\n\r\nx", "project/.cursor/mcp.json": "\n", "project/.gemini/settings.json": "{\"a\":[\n]}",
	},
}

// each visits every agent in both scopes, with every shape of files.
func each(t *testing.T, visit func(p person, files map[string]string)) {
	t.Helper()
	for _, who := range setup.Agents() {
		for _, scope := range []string{setup.User, setup.Project} {
			for name, files := range shapes {
				t.Run(who+"/"+scope+"/"+name, func(t *testing.T) { visit(newPerson(t, who, scope, files), files) })
			}
		}
	}
}

func TestSetUpAndRemovedIsAsBefore(t *testing.T) {
	each(t, func(p person, files map[string]string) {
		p.OwnMemoryOff = setup.HasHooks(p.Agent)
		if changed := p.setUp(); len(changed) == 0 {
			p.t.Fatal("nothing was written")
		}
		p.check()
		p.remove()
		if got := p.files(); !maps.Equal(got, files) {
			p.t.Errorf("got  %q\nwant %q", got, files)
		}
		if _, err := os.Stat(filepath.Join(p.home, "."+strings.TrimSuffix(p.Agent, "-code"))); len(files) == 0 && err == nil {
			p.t.Error("a folder that was made for it is left")
		}
	})
}

func TestSetUpTwiceChangesNothing(t *testing.T) {
	each(t, func(p person, _ map[string]string) {
		p.setUp()
		once := p.files()
		if again := p.setUp(); len(again) > 0 || !maps.Equal(once, p.files()) {
			p.t.Errorf("%d files changed again", len(again))
		}
	})
}

func TestWhatAPersonChangedSinceStays(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.User, shapes["full"])
	p.setUp()
	p.write(".claude.json", strings.Replace(p.text(".claude.json"), "\"numStartups\": 3", "\"numStartups\": 4", 1))
	p.write(".claude/settings.json", strings.Replace(p.text(".claude/settings.json"), "// mine", "// still mine", 1))
	if again := p.setUp(); len(again) > 0 {
		t.Errorf("set up again: %d files changed", len(again))
	}
	p.remove()
	if got, want := p.text(".claude.json"), strings.Replace(shapes["full"][".claude.json"], "3", "4", 1); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := p.text(".claude/settings.json"); strings.Contains(got, "gitmem") || !strings.Contains(got, "// still mine") || !strings.Contains(got, "beep") {
		t.Errorf("got %s", got)
	}
}

func TestAnOlderFormIsMendedAndStillGivenBack(t *testing.T) {
	p := newPerson(t, setup.Codex, setup.User, shapes["full"])
	p.Program = "/opt/old/gitmem"
	p.setUp()
	p.Program = "gitmem"
	p.check(
		"stale .codex/hooks.json: hook SessionStart", "stale .codex/hooks.json: hook UserPromptSubmit", "stale .codex/hooks.json: hook PreToolUse", "stale .codex/hooks.json: hook Stop",
		"stale .codex/hooks.json: hook SubagentStop", "stale .codex/hooks.json: hook PreCompact", "stale .codex/hooks.json: hook SessionEnd", "stale .codex/config.toml: MCP server mcp_servers.gitmem",
	)
	p.setUp()
	p.check()
	p.remove()
	if got := p.files(); !maps.Equal(got, shapes["full"]) {
		t.Errorf("got  %q", got)
	}
}

func TestCheckSaysWhatIsMissing(t *testing.T) {
	p := newPerson(t, setup.Cursor, setup.Project, nil)
	p.check("missing project/.cursor/mcp.json: MCP server mcpServers.gitmem", "missing project/AGENTS.md: managed block")
	p.setUp()
	p.check()
	p.Memory = "<gitmem-data y>\n"
	p.check("stale project/AGENTS.md: managed block")
	p.setUp()
	p.check()
	p.Memory = ""
	p.setUp()
	if got := p.text("project/AGENTS.md"); got != "" {
		t.Errorf("without memory there is still %q", got)
	}
}

func TestCheckSaysWhatIsShadowedAndDeliveredTwice(t *testing.T) {
	for name, c := range map[string]struct {
		agent, scope, file, text, want string
	}{
		"hooks off":              {setup.ClaudeCode, setup.User, "project/.claude/settings.local.json", `{"disableAllHooks": true}`, "shadowed project/.claude/settings.local.json: disableAllHooks switches every hook off"},
		"another server":         {setup.ClaudeCode, setup.User, "project/.mcp.json", `{"mcpServers": {"gitmem": {"command": "x"}}}`, "shadowed project/.mcp.json: the MCP server gitmem there is another program"},
		"project's server off":   {setup.ClaudeCode, setup.Project, "project/.claude/settings.local.json", `{"disabledMcpjsonServers": ["gitmem"]}`, "shadowed project/.claude/settings.local.json: disabledMcpjsonServers names gitmem"},
		"hooks twice":            {setup.ClaudeCode, setup.User, "project/.claude/settings.json", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "gitmem hook claude-code Stop"}]}]}}`, "second project/.claude/settings.json: hooks of gitmem's stand in HOME/.claude/settings.json too"},
		"block beside hooks":     {setup.ClaudeCode, setup.User, "project/CLAUDE.md", "<!-- gitmem:begin gemini: -->\n<!-- gitmem:end -->\n", "second project/CLAUDE.md: a managed block for another agent, which claude-code reads too, beside its hooks"},
		"managed hooks alone":    {setup.ClaudeCode, setup.User, "etc/managed-settings.json", `{"allowManagedHooksOnly": true}`, "shadowed etc/managed-settings.json: allowManagedHooksOnly lets an administrator's hooks run alone"},
		"local server":           {setup.ClaudeCode, setup.User, ".claude.json", `{"mcpServers": {"gitmem": {"type": "stdio", "command": "gitmem", "args": ["mcp"]}}, "projects": {"HOME/project": {"disabledMcpServers": ["gitmem"]}}}`, "shadowed .claude.json: disabledMcpServers names gitmem for this project"},
		"codex hooks off":        {setup.Codex, setup.User, "project/.codex/config.toml", "[features]\nhooks = false\n", "shadowed project/.codex/config.toml: features.hooks switches hooks off"},
		"codex hooks in toml":    {setup.Codex, setup.User, "project/.codex/config.toml", "[[hooks.Stop]]\nhooks = [{ type = \"command\", command = \"gitmem hook codex Stop\" }]\n", "second project/.codex/config.toml: hooks of gitmem's stand in HOME/.codex/hooks.json too"},
		"codex block":            {setup.Codex, setup.User, "project/AGENTS.md", "<!-- gitmem:begin cursor: -->\n<!-- gitmem:end -->\n", "second project/AGENTS.md: a managed block for another agent, which codex reads too, beside its hooks"},
		"opencode server is off": {setup.OpenCode, setup.User, "project/opencode.json", `{"mcp": {"gitmem": {"enabled": false}}}`, "shadowed project/opencode.json: the MCP server gitmem is switched off"},
		"gemini excludes":        {setup.Gemini, setup.User, "project/.gemini/settings.json", `{"mcp": {"excluded": ["gitmem"]}}`, "shadowed project/.gemini/settings.json: mcp.excluded names gitmem"},
		"gemini allows others":   {setup.Gemini, setup.User, "project/.gemini/settings.json", `{"mcp": {"allowed": ["docs"]}}`, "shadowed project/.gemini/settings.json: mcp.allowed does not name gitmem"},
		"cursor reads two":       {setup.Cursor, setup.Project, "project/CLAUDE.md", "<!-- gitmem:begin cursor: -->\n<!-- gitmem:end -->\n", "second project/CLAUDE.md: a managed block stands in HOME/project/AGENTS.md too"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t, c.agent, c.scope, nil)
			p.setUp()
			p.check()
			p.write(c.file, strings.ReplaceAll(c.text, "HOME", filepath.ToSlash(p.home)))
			p.check(strings.ReplaceAll(c.want, "HOME", p.home))
		})
	}
}

func TestCheckNamesAFileThatIsNotValidOnce(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.User, nil)
	p.setUp()
	p.write(".claude/settings.json", "{\n  oops\n}")
	_, err := p.Check()
	var fault *memfile.Fault
	if !errors.As(err, &fault) || fault.Line != 2 || strings.Count(err.Error(), "settings.json") != 1 {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsWrittenWhereOneFileIsNotValid(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.User, map[string]string{".claude.json": "{\n  oops\n}"})
	_, err := p.Plan()
	var fault *memfile.Fault
	if !errors.As(err, &fault) || fault.Line != 2 || fault.Column != 3 || filepath.Base(fault.Path) != ".claude.json" {
		t.Errorf("got %v", err)
	}
	if got := p.files(); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestAFileThatWasSavedMeanwhileIsLeft(t *testing.T) {
	p := newPerson(t, setup.Cursor, setup.User, shapes["full"])
	files, err := p.Plan()
	if err != nil {
		t.Fatal(err)
	}
	p.write(".cursor/mcp.json", "{}")
	var changed *setup.ChangedError
	if err := p.Do(files); !errors.As(err, &changed) || p.text(".cursor/mcp.json") != "{}" {
		t.Errorf("got %v, %q", err, p.text(".cursor/mcp.json"))
	}
}

func TestLinksAndModesStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links differ on Windows")
	}
	p := newPerson(t, setup.Cursor, setup.User, map[string]string{"dotfiles/mcp.json": "{}\n"})
	if err := os.MkdirAll(p.Places.Cursor, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(p.Places.Cursor, "mcp.json")
	if err := os.Symlink("../dotfiles/mcp.json", link); err != nil {
		t.Fatal(err)
	}
	p.setUp()
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Fatalf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(link); err != nil || info.Mode().Perm() != 0o640 || !strings.Contains(p.text("dotfiles/mcp.json"), "gitmem") {
		t.Errorf("%v, %v, %q", info.Mode(), err, p.text("dotfiles/mcp.json"))
	}
	p.remove()
	if got := p.text("dotfiles/mcp.json"); got != "{}\n" {
		t.Errorf("got %q", got)
	}
}

func TestALinkBetweenInstructionsIsOneFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links differ on Windows")
	}
	p := newPerson(t, setup.Cursor, setup.Project, map[string]string{"project/CLAUDE.md": "# Rules\n"})
	if err := os.Symlink("CLAUDE.md", filepath.Join(p.Places.Project, "AGENTS.md")); err != nil {
		t.Fatal(err)
	}
	p.setUp()
	p.check()
	p.remove()
	if got := p.text("project/CLAUDE.md"); got != "# Rules\n" {
		t.Errorf("got %q", got)
	}
}

func TestAFileThatAPersonMovedIntoTheirDotfilesIsNotDeleted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links differ on Windows")
	}
	p := newPerson(t, setup.Cursor, setup.User, nil)
	p.setUp()
	path, moved := filepath.Join(p.Places.Cursor, "mcp.json"), filepath.Join(p.home, "dotfiles.json")
	if err := errors.Join(os.Rename(path, moved), os.Symlink(moved, path)); err != nil {
		t.Fatal(err)
	}
	p.remove()
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 || p.text("dotfiles.json") != "" {
		t.Errorf("%v, %v, %q", info, err, p.text("dotfiles.json"))
	}
}

func TestAProgramThatPATHDoesNotLeadTo(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.User, nil)
	p.Program = "/opt/it's mine/gitmem"
	p.setUp()
	p.check()
	if runtime.GOOS != "windows" && !strings.Contains(p.text(".claude/settings.json"), `"'/opt/it'\\''s mine/gitmem' hook claude-code Stop || exit 0"`) {
		t.Errorf("got %s", p.text(".claude/settings.json"))
	}
	if !strings.Contains(p.text(".claude.json"), `"command": "/opt/it's mine/gitmem"`) {
		t.Errorf("got %s", p.text(".claude.json"))
	}
	p.remove()
	if got := p.files(); len(got) > 0 {
		t.Errorf("left: %q", got)
	}
}

func TestRulesOfAProjectSayNothingOfOneMachine(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.Project, nil)
	p.setUp()
	got := p.text("project/.claude/settings.json")
	if strings.Contains(got, "/srv") || strings.Contains(got, p.home) || !strings.Contains(got, `"Read(~/.local/share/gitmem/**)"`) || !strings.Contains(got, `"Edit(/.gitmem/**)"`) {
		t.Errorf("got %s", got)
	}
	p.Scope = setup.User
	p.setUp()
	if got := p.text(".claude/settings.json"); !strings.Contains(got, `"Read(//srv/gitmem/**)"`) || !strings.Contains(got, `"Edit(~/.config/gitmem/**)"`) || strings.Contains(got, `"Read(~/.config/gitmem/**)"`) {
		t.Errorf("got %s", got)
	}
}

func TestOwnMemoryIsFoundAndSwitchedOff(t *testing.T) {
	p := newPerson(t, setup.ClaudeCode, setup.User, nil)
	none := func(string) string { return "" }
	folder := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, p.Places.Project)
	p.write(".claude/projects/"+folder+"/memory/MEMORY.md", "- x\n")
	m := p.OwnMemory(none)
	if !m.On || len(m.Files) != 1 || filepath.Base(m.Files[0]) != "MEMORY.md" {
		t.Errorf("got %+v", m)
	}
	if m := p.OwnMemory(func(string) string { return "1" }); m.On {
		t.Error("the variable does not switch it off")
	}
	p.setUp()
	if !p.OwnMemory(none).On {
		t.Error("it was switched off without being asked to")
	}
	p.OwnMemoryOff = true
	p.setUp()
	if p.OwnMemory(none).On || !strings.Contains(p.text(".claude/settings.json"), `"autoMemoryEnabled": false`) {
		t.Errorf("it is still on: %s", p.text(".claude/settings.json"))
	}
	p.OwnMemoryOff, p.Program = false, "/opt/gitmem"
	p.setUp()
	if p.OwnMemory(none).On {
		t.Error("an upgrade switched it on again")
	}
}

func TestAFileThatGitmemMadeGoesAlsoAfterItWasMended(t *testing.T) {
	p := newPerson(t, setup.Codex, setup.User, nil)
	p.setUp()
	p.write(".codex/hooks.json", strings.Replace(p.text(".codex/hooks.json"), "codex Stop || exit 0", "codex Stop", 1))
	p.check("stale .codex/hooks.json: hook Stop")
	p.setUp()
	p.check()
	p.remove()
	if got := p.files(); len(got) > 0 {
		t.Errorf("left: %q", got)
	}
}

// What is installed is what the hooks' own package knows.
func TestEveryHookIsOneThatGitmemAnswers(t *testing.T) {
	for name, file := range map[string]string{setup.ClaudeCode: ".claude/settings.json", setup.Codex: ".codex/hooks.json"} {
		p := newPerson(t, name, setup.User, nil)
		p.setUp()
		values, err := settings.Values(file, []byte(p.text(file)), settings.JSON)
		if err != nil {
			t.Fatal(err)
		}
		hooks, _ := values["hooks"].(map[string]any)
		if len(hooks) < 5 {
			t.Errorf("%s has %d hooks", name, len(hooks))
		}
		for event := range hooks {
			if _, known := agent.Find(name, event); !known {
				t.Errorf("%s calls gitmem at %s, which answers nothing", name, event)
			}
		}
	}
}

func TestUnknownAgent(t *testing.T) {
	p := newPerson(t, "vim", setup.User, nil)
	var unknown *setup.UnknownError
	if _, err := p.Plan(); !errors.As(err, &unknown) {
		t.Errorf("got %v", err)
	}
	if _, err := p.Check(); !errors.As(err, &unknown) {
		t.Errorf("got %v", err)
	}
}

func TestTwoAgentsShareOneBlock(t *testing.T) {
	for shape, files := range shapes {
		t.Run(shape, func(t *testing.T) {
			p := newPerson(t, setup.OpenCode, setup.Project, files)
			other := p
			other.Agent = setup.Cursor
			p.setUp()
			other.setUp()
			p.setUp()
			if got := strings.Count(p.text("project/AGENTS.md"), "gitmem:begin cursor opencode:"); got != 1 {
				t.Fatalf("got %d blocks for both in %q", got, p.text("project/AGENTS.md"))
			}
			p.check()
			other.check()
			p.remove()
			if got := p.text("project/AGENTS.md"); !strings.Contains(got, "gitmem:begin cursor:") || !strings.Contains(got, "Use pnpm.") {
				t.Fatalf("the other one's block: %q", got)
			}
			other.check()
			other.remove()
			if got := p.files(); !maps.Equal(got, files) {
				t.Errorf("got  %q\nwant %q", got, files)
			}
		})
	}
}

func TestAFileThatGitmemMadeStaysWhereSomebodyWroteIntoIt(t *testing.T) {
	p := newPerson(t, setup.Gemini, setup.User, nil)
	p.setUp()
	p.write(".gemini/settings.json", strings.Replace(p.text(".gemini/settings.json"), "{", "{\n  \"ui\": {},", 1))
	p.write(".gemini/GEMINI.md", p.text(".gemini/GEMINI.md")+"\n# Mine\n")
	p.remove()
	if got := p.text(".gemini/settings.json"); got != "{\n  \"ui\": {}\n}\n" {
		t.Errorf("got %q", got)
	}
	if got := p.text(".gemini/GEMINI.md"); got != "\n# Mine\n" {
		t.Errorf("got %q", got)
	}
}
