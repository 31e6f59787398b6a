package cmd

import (
	"os"
	"path/filepath"
	"strings"

	"gitmem/hooks/agent/setup"
)

// ownMemoryJSON is the memory that an agent keeps by itself.
type ownMemoryJSON struct {
	Name    string   `json:"name"`
	On      bool     `json:"on"`
	Setting string   `json:"setting"`
	Path    string   `json:"path"`
	Files   []string `json:"files"`
}

func newOwnMemoryJSON(m setup.OwnMemory) *ownMemoryJSON {
	if m.Name == "" {
		return nil
	}
	return &ownMemoryJSON{m.Name, m.On, m.Setting, m.Path, append([]string{}, m.Files...)}
}

// switchesOff tells whether a person wants the agent's own memory off. It asks
// at a terminal; --yes answers gitmem's own questions, and not this one.
func (a *app) switchesOff(r setup.Request, m setup.OwnMemory, answer string) (bool, error) {
	switch {
	case answer == "off" && m.Name == "":
		return false, usagef("--own-memory off: %s keeps no memory of its own that gitmem knows", r.Agent)
	case answer == "off" && r.Scope == setup.Project:
		return false, usagef("--own-memory off: that is a setting of the user; set up without --scope project")
	case answer == "off":
		return true, nil
	case answer == "keep" || !m.On || r.Scope == setup.Project || !a.TerminalIn || a.globals.yes || a.globals.dryRun:
		return false, nil
	}
	a.tell("%s keeps a memory of its own (%s), which nobody reviews; two memories that do not know one another disagree sooner or later", r.Agent, m.Name)
	a.tellFiles(m)
	return a.confirm("switch it off (" + m.Setting + ")?")
}

// tellFiles names what an own memory holds, and how it is taken over.
func (a *app) tellFiles(m setup.OwnMemory) {
	if len(m.Files) == 0 {
		return
	}
	words := make([]string, len(m.Files))
	for i, path := range m.Files {
		words[i] = quoted(path)
	}
	a.tell("hint: `gitmem import %s` makes proposals of what it knows; nothing is applied by that", visibleName(strings.Join(words, " ")))
}

// tellSetUp says what a person should know besides.
func (a *app) tellSetUp(r setup.Request, own setup.OwnMemory, wrote []setup.File) {
	if own.On {
		a.tell("both memories stay on: %s's own (%s) and gitmem's; `gitmem setup %s --own-memory off` switches its own off", r.Agent, own.Name, r.Agent)
		a.tellFiles(own)
	}
	if r.Agent == setup.Cursor && r.Scope == setup.User {
		a.tell("Cursor reads instructions from a project's files alone: `gitmem setup cursor --scope project` writes its memory there")
	}
	for _, f := range wrote {
		a.tellWritten(r, f)
	}
	if len(wrote) > 0 && strings.Contains(filepath.ToSlash(r.Program), "/go-build") {
		a.tell("this program is a temporary one (go run); install gitmem, then run this again")
	}
}

// tellWritten says what follows from one file.
func (a *app) tellWritten(r setup.Request, f setup.File) {
	switch filepath.Base(f.Path) {
	case "hooks.json":
		a.tell("Codex runs new hooks only after you have looked at them and trusted them: it asks when it starts next, or `/hooks`")
	case "AGENTS.md", "GEMINI.md":
		a.tell("the managed block is a copy: run this again when the memory has changed; `gitmem setup %s%s --check` says so", r.Agent, scopeWords(r))
		claude := filepath.Join(filepath.Dir(f.Path), "CLAUDE.md")
		if r.Scope == setup.User {
			claude = filepath.Join(r.Places.Claude, "CLAUDE.md")
		}
		if _, err := os.Lstat(claude); err == nil && !f.Exists && r.Agent == setup.OpenCode {
			a.tell("%s is new: OpenCode reads it from now on, and %s no longer", visibleName(f.Path), visibleName(claude))
		}
	}
}

func scopeWords(r setup.Request) string {
	if r.Scope == setup.Project {
		return " --scope project"
	}
	return ""
}

// checkedSetup is what setup --check prints.
type checkedSetup struct {
	Agent     string         `json:"agent"`
	Scope     string         `json:"scope"`
	Findings  []findingJSON  `json:"findings"`
	OwnMemory *ownMemoryJSON `json:"own_memory,omitempty"`
}

type findingJSON struct {
	Kind string `json:"kind"` // missing, stale, shadowed, second
	Path string `json:"path"`
	What string `json:"what"`
}

// setupCheck says what is not as it should be, and ends with exit 6 if anything
// is not.
func (a *app) setupCheck(r setup.Request) error {
	found, err := r.Check()
	if err != nil {
		return err
	}
	own := r.OwnMemory(a.getenv)
	out := checkedSetup{Agent: r.Agent, Scope: r.Scope, Findings: []findingJSON{}, OwnMemory: newOwnMemoryJSON(own)}
	for _, f := range found {
		out.Findings = append(out.Findings, findingJSON(f))
	}
	if r.Scope == setup.Project && r.Program != "gitmem" {
		out.Findings = append(out.Findings, findingJSON{setup.Missing, r.Program, "PATH does not lead to it, so that the project's hooks do nothing here"})
	}
	if a.asJSON() {
		if err := a.printJSON(out); err != nil {
			return err
		}
	} else {
		a.sayFindings(r, out.Findings)
	}
	if own.On {
		a.tell("both memories are on: %s's own (%s) and gitmem's", r.Agent, own.Name)
		a.tellFiles(own)
	}
	if len(out.Findings) > 0 {
		return exit(exitConflict)
	}
	return nil
}

func (a *app) sayFindings(r setup.Request, found []findingJSON) {
	for _, f := range found {
		a.say("%s: %s: %s", a.yellow(f.Kind, a.TerminalOut), visibleName(f.Path), visible(f.What))
	}
	if len(found) == 0 {
		a.say("%s is set up in the scope of the %s", r.Agent, r.Scope)
		return
	}
	a.tell("hint: `gitmem setup %s%s` writes what is missing or stale; what is shadowed, or is delivered twice, a person must decide", r.Agent, scopeWords(r))
}
