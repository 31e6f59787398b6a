package cmd

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gitmem/hooks/agent/settings"
	"gitmem/repo"
)

func newOff(a *app) *cobra.Command {
	var undo bool
	c := &cobra.Command{
		Use:   "off",
		Short: "Stop gitmem in this project: agents get nothing of it there, and nothing is noted",
		Long: `Stops gitmem in the project here and in all its working trees: hooks are silent, contexts are empty, and the MCP
server answers that it is off. Nothing is deleted, and what you type yourself works on. One line of the project's own git
configuration says so, gitmem.off; of a project without git it stands in gitmem's private state.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.runOff(!undo) },
	}
	c.Flags().BoolVar(&undo, "undo", false, "let gitmem work here again")
	return c
}

// offJSON is what off prints.
type offJSON struct {
	Project string `json:"project"`
	Off     bool   `json:"off"`
	Changed bool   `json:"changed"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

func (a *app) runOff(off bool) error {
	if _, err := a.mayDecide("off"); err != nil {
		return err
	}
	project, err := a.projectHere()
	if err != nil {
		return err
	}
	was, err := repo.IsOff(project, a.env)
	if err != nil {
		return err
	}
	out := offJSON{Project: project.Main, Off: was, DryRun: a.globals.dryRun}
	if was == off {
		a.tell("gitmem %s here already; nothing was changed", works(off))
		return a.ifJSON(out)
	}
	a.tell("%s: agents that work there and in all its working trees get %s", visibleName(project.Main), map[bool]string{true: "no memory, and nothing of their sessions is noted", false: "its memory again"}[off])
	yes, err := a.confirm(map[bool]string{true: "stop gitmem in this project?", false: "let gitmem work in this project again?"}[off])
	if err != nil {
		return err
	}
	a.tellDryRun()
	if yes && !a.globals.dryRun {
		if err := a.setOff(project, off); err != nil {
			return err
		}
		out.Off, out.Changed = off, true
	}
	return a.ifJSON(out)
}

func (a *app) setOff(project repo.Project, off bool) error {
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	if err := repo.SetOff(project, off, a.env, options.LockWait); err != nil {
		return err
	}
	a.tell("gitmem %s in this project", works(off))
	a.tellBlocks(project)
	return nil
}

// tellBlocks names the files of instructions that hold a copy of the memory: it
// neither goes nor comes by itself.
func (a *app) tellBlocks(project repo.Project) {
	for _, name := range []string{"AGENTS.md", "GEMINI.md"} {
		path := filepath.Join(project.Folder, name)
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if b, err := settings.Managed(path, data); err == nil && len(b.Agents) > 0 {
			a.tell("%s: it holds a managed block; `gitmem setup %s --scope project` brings it up to date", visibleName(path), b.Agents[0])
		}
	}
}

func works(off bool) string {
	if off {
		return "is off"
	}
	return "works"
}

// projectHere is the project of the working directory: one with git, or one that
// a store belongs to.
func (a *app) projectHere() (repo.Project, error) {
	project, err := repo.FindProject(a.Dir, a.env)
	if err != nil || project.Common != "" {
		return project, err
	}
	found, err := repo.Find(repo.Query{Dir: a.Dir, Env: a.env})
	return found.Project, err
}

// isOffHere tells whether a person stopped gitmem for the project here. A store
// that was asked for by name is another matter.
func (a *app) isOffHere() (bool, error) {
	if a.globals.store != "" || a.globals.global {
		return false, nil
	}
	project, err := repo.FindProject(a.Dir, a.env)
	if err != nil {
		return false, err
	}
	return repo.IsOff(project, a.env)
}
