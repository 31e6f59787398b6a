package cmd

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"gitmem/memfile"
	"gitmem/repo"
)

func newPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "Print the folder of the store that belongs here",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.runPath() },
	}
}

// whereabouts is what path prints.
type whereabouts struct {
	Store   string     `json:"store"`
	ID      memfile.ID `json:"id"`
	How     repo.How   `json:"how"`
	Project string     `json:"project"`
	Foreign bool       `json:"foreign"`
}

func (a *app) runPath() error {
	found, err := a.found(false)
	if err != nil {
		return err
	}
	if a.asJSON() {
		return a.printJSON(whereabouts{Store: found.Root, ID: found.ID, How: found.How, Project: found.Project.Main, Foreign: found.Foreign})
	}
	a.say("%s", found.Root)
	return nil
}

// abs makes a path that a person typed absolute, from the working directory
// of this run. Where that was reached through a link, .. leads to the folder
// that the system takes for its parent.
func (a *app) abs(path string) string {
	switch {
	case path == "":
		return a.Dir
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case !filepath.IsLocal(path):
		if dir, err := filepath.EvalSymlinks(a.Dir); err == nil {
			return filepath.Join(dir, path)
		}
	}
	return filepath.Join(a.Dir, path)
}

func isNoStore(err error) bool { return errors.Is(err, repo.ErrNoStore) }
