package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gitmem/repo/durable"
	"gitmem/repo/gitdir"
)

// excludeLine keeps a store in its project out of git's sight, at the top of
// the working tree and nowhere else.
const excludeLine = "/" + HereFolder + "/"

// TrackedError says that the project's git has files where the store would go.
type TrackedError struct {
	Folder string // the working tree
	Path   string // the first of the files
}

func (e *TrackedError) Error() string {
	return fmt.Sprintf("%s: git tracks %s, so a store cannot lie there", e.Folder, e.Path)
}

// Exclude adds the line of a store in the project to info/exclude of its
// common git directory, once. No other byte changes.
func Exclude(common string) error {
	path := filepath.Join(common, "info", "exclude")
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(data)) {
		if strings.TrimRight(line, "\r\n") == excludeLine {
			return nil
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data, '\n')
	}
	return durable.Replace(path, append(data, excludeLine+"\n"...), 0o644)
}

// checkUntracked refuses where git tracks anything in .gitmem. git is asked, as
// a project may have a form that only it can read; without git the index is
// read here.
func checkUntracked(worktree string, env Env) error {
	tracked, err := askTracked(worktree, env)
	if errors.Is(err, exec.ErrNotFound) {
		tracked, err = readTracked(worktree)
	}
	if err != nil {
		return fmt.Errorf("%s: whether git tracks anything in %s cannot be told: %w", worktree, HereFolder, err)
	}
	if tracked != "" {
		return &TrackedError{Folder: worktree, Path: tracked}
	}
	return nil
}

func askTracked(worktree string, env Env) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askGitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
		"ls-files", "-z", "--", ":(icase)"+HereFolder)
	cmd.Dir, cmd.Env = worktree, env.gitEnvironment(env.Home)
	out, err := cmd.Output()
	first, _, _ := strings.Cut(string(out), "\x00")
	return first, err
}

func readTracked(worktree string) (string, error) {
	git, err := gitdir.Open(worktree, nil)
	if err != nil {
		return "", err
	}
	index, err := git.ReadIndex()
	if err != nil {
		return "", err
	}
	tracked := ""
	index.Entries(func(e gitdir.IndexEntry) bool {
		if top, _, _ := strings.Cut(e.Path, "/"); strings.EqualFold(top, HereFolder) {
			tracked = e.Path
		}
		return tracked == ""
	})
	return tracked, nil
}
