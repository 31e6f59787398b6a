package precommit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gitmem/repo"
	"gitmem/repo/durable"
	"gitmem/repo/gitdir"
)

// Hooks are those of one store's repository. All its working trees share them.
type Hooks struct {
	Worktree string // a working tree of the store
	Common   string // its common git directory
	Env      repo.Env
	Wait     time.Duration // for git's lock on its configuration
}

// Of gives the hooks of a store.
func Of(s *repo.Store, env repo.Env, wait time.Duration) Hooks {
	return Hooks{Worktree: s.Root, Common: s.Git.Common, Env: env, Wait: wait}
}

// Change is one step of Install or Uninstall, to be shown and to be done.
type Change struct {
	Says string // what it does, in one line
	do   func() error
}

// Do carries changes out, in order, up to the first error. What was done
// stays done; planning again gives the rest.
func Do(changes []Change) error {
	for _, c := range changes {
		if err := c.do(); err != nil {
			return err
		}
	}
	return nil
}

// Folder is where our hooks lie.
func (h Hooks) Folder() string { return filepath.Join(h.Common, "hooks") }

// PlanInstall says what has to change so that commits in the store are checked
// by the program at an absolute path; nothing where all is as it should be.
//
// Errors: *ForeignPathError where a person has set core.hooksPath for this
// repository; *OccupiedError; those of the file system.
func (h Hooks) PlanInstall(program string) ([]Change, error) {
	path, err := repo.ReadHooksPath(h.Common)
	if err != nil {
		return nil, err
	}
	if path.Value != "" && !path.Own && !gitdir.SameFolder(path.Value, h.Folder()) {
		return nil, &ForeignPathError{Config: filepath.Join(h.Common, "config"), Value: path.Value}
	}
	if info, err := os.Lstat(h.Folder()); err == nil && !info.IsDir() {
		return nil, &OccupiedError{Path: h.Folder(), Reason: "is no folder, and links are not followed; move it away"}
	}
	var plan []Change
	for _, name := range names {
		steps, err := h.planHook(name, script(name, program))
		if err != nil {
			return nil, err
		}
		plan = append(plan, steps...)
	}
	if path.Value != h.Folder() || !path.Own {
		plan = append(plan, Change{
			Says: "set core.hooksPath of this store to " + h.Folder() + ", so that no other setting switches its hooks off",
			do:   func() error { return repo.SetHooksPath(h.Common, h.Folder(), h.Wait) },
		})
	}
	return plan, nil
}

// planHook writes one hook; a foreign one is moved aside first.
func (h Hooks) planHook(name string, text []byte) ([]Change, error) {
	found, err := h.look(h.Folder(), name)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(h.Folder(), name)
	var plan []Change
	if found.State == Foreign {
		if found.Chained {
			return nil, &OccupiedError{Path: path, Reason: "is not gitmem's, and " + name + chainedSuffix + " is there already; keep one of the two"}
		}
		plan = append(plan, Change{
			Says: fmt.Sprintf("keep the hook that is there as %s%s; it is called first", name, chainedSuffix),
			do:   func() error { return os.Rename(path, path+chainedSuffix) },
		})
	}
	if found.State != Ours || !found.Executable || !bytes.Equal(found.text, text) {
		plan = append(plan, Change{Says: "write " + path, do: func() error { return writeHook(path, text) }})
	}
	return plan, nil
}

// writeHook replaces our hook, or makes it, in one step.
func writeHook(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := durable.Replace(path, text, 0o755); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

// PlanUninstall says what has to change so that the hooks are as they were
// before. A hook that is not ours stays, and so does a core.hooksPath that a
// person set.
func (h Hooks) PlanUninstall() ([]Change, error) {
	var plan []Change
	for _, name := range names {
		found, err := h.look(h.Folder(), name)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(h.Folder(), name)
		if found.State == Ours {
			plan = append(plan, Change{Says: "delete " + path, do: func() error { return os.Remove(path) }})
		}
		if found.Chained && found.State != Foreign {
			plan = append(plan, Change{
				Says: fmt.Sprintf("put %s%s back as %s", name, chainedSuffix, name),
				do:   func() error { return os.Rename(path+chainedSuffix, path) },
			})
		}
	}
	path, err := repo.ReadHooksPath(h.Common)
	if err == nil && path.Own {
		plan = append(plan, Change{
			Says: "unset core.hooksPath of this store",
			do:   func() error { return repo.UnsetHooksPath(h.Common, h.Wait) },
		})
	}
	return plan, err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
