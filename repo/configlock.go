package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gitmem/memfile"
	"gitmem/repo/durable"
	"gitmem/repo/gitdir"
)

// bindingPoll is how often a busy lock is tried again.
const bindingPoll = 10 * time.Millisecond

// editConfig changes a git configuration file under git's own lock: config.lock
// is made, filled, synced and renamed. Only the named variables may change.
func editConfig(common string, names []string, wait time.Duration, edit func(*gitConfigFile) string) error {
	path := filepath.Join(common, "config")
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // git locks and replaces the file that a link names
	}
	lock, err := lockConfig(path, wait)
	if err != nil {
		return err
	}
	changed, err := fillLock(lock, path, names, edit)
	if err == nil && changed {
		err = os.Rename(lock.Name(), path)
	}
	if err != nil || !changed {
		return errors.Join(err, os.Remove(lock.Name()))
	}
	return durable.SyncFolder(filepath.Dir(path))
}

func lockConfig(path string, wait time.Duration) (*os.File, error) {
	name := path + ".lock"
	for deadline := time.Now().Add(wait); ; time.Sleep(bindingPoll) {
		lock, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			return lock, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("git configuration: %w", err)
		}
		if time.Now().After(deadline) {
			return nil, &gitdir.LockedError{Path: name, Owner: "git", Age: ageOf(name)}
		}
	}
}

func ageOf(path string) time.Duration {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	return time.Since(info.ModTime())
}

// fillLock reads the file, which nobody else may change now, and writes its
// successor into the lock. The lock is closed in any case.
func fillLock(lock *os.File, path string, names []string, edit func(*gitConfigFile) string) (changed bool, err error) {
	defer func() { err = errors.Join(err, lock.Close()) }()
	file, err := readGitConfig(path)
	if err != nil {
		return false, err
	}
	text := edit(file)
	if text == file.text {
		return false, nil
	}
	if err := editedOnly(names, path, file, text); err != nil {
		return false, err
	}
	if info, err := os.Stat(path); err == nil {
		if err := os.Chmod(lock.Name(), info.Mode().Perm()); err != nil {
			return false, err
		}
	}
	if _, err := lock.WriteString(text); err != nil {
		return false, err
	}
	return true, lock.Sync()
}

// editedOnly proves an edit before it is published: every variable but the
// named ones is read as before.
func editedOnly(names []string, path string, before *gitConfigFile, text string) error {
	after, err := parseGitConfig(path, text)
	if err == nil && slices.Equal(before.others(names), after.others(names)) {
		return nil
	}
	return &memfile.Fault{
		Path: path, Rule: "gitconfig", Message: "cannot be changed without changing other settings",
		Hint: "run `git config " + names[0] + "` yourself in the project",
	}
}

// others are the names and values of all variables but the named ones.
func (f *gitConfigFile) others(names []string) []string {
	var list []string
	for _, v := range f.variables {
		if !slices.Contains(names, v.name) {
			list = append(list, v.name+"\n"+v.value)
		}
	}
	return list
}
