package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/hooks/agent/setup"
)

type setupOptions struct {
	scope, ownMemory string
	check, remove    bool
}

func newSetup(a *app) *cobra.Command {
	var o setupOptions
	c := &cobra.Command{
		Use:   "setup AGENT",
		Short: "Let an agent use gitmem: its hooks, its MCP server, its file of instructions",
		Long: `Adds gitmem's own entries to the settings files of an agent, claude-code, codex, opencode, cursor or gemini, and touches
nothing else in them: hooks and the MCP server, for Claude Code rules that deny it the stores' folders, and for agents
without hooks a managed block of rendered memory in their file of instructions. It shows every change first.
docs/setup.md says what is written where.`,
		Args: cobra.ExactArgs(1), ValidArgs: setup.Agents(),
		RunE: func(c *cobra.Command, args []string) error { return a.runSetup(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.scope, "scope", setup.User, "user: for all your projects; project: for whoever works in this one")
	f.BoolVar(&o.check, "check", false, "say what is missing, stale, shadowed or delivered twice, and change nothing")
	f.BoolVar(&o.remove, "remove", false, "take gitmem's entries out again")
	f.StringVar(&o.ownMemory, "own-memory", "ask", "off switches the agent's own memory off, keep leaves it on; ask does on a terminal, and keeps it elsewhere")
	offerWords(c, "scope", func() []string { return []string{setup.User, setup.Project} })
	offerWords(c, "own-memory", func() []string { return []string{"ask", "off", "keep"} })
	return c
}

// setupJSON is what setup prints.
type setupJSON struct {
	Agent     string         `json:"agent"`
	Scope     string         `json:"scope"`
	Changed   []changedFile  `json:"changed"`
	OwnMemory *ownMemoryJSON `json:"own_memory,omitempty"`
	Declined  bool           `json:"declined,omitempty"`
	DryRun    bool           `json:"dry_run,omitempty"`
}

type changedFile struct {
	Path   string `json:"path"`
	Change string `json:"change"` // create, change or delete
	Diff   string `json:"diff"`
}

func (a *app) runSetup(ctx context.Context, agent string, o setupOptions) error {
	if err := o.valid(); err != nil {
		return err
	}
	if !o.check {
		if _, err := a.mayDecide("setup"); err != nil {
			return err
		}
	}
	r, err := a.setupRequest(agent, o.scope)
	if err != nil {
		return err
	}
	block, err := a.setupBlock(ctx, r)
	if err != nil {
		return err
	}
	r.Memory = block.text
	switch {
	case o.check:
		return a.setupCheck(r)
	case o.remove:
		return a.setupRemove(r)
	}
	return a.setupInstall(r, block, o)
}

func (o setupOptions) valid() error {
	switch {
	case o.scope != setup.User && o.scope != setup.Project:
		return usagef("--scope is user or project")
	case o.check && o.remove:
		return usagef("--check and --remove exclude one another")
	case o.ownMemory != "ask" && o.ownMemory != "off" && o.ownMemory != "keep":
		return usagef("--own-memory is ask, off or keep")
	}
	return nil
}

func (a *app) setupInstall(r setup.Request, block givenBlock, o setupOptions) error {
	own := r.OwnMemory(a.getenv)
	var err error
	if r.OwnMemoryOff, err = a.switchesOff(r, own, o.ownMemory); err != nil {
		return err
	}
	files, err := r.Plan()
	if err != nil {
		return err
	}
	out, yes, err := a.showSetup(r, files, "write this?")
	if err != nil {
		return err
	}
	if yes {
		if err := a.keepBlock(block, files); err != nil {
			return err
		}
		if err := r.Do(files); err != nil {
			return err
		}
	}
	own.On = own.On && !(r.OwnMemoryOff && yes)
	out.OwnMemory = newOwnMemoryJSON(own)
	if !yes {
		files = nil
	}
	a.tellSetUp(r, own, files)
	return a.ifJSON(out)
}

func (a *app) setupRemove(r setup.Request) error {
	files, err := r.PlanRemove()
	if err != nil {
		return err
	}
	out, yes, err := a.showSetup(r, files, "take this out?")
	if err != nil {
		return err
	}
	if yes {
		if err := r.Do(files); err != nil {
			return err
		}
	}
	return a.ifJSON(out)
}

// showSetup shows what is planned, and asks; false where nothing is to be done.
func (a *app) showSetup(r setup.Request, files []setup.File, question string) (setupJSON, bool, error) {
	out := setupJSON{Agent: r.Agent, Scope: r.Scope, Changed: []changedFile{}, DryRun: a.globals.dryRun}
	w, tty := a.stage()
	for _, f := range files {
		c := newChangedFile(f)
		fmt.Fprintln(w, a.bold(c.Change+" "+visibleName(c.Path), tty))
		a.printDiff(w, c.Diff, tty)
		out.Changed = append(out.Changed, c)
	}
	if len(files) == 0 {
		a.tell("%s: nothing to change in the scope of the %s", r.Agent, r.Scope)
		return out, false, nil
	}
	yes, err := a.confirm(question)
	a.tellDryRun()
	out.Declined = !yes
	return out, yes && !a.globals.dryRun, err
}

func newChangedFile(f setup.File) changedFile {
	c := changedFile{Path: f.Path, Change: "change"}
	switch {
	case f.Delete:
		c.Change = "delete"
	case !f.Exists:
		c.Change = "create"
	}
	c.Diff = candidates.Unified(f.Path, f.Path, string(f.Before), string(f.After))
	return c
}
