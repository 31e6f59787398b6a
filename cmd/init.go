package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gitmem/memfile"
	"gitmem/repo"
)

type initOptions struct {
	dir   string
	here  bool
	name  string
	named bool // --name was given
}

func newInit(a *app) *cobra.Command {
	var o initOptions
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make the store of a project, or with --global the one for all projects",
		Long: `Make the store of a project: a git repository of its own below the data home. Nothing of it lies in the
project; one line in the project's own git configuration, gitmem.store, binds the two, for all its working
trees. Where there is a store already, this says so and changes nothing.

--here puts the store into .gitmem of the project instead, for those who want it to travel with the folder.
git is told to pass it by (.git/info/exclude); but "git clean -ffdx" deletes it.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.dir = args[0]
			}
			o.named = c.Flags().Changed("name")
			return a.runInit(c.Context(), o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.here, "here", false, "put the store into .gitmem of the project")
	f.StringVar(&o.name, "name", "", "what the store is called (default: the project's folder)")
	return c
}

// initiated is what init prints.
type initiated struct {
	Store   string     `json:"store"`
	ID      memfile.ID `json:"id"`
	Scope   string     `json:"scope"`
	Project string     `json:"project"`
	// Declined and DryRun say why nothing was made or bound; a store that is not
	// there yet has no id.
	Declined bool `json:"declined,omitempty"`
	DryRun   bool `json:"dry_run,omitempty"`
}

func (a *app) runInit(ctx context.Context, o initOptions) error {
	if a.globals.store != "" {
		return usagef("--store: a store is made for a folder, give that")
	}
	if a.globals.global {
		if o.here || o.dir != "" || o.named {
			return usagef("--global: the global store has its own place and name")
		}
		return a.initGlobal()
	}
	if o.named {
		if err := repo.CheckName(o.name); err != nil {
			return usagef("--name: %v", err)
		}
	}
	project, err := repo.FindProject(a.abs(o.dir), a.env)
	if errors.Is(err, fs.ErrNotExist) {
		return &noFolderError{path: o.dir}
	}
	if err != nil {
		return err
	}
	if a.globals.dryRun {
		return a.dryInit(project, o)
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	found, made, err := repo.MakeProjectStore(ctx, repo.ProjectStore{Project: project, Name: o.name, Here: o.here}, options)
	if err != nil {
		return err
	}
	if err := a.tellStore(found, made); err != nil {
		return err
	}
	if made && o.here {
		a.tell("git passes %s by, but `git clean -ffdx` in the project deletes it", repo.HereFolder)
	}
	if !made && o.here && found.How != repo.Here {
		a.tell("it is not in %s; nothing was moved", repo.HereFolder)
	}
	return nil
}

// tellStore says which store there is now.
func (a *app) tellStore(found repo.Found, made bool) error {
	out := initiated{Store: found.Root, ID: found.ID, Scope: memfile.ScopeProject, Project: found.Project.Main, DryRun: a.globals.dryRun}
	if found.How == repo.Global || found.Root == a.env.GlobalRoot() {
		out.Scope, out.Project = memfile.ScopeGlobal, ""
	}
	if !made {
		a.tell("there is a store already, nothing was changed")
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	if out.Scope == memfile.ScopeGlobal {
		a.say("global memory: %s", visible(out.Store))
		return nil
	}
	a.say("memory of %s: %s", visible(out.Project), visible(out.Store))
	if found.Foreign && found.Trusted == nil {
		a.tell("this account did not make it, so nothing of it reaches an agent before `gitmem trust`")
	}
	return nil
}

// dryInit says what init would do.
func (a *app) dryInit(project repo.Project, o initOptions) error {
	found, err := repo.Find(repo.Query{Dir: project.Folder, Env: a.env})
	if err == nil {
		return a.tellStore(found, false)
	}
	if !isNoStore(err) {
		return err
	}
	out := initiated{Scope: memfile.ScopeProject, Project: project.Main, DryRun: true}
	where := a.env.ProjectsRoot()
	if o.here {
		where = project.Main
		out.Store = filepath.Join(project.Main, repo.HereFolder)
	}
	a.tell("would make a store for %s in %s", visible(project.Main), visible(where))
	return a.ifJSON(out)
}

func (a *app) initGlobal() error {
	if a.globals.dryRun {
		if _, err := os.Lstat(a.env.GlobalRoot()); err != nil {
			a.tell("would make the global store in %s", visible(a.env.GlobalRoot()))
			return a.ifJSON(initiated{Store: a.env.GlobalRoot(), Scope: memfile.ScopeGlobal, DryRun: true})
		}
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	found, made, err := repo.MakeGlobal(context.Background(), options)
	if err != nil {
		return err
	}
	return a.tellStore(found, made)
}

// makeGlobal makes the global store, for the first that is written to it.
func (a *app) makeGlobal() (*repo.Store, repo.Found, error) {
	options, err := a.optionsWithoutStore()
	if err != nil {
		return nil, repo.Found{}, err
	}
	found, _, err := repo.MakeGlobal(context.Background(), options)
	if err != nil {
		return nil, found, err
	}
	s, err := repo.Open(found.Root, options)
	return s, found, err
}

// optionsWithoutStore are the options under the user's settings alone.
func (a *app) optionsWithoutStore() (repo.Options, error) {
	settings, err := a.loadSettings("", "")
	if err != nil {
		return repo.Options{}, err
	}
	return a.storeOptions(settings.LockTimeout), nil
}
