package cmd

import (
	"path/filepath"

	"gitmem/candidates"
	"gitmem/hooks/precommit"
	"gitmem/repo"
)

// checkStaged checks the commit under way.
func (a *app) checkStaged(requireStore bool) error {
	commit, err := precommit.Open(a.Dir, a.env)
	if err != nil {
		return err
	}
	rules, err := a.stagedRules(commit)
	if isNoStore(err) && !requireStore {
		rules, err = candidates.Check{}, nil
	}
	if err != nil {
		return err
	}
	r, err := commit.Check(rules)
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		a.tell("%s", visibleName(note))
	}
	if a.globals.verbose {
		a.tell("%s checked", counted(r.Files, "staged file", "staged files"))
	}
	return a.report(r.Problems)
}

// stagedRules are the rules of the store as the commit has them.
func (a *app) stagedRules(commit *precommit.Commit) (candidates.Check, error) {
	file, data, err := commit.StoreFile()
	if err != nil {
		return candidates.Check{}, err
	}
	settings, err := a.joinSettings(filepath.Join(commit.Worktree, repo.StoreFileName), data, file.ID)
	if err != nil {
		return candidates.Check{}, err
	}
	s, err := repo.OpenWith(commit.Worktree, *file, a.storeOptions(settings.LockTimeout))
	if err != nil {
		return candidates.Check{}, err
	}
	return a.deskWith(s, settings).Checker()
}
