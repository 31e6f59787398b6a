package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/hooks/precommit"
	"gitmem/repo/gitdir"
)

func newHooks(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "hooks",
		Short: "Let git check what is committed to the store by hand",
		Long: `Let git check what is committed to the store by hand: the pre-commit hook refuses what is invalid, the
post-commit hook adopts what a person committed at a terminal. Both lie in the store's own git directory;
no project is touched. gitmem's own commits pass the same checks and run no hook.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		&cobra.Command{
			Use: "install", Short: "Install the hooks; one that is there already is kept and called first", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.hooksInstall() },
		},
		&cobra.Command{
			Use: "uninstall", Short: "Take the hooks away and put back what was there", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.hooksUninstall() },
		},
		&cobra.Command{
			Use: "status", Short: "Say whether commits by hand are checked", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.hooksStatus() },
		},
		&cobra.Command{
			Use: "run post-commit", Hidden: true, Args: cobra.ExactArgs(1), ValidArgs: []string{precommit.PostCommit},
			RunE: func(c *cobra.Command, args []string) error { return a.hooksRun(c.Context(), args[0]) },
		},
	)
	return c
}

func (a *app) hooksOf() (precommit.Hooks, error) {
	s, found, err := a.open(false)
	if err != nil {
		return precommit.Hooks{}, err
	}
	settings, err := a.loadSettings(found.Root, found.ID)
	if err != nil {
		return precommit.Hooks{}, err
	}
	return precommit.Of(s, a.env, settings.LockTimeout), nil
}

func (a *app) hooksInstall() error {
	h, err := a.hooksOf()
	if err != nil {
		return err
	}
	program, err := ownProgram()
	if err != nil {
		return err
	}
	plan, err := h.PlanInstall(program)
	if err != nil {
		return err
	}
	if len(plan) == 0 {
		a.tell("the hooks are installed already, nothing was changed")
	}
	if err := a.carryOut(plan); err != nil {
		return err
	}
	if strings.Contains(filepath.ToSlash(program), "/go-build") {
		a.tell("this program is a temporary one (go run); the hooks will look for gitmem in PATH once it is gone")
	}
	if a.asJSON() || a.globals.dryRun {
		return a.printHooks(h, changedBy(plan))
	}
	return a.hooksStatus()
}

// changedHooks is what hooks install and uninstall print: what was done, or
// would be in a dry run, and how the hooks are now.
type changedHooks struct {
	precommit.Status
	Changes  []string `json:"changes"`
	Declined bool     `json:"declined,omitempty"`
	DryRun   bool     `json:"dry_run,omitempty"`
}

func changedBy(plan []precommit.Change) changedHooks {
	out := changedHooks{Changes: []string{}}
	for _, c := range plan {
		out.Changes = append(out.Changes, c.Says)
	}
	return out
}

// printHooks adds how the hooks are now.
func (a *app) printHooks(h precommit.Hooks, out changedHooks) error {
	var err error
	out.DryRun = a.globals.dryRun
	if out.Status, err = h.Look(); err != nil {
		return err
	}
	return a.ifJSON(out)
}

// carryOut shows changes, and makes them unless it is a dry run.
func (a *app) carryOut(plan []precommit.Change) error {
	a.tellPlan(plan)
	if a.globals.dryRun {
		return nil
	}
	return precommit.Do(plan)
}

func (a *app) tellPlan(plan []precommit.Change) {
	would := ""
	if a.globals.dryRun {
		would = "would "
	}
	for _, c := range plan {
		a.tell("%s%s", would, visibleName(c.Says))
	}
	if len(plan) > 0 {
		a.tellDryRun()
	}
}

func (a *app) hooksUninstall() error {
	if _, err := a.mayDecide("hooks uninstall"); err != nil {
		return err
	}
	h, err := a.hooksOf()
	if err != nil {
		return err
	}
	plan, err := h.PlanUninstall()
	if err != nil {
		return err
	}
	if len(plan) == 0 {
		a.tell("no hook of gitmem's is installed, nothing was changed")
		return a.printHooks(h, changedBy(nil))
	}
	a.tellPlan(plan)
	ok, err := a.confirm("take the hooks away?")
	if err != nil {
		return err
	}
	if !ok {
		out := changedBy(nil)
		out.Declined = true
		return a.printHooks(h, out)
	}
	if !a.globals.dryRun {
		if err := precommit.Do(plan); err != nil {
			return err
		}
	}
	return a.printHooks(h, changedBy(plan))
}

func (a *app) hooksStatus() error {
	h, err := a.hooksOf()
	if err != nil {
		return err
	}
	s, err := h.Look()
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(s)
	}
	if !s.Active {
		a.say("hook inactive: %s", visibleName(s.Reason))
		a.tell("hint: `gitmem hooks install` makes git check commits by hand")
		return nil
	}
	a.say("active: git checks commits by hand, by %s", visibleName(filepath.Join(s.Folder, precommit.PreCommit)))
	for _, hook := range s.Hooks {
		a.sayHook(hook)
	}
	return nil
}

func (a *app) sayHook(h precommit.Hook) {
	line := h.Name + ": " + string(h.State)
	if h.Chained {
		line += ", after the one that was there"
	}
	a.say("  %s", line)
	if h.Program == "" {
		return
	}
	if _, err := os.Stat(h.Program); err != nil {
		a.tell("  %s calls %s, which is gone; gitmem in PATH stands in. `gitmem hooks install` mends it", h.Name, visibleName(h.Program))
	}
}

// ownProgram is the path by which a hook calls this program: the one in PATH
// where that is this, as an upgrade keeps it.
func ownProgram() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if found, err := exec.LookPath("gitmem"); err == nil && filepath.IsAbs(found) && gitdir.SameFolder(found, self) {
		return found, nil
	}
	return self, nil
}
