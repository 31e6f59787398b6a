package cmd

import (
	"github.com/spf13/cobra"

	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/gitdir"
)

func newStores(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "stores",
		Short: "List the stores of this account, bind a folder to one, forget one",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var anew bool
	attach := &cobra.Command{
		Use:   "attach [STORE]",
		Short: "Bind this project to a store on your word",
		Long: `Bind this project to a store, given by its id or folder; without STORE to the one that its git configuration
names already. It is for a copy of a project, of which gitmem cannot know whether it may share the store of the
first. --new gives the copy a store of its own instead.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeStores(memfile.ScopeProject),
		RunE: func(c *cobra.Command, args []string) error {
			if anew {
				return a.storesAttachNew(c, args)
			}
			return a.storesAttach(args)
		},
	}
	attach.Flags().BoolVar(&anew, "new", false, "make a store of its own for this project")
	c.AddCommand(
		&cobra.Command{
			Use: "list", Short: "List the stores and the projects that they serve", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return a.storesList() },
		},
		attach,
		&cobra.Command{
			Use: "forget STORE", Short: "Unbind a store from its projects; its files stay", Args: cobra.ExactArgs(1), ValidArgsFunction: a.completeStores(memfile.ScopeProject, memfile.ScopeGlobal),
			RunE: func(_ *cobra.Command, args []string) error { return a.storesForget(args[0]) },
		},
	)
	return c
}

func (a *app) storesList() error {
	list, err := repo.ListStores(a.env)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return printList(a, list)
	}
	for _, s := range list {
		a.say("%s  %s  %s%s", s.ID, visible(s.Name), visible(s.Root), remarks(s))
		for _, p := range s.Projects {
			a.say("    serves %s", visible(p.Folder))
		}
	}
	if len(list) == 0 {
		a.tell("there is no store yet; `gitmem init` makes one")
	}
	return nil
}

func remarks(s repo.Listed) string {
	switch {
	case !s.Present:
		return "  (its folder is gone)"
	case s.Foreign && !s.Trusted:
		return "  (foreign, not trusted)"
	case s.Foreign:
		return "  (foreign, trusted)"
	case s.Scope == memfile.ScopeGlobal:
		return "  (global)"
	}
	return ""
}

// storesAttach binds the project here to a store that exists.
func (a *app) storesAttach(args []string) error {
	if _, err := a.mayDecide("stores attach"); err != nil {
		return err
	}
	project, err := repo.FindProject(a.Dir, a.env)
	if err != nil {
		return err
	}
	store, err := a.storeToAttach(project, args)
	if err != nil {
		return err
	}
	a.tell("%s gets the memory in %s", visible(project.Main), visible(store.Root))
	ok, err := a.confirm("bind this project to that store?")
	if err != nil {
		return err
	}
	if !ok || a.globals.dryRun {
		return a.ifJSON(initiated{Store: store.Root, ID: store.ID, Scope: memfile.ScopeProject, Project: project.Main, Declined: !ok, DryRun: a.globals.dryRun})
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	if err := repo.AttachProject(project, store, options); err != nil {
		return err
	}
	store.Project, store.How = project, repo.Bound
	return a.tellStore(store, true)
}

// storeToAttach is the store that was named, else the one that the project's
// own git configuration names.
func (a *app) storeToAttach(project repo.Project, args []string) (repo.Found, error) {
	if len(args) == 1 {
		store, err := a.namedStore(args[0])
		if err == nil && gitdir.SameFolder(store.Root, a.env.GlobalRoot()) {
			err = usagef("stores attach: %s is the global store, which serves every project already", visible(args[0]))
		}
		return store, err
	}
	if project.Common == "" {
		return repo.Found{}, usagef("stores attach: a folder without git names no store; give STORE")
	}
	id, err := repo.Binding(project.Common)
	if err != nil {
		return repo.Found{}, err
	}
	if id == "" {
		return repo.Found{}, usagef("stores attach: this project names no store; give STORE")
	}
	return repo.FindStore(string(id), a.env)
}

// storesAttachNew gives a project, a copy of another most likely, its own store.
func (a *app) storesAttachNew(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("--new: makes a store; it takes no STORE")
	}
	if _, err := a.mayDecide("stores attach"); err != nil {
		return err
	}
	project, err := repo.FindProject(a.Dir, a.env)
	if err != nil {
		return err
	}
	a.tell("%s gets a new, empty store of its own", visible(project.Main))
	ok, err := a.confirm("bind this project to a new store?")
	if err != nil {
		return err
	}
	if !ok || a.globals.dryRun {
		return a.ifJSON(initiated{Scope: memfile.ScopeProject, Project: project.Main, Declined: !ok, DryRun: a.globals.dryRun})
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	found, made, err := repo.MakeProjectStore(c.Context(), repo.ProjectStore{Project: project, Anew: true}, options)
	if err != nil {
		return err
	}
	return a.tellStore(found, made)
}

// forgotten is what stores forget prints. The store's files stay.
type forgotten struct {
	Store     string     `json:"store"`
	ID        memfile.ID `json:"id"`
	Projects  []string   `json:"projects"` // that it served
	Forgotten bool       `json:"forgotten"`
	DryRun    bool       `json:"dry_run,omitempty"`
}

func (a *app) storesForget(word string) error {
	if _, err := a.mayDecide("stores forget"); err != nil {
		return err
	}
	store, err := a.namedStore(word)
	if isNoStore(err) {
		store, err = a.goneStore(word, err)
	}
	if err != nil {
		return err
	}
	out := forgotten{Store: store.Root, ID: store.ID, DryRun: a.globals.dryRun}
	if out.Projects, err = a.servedBy(store.ID); err != nil {
		return err
	}
	for _, folder := range out.Projects {
		a.tell("unbinds %s", visible(folder))
	}
	a.tell("forgets the store %s; its files stay in %s", store.ID, visible(store.Root))
	ok, err := a.confirm("forget this store?")
	if err != nil {
		return err
	}
	if !ok || a.globals.dryRun {
		return a.ifJSON(out)
	}
	project, err := repo.FindProject(a.Dir, a.env)
	if err != nil {
		return err
	}
	options, err := a.optionsWithoutStore()
	if err != nil {
		return err
	}
	if err := repo.ForgetStore(store.ID, project, options); err != nil {
		return err
	}
	out.Forgotten = true
	return a.ifJSON(out)
}

// servedBy are the folders of the projects that a store serves.
func (a *app) servedBy(id memfile.ID) ([]string, error) {
	list, err := repo.ListStores(a.env)
	folders := []string{}
	for _, s := range list {
		for _, p := range s.Projects {
			if s.ID == id {
				folders = append(folders, p.Folder)
			}
		}
	}
	return folders, err
}
