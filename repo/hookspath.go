package repo

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// The variable by which git is told where its hooks lie, and the one by which
// gitmem knows a value of its own again after the folder was moved.
const (
	hooksPathName    = "core.hookspath"
	ownHooksPathName = "gitmem.hookspath"
)

// HooksPath is what a repository's own configuration says of its hooks.
type HooksPath struct {
	Value string // of core.hooksPath there, "" where it is not set
	Own   bool   // the value is the one that SetHooksPath wrote
}

// ReadHooksPath reads it from the common git directory; the account's and the
// system's configuration are not looked at.
func ReadHooksPath(common string) (HooksPath, error) {
	file, err := readGitConfig(filepath.Join(common, "config"))
	if err != nil {
		return HooksPath{}, err
	}
	v, set := file.last(hooksPathName)
	own, noted := file.last(ownHooksPathName)
	return HooksPath{Value: v.value, Own: set && noted && own.value == v.value}, nil
}

// SetHooksPath sets core.hooksPath in a repository's own configuration, so that
// neither the account's nor the system's counts there. No other setting
// changes. A busy lock of git is a *gitdir.LockedError after so long.
func SetHooksPath(common, folder string, wait time.Duration) error {
	return editHooksPath(common, wait, func(f *gitConfigFile) string {
		return edited(f.with("core", "hooksPath", folder), func(f *gitConfigFile) string { return f.with("gitmem", "hooksPath", folder) })
	})
}

// UnsetHooksPath takes away what SetHooksPath wrote.
func UnsetHooksPath(common string, wait time.Duration) error {
	return editHooksPath(common, wait, func(f *gitConfigFile) string {
		return edited(f.without("core", "hooksPath"), func(f *gitConfigFile) string { return f.without("gitmem", "hooksPath") })
	})
}

func editHooksPath(common string, wait time.Duration, edit func(*gitConfigFile) string) error {
	return editConfig(common, []string{hooksPathName, ownHooksPathName}, wait, edit)
}

// edited makes a second change in a text that a first one gave.
func edited(text string, edit func(*gitConfigFile) string) string {
	file, err := parseGitConfig("", text)
	if err != nil {
		return text // editedOnly refuses it
	}
	return edit(file)
}

// HooksFolder is where git looks for hooks when somebody commits in a working
// tree. git is asked, as every layer of its configuration counts; without git,
// what the repository itself says stands.
func HooksFolder(worktree, common string, env Env) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askGitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "-c", "core.fsmonitor=false", "rev-parse", "--git-path", "hooks")
	cmd.Dir, cmd.Env = worktree, env.gitEnvironment(env.Home)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err == nil {
		return resolve(worktree, strings.TrimRight(out.String(), "\r\n")), nil
	}
	path, err := ReadHooksPath(common)
	if err != nil {
		return "", err
	}
	if path.Value == "" {
		return filepath.Join(common, "hooks"), nil
	}
	return resolve(worktree, path.Value), nil
}
