package setup

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"gitmem/hooks/agent/settings"
)

// Time-outs of hooks, in seconds: far above what one takes, as the agent's own
// are minutes. Codex allows no more at a session's end.
const (
	hookTimeout    = 5
	sessionTimeout = 3
)

// The events for which each agent calls gitmem, and the occasions of each. The
// tools are those by which a store could be read, changed or decided about.
var events = map[string][]settings.Hook{
	ClaudeCode: {
		{Event: "SessionStart", Matcher: "startup|resume|clear|compact", Timeout: hookTimeout},
		{Event: "UserPromptSubmit", Timeout: hookTimeout},
		{Event: "PreToolUse", Matcher: "Bash|Read|Edit|Write|MultiEdit|NotebookEdit|Glob|Grep", Timeout: hookTimeout},
		{Event: "Stop", Timeout: hookTimeout},
		{Event: "SubagentStop", Timeout: hookTimeout},
		{Event: "PreCompact", Timeout: hookTimeout},
		{Event: "SessionEnd", Timeout: hookTimeout},
	},
	Codex: {
		{Event: "SessionStart", Matcher: "startup|resume|clear|compact", Timeout: hookTimeout},
		{Event: "UserPromptSubmit", Timeout: hookTimeout},
		{Event: "PreToolUse", Matcher: "Bash|apply_patch", Timeout: hookTimeout},
		{Event: "Stop", Timeout: hookTimeout},
		{Event: "SubagentStop", Timeout: hookTimeout},
		{Event: "PreCompact", Timeout: hookTimeout},
		{Event: "SessionEnd", Timeout: sessionTimeout},
	},
}

// hooks are those of the agent, with their commands. Whatever happens they end
// with 0; for whoever has a project but no gitmem they are silent too. Codex hands
// a line to whatever shell Windows has, so there it names one.
func (r Request) hooks() []settings.Hook {
	var list []settings.Hook
	for _, h := range events[r.Agent] {
		call := " hook " + r.Agent + " " + h.Event + " || exit 0"
		windows := `"` + r.program() + `"` + call
		h.Command = shellWord(r.program()) + call
		if r.Scope == Project {
			h.Command = "command -v gitmem >/dev/null 2>&1 && gitmem" + call
			windows = "where gitmem >nul 2>nul && gitmem" + call
		}
		if r.Agent == Codex {
			h.Windows = `cmd /c "` + windows + `"`
		}
		list = append(list, h)
	}
	return list
}

// shellWord quotes a path for a shell where that is needed.
func shellWord(s string) string {
	switch {
	case strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == "":
		return s
	case runtime.GOOS == "windows":
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// rules deny Claude Code the folders of gitmem, and every store that lies in a
// project. A rule for Edit counts for every tool that writes.
func (r Request) rules() []string {
	var rules []string
	deny := func(tool, pattern string) {
		if rule := tool + "(" + pattern + ")"; pattern != "" && !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	for _, folder := range r.Hidden {
		deny("Edit", r.pattern(folder))
		deny("Read", r.pattern(folder))
	}
	for _, folder := range r.Fixed {
		deny("Edit", r.pattern(folder))
	}
	here := "//**/.gitmem/**"
	if r.Scope == Project {
		here = "/.gitmem/**" // from the project's top
	}
	deny("Edit", here)
	deny("Read", here)
	return rules
}

// pattern is a folder as the rules have it: from the home directory, or with two
// slashes from the root. In the scope of a project the latter would say something
// of one machine alone, and is left out.
func (r Request) pattern(folder string) string {
	if rel, err := filepath.Rel(r.Home, folder); err == nil && filepath.IsLocal(rel) {
		return "~/" + filepath.ToSlash(rel) + "/**"
	}
	if r.Scope == Project {
		return ""
	}
	return "//" + strings.TrimLeft(filepath.ToSlash(folder), "/") + "/**"
}
