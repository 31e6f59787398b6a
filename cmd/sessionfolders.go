package cmd

import (
	"gitmem/hooks/transcript"
	"gitmem/repo"
)

// projectFolders are the folders in which conversations of a store's projects
// take place: those of the project at hand with its linked working trees or,
// where the store was named itself, those of every project that it serves.
func (a *app) projectFolders(found repo.Found) []string {
	if found.Project.Folder != "" && found.How != repo.Inside {
		return found.Project.Worktrees()
	}
	var folders []string
	known, err := repo.ReadRegistry(a.env)
	if err != nil {
		return nil // without it nobody knows whom a named store serves
	}
	for _, s := range known.Stores {
		if s.ID != found.ID || s.Root != found.Root {
			continue
		}
		for _, p := range s.Projects {
			folders = append(folders, repo.Project{Main: p.Folder, Common: p.Git}.Worktrees()...)
		}
	}
	return folders
}

// belongs tells whether a working directory is of the projects of a store. What
// is found from a folder that is there decides: one below a project may have a
// store of its own. Of one that is gone its place decides.
func (a *app) belongs(found repo.Found) func(cwd string) bool {
	folders := a.projectFolders(found)
	known := map[string]bool{}
	return func(cwd string) bool {
		belongs, again := known[cwd]
		if again {
			return belongs
		}
		at, err := repo.Find(repo.Query{Dir: cwd, Env: a.env})
		if err == nil {
			belongs = at.ID == found.ID
		} else {
			belongs = transcript.Within(cwd, folders)
		}
		known[cwd] = belongs
		return belongs
	}
}
