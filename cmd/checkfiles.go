package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// checkNamed checks files by name, in stores or anywhere. One that is not there
// keeps no other from being checked.
func (a *app) checkNamed(o checkOptions) error {
	var k checked
	var missing []error
	for _, name := range o.files {
		if err := checkable(name, a.abs(name)); err != nil {
			missing = append(missing, err)
			continue
		}
		problems, err := a.checkFile(name, o.requireStore)
		if err != nil {
			return err
		}
		k.add(problems)
	}
	if err := a.report(k.problems); err != nil {
		for _, m := range missing {
			a.tell("%s", visibleName(m.Error()))
		}
		return err
	}
	return errors.Join(missing...)
}

func (a *app) checkFile(name string, requireStore bool) ([]candidates.Problem, error) {
	full := a.abs(name)
	d, err := a.deskAround(full)
	if (isNoStore(err) || errors.Is(err, fs.ErrNotExist)) && !requireStore {
		data, err := readFile(name, full)
		if err != nil {
			return unreadable(name, err), nil
		}
		return candidates.Check{}.File(filepath.ToSlash(name), data), nil
	}
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(d.Store.Root, realPath(full))
	if err != nil {
		return nil, err
	}
	data, err := d.Store.Read(filepath.ToSlash(rel))
	if err != nil {
		return unreadable(name, err), nil
	}
	rules, err := d.Checker()
	if err != nil {
		return nil, err
	}
	return rules.File(filepath.ToSlash(rel), data), nil
}

// checkable refuses what is not there, and a folder.
func checkable(name, full string) error {
	info, err := os.Lstat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: %w", name, errNotPlain)
	}
	return nil
}

// deskAround opens the store in whose folder a file lies; ErrNoStore for a
// file that lies in none.
func (a *app) deskAround(full string) (*candidates.Desk, error) {
	q := repo.Query{Dir: filepath.Dir(full), Env: a.env}
	var found repo.Found
	var err error
	if a.globals.store != "" || a.globals.global {
		found, err = a.found(false)
	} else {
		found, err = repo.Find(q)
	}
	if err != nil {
		return nil, err
	}
	if rel, err := filepath.Rel(found.Root, realPath(full)); err != nil || !filepath.IsLocal(rel) {
		return nil, &repo.NoStoreError{Dir: full}
	}
	return a.deskFound(found)
}

// realPath resolves the links of a file's folder, not the file itself.
func realPath(full string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(full))
	if err != nil {
		return full
	}
	return filepath.Join(folder, filepath.Base(full))
}

// readFile reads a file of no store, within the bound of all files.
func readFile(name, full string) ([]byte, error) {
	info, err := os.Stat(full)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > memfile.MaxFile {
		return nil, &memfile.Fault{Path: name, Rule: memfile.RuleSize, Message: "no plain file, or larger than 1 MiB"}
	}
	return os.ReadFile(full)
}

func unreadable(name string, err error) []candidates.Problem {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	message := strings.TrimPrefix(err.Error(), name+": ")
	return []candidates.Problem{{Fault: &memfile.Fault{Path: filepath.ToSlash(name), Rule: "unreadable", Message: message}}}
}
