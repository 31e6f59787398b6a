package precommit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/repo"
	"gitmem/repo/gitdir"
)

// Commit is a commit under way, as git shows it to a hook.
type Commit struct {
	Worktree string // top of the working tree
	Git      *gitdir.Dir

	index   *gitdir.Index
	parents []gitdir.Hash // trees of the commits that it will follow; none before the first
}

// Open looks at the commit under way in the working tree of a folder. This is
// the one place where a caller's GIT_DIR and GIT_INDEX_FILE are obeyed: git
// sets them for its hooks, and `.git/index` holds other bytes during
// `git commit -a` and `git commit PATH`. Without them it is the index.
//
// Errors: *SurroundingsError, *gitdir.UnsupportedError, gitdir.ErrDamaged,
// repo.ErrNoStore where the folder is in no working tree.
func Open(dir string, env repo.Env) (*Commit, error) {
	worktree, err := worktreeOf(dir, env)
	if err != nil {
		return nil, err
	}
	git, err := gitdir.Open(worktree, nil)
	if err != nil {
		return nil, err
	}
	c := &Commit{Worktree: worktree, Git: git}
	if err := c.sameGitDir(env.Getenv("GIT_DIR"), dir); err != nil {
		return nil, err
	}
	if c.index, err = c.readIndex(env.Getenv("GIT_INDEX_FILE")); err != nil {
		return nil, err
	}
	return c, c.readParents()
}

// worktreeOf finds the top of the working tree. With --git-dir there need be
// no .git in it; then the git directory's own one stands for it.
func worktreeOf(dir string, env repo.Env) (string, error) {
	project, err := repo.FindProject(dir, env)
	if err != nil {
		return "", err
	}
	if project.Common != "" && exists(filepath.Join(project.Folder, ".git")) {
		return project.Folder, nil
	}
	if named := env.Getenv("GIT_DIR"); filepath.Base(named) == ".git" {
		return filepath.Dir(absolute(dir, named)), nil
	}
	return "", &repo.NoStoreError{Dir: dir, Project: project}
}

// sameGitDir refuses to check another repository than the one that commits.
func (c *Commit) sameGitDir(named, dir string) error {
	if named == "" || gitdir.SameFolder(absolute(dir, named), c.Git.Git) {
		return nil
	}
	return &SurroundingsError{Variable: "GIT_DIR", Value: named, Reason: "is not the git directory of " + c.Worktree}
}

// readIndex reads what the commit is made from. git gives the path relative to
// the top of the working tree, where it runs its hooks.
func (c *Commit) readIndex(named string) (*gitdir.Index, error) {
	if named == "" {
		return c.Git.ReadIndex()
	}
	path := absolute(c.Worktree, named)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &SurroundingsError{Variable: "GIT_INDEX_FILE", Value: named, Reason: "cannot be read: " + err.Error()}
	}
	index, err := gitdir.ParseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return index, nil
}

// readParents reads HEAD and, in a merge, the commits that are merged.
func (c *Commit) readParents() error {
	head, err := c.Git.Head()
	if err != nil {
		return err
	}
	commits := []gitdir.Hash{head.Hash}
	merged, err := mergeHeads(filepath.Join(c.Git.Git, "MERGE_HEAD"))
	if err != nil {
		return err
	}
	for _, h := range append(commits, merged...) {
		if h == (gitdir.Hash{}) {
			continue
		}
		commit, err := c.Git.Commit(h)
		if err != nil {
			return fmt.Errorf("commit %s: %w", h, err)
		}
		c.parents = append(c.parents, commit.Tree)
	}
	return nil
}

func mergeHeads(path string) ([]gitdir.Hash, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var heads []gitdir.Hash
	for _, line := range strings.Fields(string(data)) {
		h, ok := parseHash(line)
		if !ok {
			return nil, fmt.Errorf("%s: does not name commits", path)
		}
		heads = append(heads, h)
	}
	return heads, nil
}

// File is what is staged at a path; false where nothing is.
func (c *Commit) File(path string) ([]byte, bool, error) {
	entry, ok := c.index.Entry(path)
	if !ok || entry.IntentToAdd {
		return nil, false, nil
	}
	data, err := c.Git.Blob(entry.Hash)
	return data, err == nil, err
}

// Committed is what a parent holds at a path: the first that has the file.
func (c *Commit) Committed(path string) ([]byte, bool, error) {
	for _, tree := range c.parents {
		entry, ok, err := c.Git.Lookup(tree, path)
		if err != nil {
			return nil, false, err
		}
		if ok && !entry.IsFolder() {
			data, err := c.Git.Blob(entry.Hash)
			return data, err == nil, err
		}
	}
	return nil, false, nil
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}
