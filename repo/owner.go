package repo

import (
	"fmt"
	"path/filepath"
	"strings"
)

// OwnerError refuses a store that belongs to another account, whose settings
// and text would be obeyed.
type OwnerError struct {
	Path  string
	Owner string // name or number of the account
}

func (e *OwnerError) Error() string {
	return fmt.Sprintf("%s: refused: it is owned by %s, not by you", e.Path, e.Owner)
}

// CheckOwner refuses a store that another account owns, the folder or its git
// directory, unless the person's own git configuration lists it as
// safe.directory. The error is an *OwnerError; a hint is
// `git config --global --add safe.directory <path>`.
func CheckOwner(root string, env Env) error {
	for _, path := range []string{root, filepath.Join(root, ".git")} {
		owner, err := ownerOf(path)
		if err != nil {
			if path == root {
				return err
			}
			continue // no git directory: Open says so
		}
		if !owner.isSelf() && !safeDirectory(root, env) {
			return &OwnerError{Path: path, Owner: owner.String()}
		}
	}
	return nil
}

// safeDirectory asks the account's own configuration and the system's. What
// variables point to does not count, nor what the store itself says.
func safeDirectory(root string, env Env) bool {
	safe := false
	for _, value := range ownGitConfig(env).all("safe.directory") {
		switch {
		case value == "":
			safe = false // an empty value forgets those before it
		case value == "*":
			safe = true
		default:
			safe = safe || covers(value, root, env)
		}
	}
	return safe
}

func covers(value, root string, env Env) bool {
	if rest, ok := strings.CutPrefix(value, "~/"); ok {
		value = filepath.Join(env.AccountHome, rest)
	}
	if folder, ok := strings.CutSuffix(value, "/*"); ok {
		return filepath.IsAbs(folder) && isBelow(canonical(folder), canonical(root))
	}
	return filepath.IsAbs(value) && canonical(value) == canonical(root)
}
