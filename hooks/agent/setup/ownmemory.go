package setup

import (
	"os"
	"path/filepath"
	"strings"

	"gitmem/hooks/agent/settings"
)

// OwnMemory is the memory that an agent keeps by itself.
type OwnMemory struct {
	Name    string   // as its maker calls it; "" for an agent without one
	Setting string   // by which it is switched off, and the file of it
	Path    string   // of that file
	On      bool     // it is in use
	Files   []string // what it holds for this project
}

// OwnMemory finds it. A file that is not valid counts as none: setting up
// reports it.
func (r Request) OwnMemory(env func(string) string) OwnMemory {
	switch r.Agent {
	case ClaudeCode:
		return r.claudeMemory(env)
	case Codex:
		path := filepath.Join(r.Places.Codex, "config.toml")
		return OwnMemory{
			Name: "memories", Setting: "features.memories = false", Path: path,
			On:    dig(valuesOf(path, settings.TOML), "features", "memories") == true,
			Files: notesIn(filepath.Join(r.Places.Codex, "memories")),
		}
	}
	return OwnMemory{}
}

// claudeMemory: it is on unless a setting or a variable says otherwise. What a
// project's own file says is not relied on.
func (r Request) claudeMemory(env func(string) string) OwnMemory {
	path := filepath.Join(r.Places.Claude, "settings.json")
	v := valuesOf(path, settings.JSON)
	off := env("CLAUDE_CODE_DISABLE_AUTO_MEMORY")
	m := OwnMemory{Name: "auto memory", Setting: `"autoMemoryEnabled": false`, Path: path, On: v["autoMemoryEnabled"] != false && (off == "" || off == "0" || off == "false")}
	dir, _ := v["autoMemoryDirectory"].(string)
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		dir = filepath.Join(r.Home, rest)
	}
	switch {
	case filepath.IsAbs(dir):
		m.Files = notesIn(dir)
	case r.Places.Main != "": // all working trees share it
		m.Files = notesIn(filepath.Join(r.Places.Claude, "projects", claudeFolder(r.Places.Main), "memory"))
	}
	return m
}

// claudeFolder is the name that Claude Code gives the folder of a project.
func claudeFolder(project string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, project)
}

// notesIn are the Markdown files of a folder that hold anything.
func notesIn(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var files []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() > 0 && filepath.Ext(e.Name()) == ".md" {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

func valuesOf(path string, form settings.Form) map[string]any {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	v, err := settings.Values(path, data, form)
	if err != nil {
		return nil
	}
	return v
}
