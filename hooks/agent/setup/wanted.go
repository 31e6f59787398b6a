package setup

import (
	"path/filepath"
	"slices"

	"gitmem/hooks/agent/settings"
)

// Request says what is to be set up.
type Request struct {
	Agent, Scope string
	Places       Places
	// Program is how an agent of this user starts gitmem: its name where PATH
	// leads to it, else its path. In the scope of a project it is always the name.
	Program string
	// Home is the account's; Hidden are the folders that an agent must neither read
	// nor edit, Fixed those that it must not edit.
	Home          string
	Hidden, Fixed []string
	// Memory is the rendered text for an agent without hooks; "" where there is
	// nothing to say.
	Memory string
	// OwnMemoryOff: the agent's own memory is to be switched off, in the scope of the
	// user. What is off already stays off.
	OwnMemoryOff bool
	// State is gitmem's private folder, for the notes.
	State string
}

// wanted is one file and what gitmem wants in it.
type wanted struct {
	path string
	wish settings.Wish
}

// HasHooks tells whether an agent gets its memory by hooks.
func HasHooks(agent string) bool { return agent == ClaudeCode || agent == Codex }

// wants are the files of an agent, in the order in which they are shown.
func (r Request) wants() ([]wanted, error) {
	user := r.Scope == User
	switch r.Agent {
	case ClaudeCode:
		return r.wantsClaude(user), nil
	case Codex:
		return r.wantsCodex(user), nil
	case OpenCode:
		return r.wantsOpenCode(user), nil
	case Cursor:
		return r.wantsCursor(user), nil
	case Gemini:
		return r.wantsGemini(user), nil
	}
	return nil, &UnknownError{Agent: r.Agent}
}

func (r Request) wantsClaude(user bool) []wanted {
	file, servers := filepath.Join(r.Places.Claude, "settings.json"), r.Places.ClaudeState
	if !user {
		file, servers = r.Places.in(".claude", "settings.json"), r.Places.in(".mcp.json")
	}
	w := settings.Wish{Form: settings.JSON, Hooks: r.hooks(), Deny: r.rules()}
	if user && (r.OwnMemoryOff || valuesOf(file, settings.JSON)["autoMemoryEnabled"] == false) {
		w.Values = []settings.Setting{{Path: []string{"autoMemoryEnabled"}, Value: false}}
	}
	return []wanted{{file, w}, {servers, r.server("mcpServers", settings.Member{Name: "type", Value: "stdio"})}}
}

func (r Request) wantsCodex(user bool) []wanted {
	dir := r.Places.Codex
	if !user {
		dir = r.Places.in(".codex")
	}
	config := r.server("mcp_servers")
	config.Form = settings.TOML
	path := filepath.Join(dir, "config.toml")
	if user && (r.OwnMemoryOff || dig(valuesOf(path, settings.TOML), "features", "memories") == false) {
		config.Values = []settings.Setting{{Path: []string{"features", "memories"}, Value: false}}
	}
	return []wanted{{filepath.Join(dir, "hooks.json"), settings.Wish{Form: settings.JSON, Hooks: r.hooks()}}, {path, config}}
}

// wantsOpenCode: its entry of a server has one list for the command and its
// arguments.
func (r Request) wantsOpenCode(user bool) []wanted {
	dir := r.Places.OpenCode
	if !user {
		dir = r.Places.Project
	}
	server := settings.Wish{Form: settings.JSON, Server: &settings.Server{
		Path:    []string{"mcp", "gitmem"},
		Members: []settings.Member{{Name: "type", Value: "local"}, {Name: "command", Value: []string{r.program(), "mcp"}}},
	}}
	config := either(filepath.Join(dir, "opencode.jsonc"), filepath.Join(dir, "opencode.json"))
	return []wanted{{config, server}, r.block(filepath.Join(dir, "AGENTS.md"))}
}

// wantsCursor: what a user tells it in every project stands in no file.
func (r Request) wantsCursor(user bool) []wanted {
	if user {
		return []wanted{{filepath.Join(r.Places.Cursor, "mcp.json"), r.server("mcpServers")}}
	}
	return []wanted{{r.Places.in(".cursor", "mcp.json"), r.server("mcpServers")}, r.block(r.Places.in("AGENTS.md"))}
}

func (r Request) wantsGemini(user bool) []wanted {
	if user {
		dir := r.Places.Gemini
		return []wanted{{filepath.Join(dir, "settings.json"), r.server("mcpServers")}, r.block(filepath.Join(dir, r.geminiNames()[0]))}
	}
	return []wanted{{r.Places.in(".gemini", "settings.json"), r.server("mcpServers")}, r.block(r.Places.in(r.geminiNames()[0]))}
}

func (r Request) block(path string) wanted {
	return wanted{path, settings.Wish{Form: settings.Markdown, Block: &settings.Block{Agents: []string{r.Agent}, Body: r.Memory}}}
}

// server is the entry that most agents have.
func (r Request) server(list string, before ...settings.Member) settings.Wish {
	return settings.Wish{Form: settings.JSON, Server: &settings.Server{
		Path:    []string{list, "gitmem"},
		Members: append(slices.Clone(before), settings.Member{Name: "command", Value: r.program()}, settings.Member{Name: "args", Value: []string{"mcp"}}),
	}}
}

func (r Request) program() string {
	if r.Scope == Project {
		return "gitmem"
	}
	return r.Program
}
