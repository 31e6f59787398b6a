package repo

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gitmem/repo/durable"
)

const offName = "gitmem.off"

// IsOff tells whether a person stopped gitmem for a project: then no hook, no
// context and no MCP server hands anything out in it or notes anything of it.
// With git one line of the project's own configuration says so, for all its
// working trees; a folder without git is known by its path in private state, and
// what lies in it is off as well. Without a project nothing is off.
func IsOff(p Project, env Env) (bool, error) {
	if p.Common != "" {
		file, err := readGitConfig(filepath.Join(p.Common, "config"))
		if err != nil {
			return false, err
		}
		v, _ := file.last(offName)
		return gitBool(v.value), nil
	}
	for _, folder := range p.foldersAbove() {
		if _, err := os.Lstat(env.offFile(folder)); err == nil {
			return true, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// SetOff stops gitmem for a project, or lets it work again. The store and its
// binding stay as they are. A busy lock of git is a *gitdir.LockedError after so
// long.
func SetOff(p Project, off bool, env Env, wait time.Duration) error {
	if p.Common != "" {
		return editConfig(p.Common, []string{offName}, wait, func(f *gitConfigFile) string {
			if off {
				return f.with("gitmem", "off", "true")
			}
			return f.without("gitmem", "off")
		})
	}
	if err := env.check(); err != nil {
		return err
	}
	if off {
		return durable.Replace(env.offFile(p.Folder), []byte(p.Folder+"\n"), 0o600)
	}
	for _, folder := range p.foldersAbove() {
		if err := os.Remove(env.offFile(folder)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("gitmem cannot be let work again: %w", err)
		}
	}
	return nil
}

// foldersAbove are the folder of a project without git and those above it in
// which its search went on.
func (p Project) foldersAbove() []string {
	if len(p.above) == 0 && p.Folder != "" {
		return []string{p.Folder}
	}
	return p.above
}

// offFile is named by the digest of the folder, so that any path fits.
func (e Env) offFile(folder string) string {
	sum := sha256.Sum256([]byte(folder))
	return filepath.Join(e.StateHome, "gitmem", "off", hex.EncodeToString(sum[:]))
}
