package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/hooks/agent/settings"
)

// Kinds of findings.
const (
	Missing  = string(settings.Missing)
	Stale    = string(settings.Stale)
	Shadowed = "shadowed" // it stands there, and something else keeps it from working
	Second   = "second"   // the memory is delivered once more
)

// Finding is one thing that is not as it should be.
type Finding struct{ Kind, Path, What string }

// checker gathers findings.
type checker struct {
	Request
	found []Finding
	err   error
}

// Check says what is missing, stale or shadowed, and what is delivered twice. A
// file that is not valid is an error.
func (r Request) Check() ([]Finding, error) {
	wants, err := r.wants()
	if err != nil {
		return nil, err
	}
	c := &checker{Request: r}
	for _, w := range wants {
		c.wanted(w)
	}
	switch r.Agent {
	case ClaudeCode:
		c.claude()
	case Codex:
		c.codex()
	default:
		c.others()
	}
	c.instructions()
	return c.found, c.err
}

func (c *checker) add(kind, path, what string) {
	if f := (Finding{kind, path, what}); !slices.Contains(c.found, f) {
		c.found = append(c.found, f)
	}
}

// fail keeps an error, once: one file may be looked at for several reasons.
func (c *checker) fail(err error) {
	if c.err == nil || !strings.Contains(c.err.Error(), err.Error()) {
		c.err = errors.Join(c.err, err)
	}
}

func (c *checker) wanted(w wanted) {
	lacks, err := settings.Look(w.path, c.data(w.path), w.wish)
	var conflict *settings.ConflictError
	switch {
	case errors.As(err, &conflict):
		c.add(Shadowed, w.path, conflict.Name+" is another server's name there")
	case err != nil:
		c.fail(err)
	}
	for _, l := range lacks {
		c.add(string(l.Kind), w.path, l.What)
	}
}

// data is what a file holds; nothing where it is absent.
func (c *checker) data(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.fail(err)
	}
	return data
}

// values are those of a settings file, nil of one that is absent or not valid.
func (c *checker) values(path string) map[string]any {
	form := settings.JSON
	if filepath.Ext(path) == ".toml" {
		form = settings.TOML
	}
	values, err := settings.Values(path, c.data(path), form)
	if err != nil {
		c.fail(err)
	}
	return values
}

// claude looks at the layers that Claude Code joins.
func (c *checker) claude() {
	p := c.Places
	files := []string{filepath.Join(p.Claude, "settings.json")}
	if p.Project != "" {
		files = append(files, p.in(".claude", "settings.json"), p.in(".claude", "settings.local.json"))
	}
	c.once(files)
	if p.ClaudeRules != "" {
		files = append(files, p.ClaudeRules)
		if c.values(p.ClaudeRules)["allowManagedHooksOnly"] == true {
			c.add(Shadowed, p.ClaudeRules, "allowManagedHooksOnly lets an administrator's hooks run alone")
		}
	}
	for _, path := range files {
		v := c.values(path)
		if v["disableAllHooks"] == true {
			c.add(Shadowed, path, "disableAllHooks switches every hook off")
		}
		if c.Scope == Project && slices.Contains(texts(v["disabledMcpjsonServers"]), "gitmem") {
			c.add(Shadowed, path, "disabledMcpjsonServers names gitmem")
		}
	}
	if p.Project != "" {
		c.claudeServers()
	}
}

// claudeServers looks at the lists of servers that count more than a user's.
func (c *checker) claudeServers() {
	p := c.Places
	here := dig(c.values(p.ClaudeState), "projects", filepath.ToSlash(p.Project))
	c.server(p.ClaudeState, dig(here, "mcpServers", "gitmem"))
	if slices.Contains(texts(dig(here, "disabledMcpServers")), "gitmem") {
		c.add(Shadowed, p.ClaudeState, "disabledMcpServers names gitmem for this project")
	}
	if c.Scope == User {
		c.server(p.in(".mcp.json"), dig(c.values(p.in(".mcp.json")), "mcpServers", "gitmem"))
	}
}

// codex looks at the layers that Codex joins.
func (c *checker) codex() {
	dirs := []string{c.Places.Codex}
	if c.Places.Project != "" {
		dirs = append(dirs, c.Places.in(".codex"))
	}
	var hooks []string
	for _, dir := range dirs {
		path := filepath.Join(dir, "config.toml")
		hooks = append(hooks, filepath.Join(dir, "hooks.json"), path)
		v := c.values(path)
		for _, key := range []string{"hooks", "codex_hooks"} {
			if dig(v, "features", key) == false {
				c.add(Shadowed, path, "features."+key+" switches hooks off")
			}
		}
		c.server(path, dig(v, "mcp_servers", "gitmem"))
	}
	c.once(hooks)
}

// others looks at the project's file where the user's is asked for, and at
// switches in both.
func (c *checker) others() {
	for _, scope := range []string{User, Project} {
		r := c.Request
		r.Scope = scope
		wants, err := r.wants()
		if err != nil || scope == Project && r.Places.Project == "" {
			return
		}
		v := c.values(wants[0].path)
		c.server(wants[0].path, dig(v, wants[0].wish.Server.Path...))
		if c.Agent != Gemini {
			continue
		}
		if slices.Contains(texts(dig(v, "mcp", "excluded")), "gitmem") {
			c.add(Shadowed, wants[0].path, "mcp.excluded names gitmem")
		}
		if allowed := texts(dig(v, "mcp", "allowed")); len(allowed) > 0 && !slices.Contains(allowed, "gitmem") {
			c.add(Shadowed, wants[0].path, "mcp.allowed does not name gitmem")
		}
	}
}

// server reports an entry that is switched off, or that stands before gitmem's.
func (c *checker) server(path string, entry any) {
	m, ok := entry.(map[string]any)
	switch {
	case !ok:
	case m["enabled"] == false || m["disabled"] == true:
		c.add(Shadowed, path, "the MCP server gitmem is switched off")
	case !settings.Serves(entry):
		c.add(Shadowed, path, "the MCP server gitmem there is another program")
	}
}

// once reports hooks of gitmem's in more than one file: agents run all of them.
func (c *checker) once(files []string) {
	var with []string
	for _, path := range files {
		if settings.Mentions(any(c.values(path)["hooks"])) {
			with = append(with, path)
		}
	}
	for _, path := range with[min(1, len(with)):] {
		c.add(Second, path, "hooks of gitmem's stand in "+with[0]+" too")
	}
}

// dig is a value below a map, nil where there is none.
func dig(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// texts are the texts of a list, or the one text.
func texts(v any) []string {
	if s, ok := v.(string); ok {
		return []string{s}
	}
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
