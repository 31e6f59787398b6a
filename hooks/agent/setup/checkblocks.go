package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/hooks/agent/settings"
)

// instructions reports managed blocks that are one delivery too many.
func (c *checker) instructions() {
	for _, group := range c.readFiles() {
		var with []string
		for _, path := range distinct(group) {
			b, err := settings.Managed(path, c.data(path))
			if err != nil {
				c.fail(err)
			}
			for range b.Agents[:min(1, len(b.Agents))] {
				with = append(with, path)
			}
			if agents := slices.Sorted(slices.Values(b.Agents)); len(slices.Compact(slices.Clone(agents))) < len(agents) {
				c.add(Second, path, "it holds two managed blocks")
			}
		}
		if HasHooks(c.Agent) {
			for _, path := range with {
				c.add(Second, path, "a managed block for another agent, which "+c.Agent+" reads too, beside its hooks")
			}
			continue
		}
		for _, path := range with[min(1, len(with)):] {
			c.add(Second, path, "a managed block stands in "+with[0]+" too")
		}
	}
}

// readFiles are the files of instructions that the agent reads, those of the
// user and those of the project.
func (c *checker) readFiles() [][]string {
	p := c.Places
	var user, project []string
	switch c.Agent {
	case ClaudeCode:
		user = []string{filepath.Join(p.Claude, "CLAUDE.md")}
		project = []string{p.in("CLAUDE.md"), p.in(".claude", "CLAUDE.md"), p.in("CLAUDE.local.md")}
		if p.Project != "" && strings.Contains(string(c.data(p.in("CLAUDE.md"))), "@AGENTS.md") {
			project = append(project, p.in("AGENTS.md"))
		}
	case Codex:
		user, project = []string{filepath.Join(p.Codex, "AGENTS.md")}, []string{p.in("AGENTS.override.md"), p.in("AGENTS.md")}
	case OpenCode:
		user, project = []string{filepath.Join(p.OpenCode, "AGENTS.md")}, []string{p.in("AGENTS.md")}
	case Cursor:
		project = []string{p.in("AGENTS.md"), p.in("CLAUDE.md")}
	case Gemini:
		for _, name := range c.geminiNames() {
			user, project = append(user, filepath.Join(p.Gemini, name)), append(project, p.in(name))
		}
	}
	if p.Project == "" {
		project = nil
	}
	return [][]string{user, project}
}

// distinct leaves out what is another name of an earlier file, as where AGENTS.md
// is a link to CLAUDE.md.
func distinct(paths []string) []string {
	var kept, real []string
	for _, path := range paths {
		target, err := filepath.EvalSymlinks(path)
		if err != nil || slices.Contains(real, target) {
			continue
		}
		kept, real = append(kept, path), append(real, target)
	}
	return kept
}

// geminiNames are the files of instructions that Gemini CLI reads.
func (r Request) geminiNames() []string {
	files := []string{filepath.Join(r.Places.Gemini, "settings.json")}
	if r.Places.Project != "" {
		files = append([]string{r.Places.in(".gemini", "settings.json")}, files...)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		v, _ := settings.Values(path, data, settings.JSON)
		if names := texts(dig(v, "context", "fileName")); len(names) > 0 {
			return names
		}
	}
	return []string{"GEMINI.md"}
}

// StandingBlock is the text of the managed block as it stands, "" where there is
// none: with it as Memory a check does not ask whether it is up to date.
func (r Request) StandingBlock() string {
	wants, err := r.wants()
	if err != nil {
		return ""
	}
	for _, w := range wants {
		if w.wish.Block == nil {
			continue
		}
		if data, err := os.ReadFile(w.path); err == nil {
			b, _ := settings.Managed(w.path, data)
			return b.Body
		}
	}
	return ""
}
