package repo

import (
	"os"
	"path/filepath"
	"slices"
)

// Worktrees are the folders in which the project is worked on: the one that
// stands for it, the present one, and every linked working tree that git still
// knows, also one whose folder is gone. What cannot be read is left out.
func (p Project) Worktrees() []string {
	var folders []string
	add := func(folder string) {
		if folder != "" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	add(p.Main)
	add(p.Folder)
	if p.Common == "" {
		return folders
	}
	linked := filepath.Join(p.Common, "worktrees")
	entries, _ := os.ReadDir(linked)
	for _, e := range entries {
		if back, err := pointer(filepath.Join(linked, e.Name(), "gitdir"), ""); err == nil && filepath.Base(back) == ".git" {
			add(canonical(filepath.Dir(back)))
		}
	}
	return folders
}
