package setup

import (
	"os"
	"path/filepath"
	"runtime"
)

// Names of the agents.
const (
	ClaudeCode = "claude-code"
	Codex      = "codex"
	OpenCode   = "opencode"
	Cursor     = "cursor"
	Gemini     = "gemini"
)

// Agents are the names of all.
func Agents() []string { return []string{ClaudeCode, Codex, OpenCode, Cursor, Gemini} }

// The scopes.
const (
	User    = "user"
	Project = "project"
)

// Places are where agents keep their files.
type Places struct {
	Claude      string // folder of Claude Code's settings
	ClaudeState string // the file in which it keeps MCP servers of a user
	ClaudeRules string // the settings by which an administrator overrules it
	Codex       string
	OpenCode    string
	Cursor      string
	Gemini      string
	Project     string // the top of the working tree here, "" outside of any project
	Main        string // the folder that stands for the project in each of its working trees
}

// UsualPlaces are those of an account, by its environment, for a working tree of
// a project.
func UsualPlaces(home, project, main string, env func(string) string) Places {
	or := func(variable, standard string) string {
		if dir := env(variable); filepath.IsAbs(dir) {
			return filepath.Clean(dir)
		}
		return filepath.Join(home, standard)
	}
	p := Places{
		Claude: or("CLAUDE_CONFIG_DIR", ".claude"), ClaudeState: filepath.Join(home, ".claude.json"), Codex: or("CODEX_HOME", ".codex"),
		OpenCode: filepath.Join(or("XDG_CONFIG_HOME", ".config"), "opencode"), Cursor: filepath.Join(home, ".cursor"), Gemini: filepath.Join(home, ".gemini"),
		Project: project, Main: main, ClaudeRules: claudeRules[runtime.GOOS],
	}
	if env("CLAUDE_CONFIG_DIR") != "" {
		p.ClaudeState = filepath.Join(p.Claude, ".claude.json")
	}
	return p
}

// claudeRules is where an administrator's settings of Claude Code lie.
var claudeRules = map[string]string{
	"linux":   "/etc/claude-code/managed-settings.json",
	"darwin":  "/Library/Application Support/ClaudeCode/managed-settings.json",
	"windows": `C:\Program Files\ClaudeCode\managed-settings.json`,
}

// in is a path in the project.
func (p Places) in(parts ...string) string {
	return filepath.Join(append([]string{p.Project}, parts...)...)
}

// either is the first of some files that exists, else the last of them.
func either(paths ...string) string {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return paths[len(paths)-1]
}
