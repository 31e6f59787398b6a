//go:build gitmemtest

package repo

import "path/filepath"

// account takes HOME as the account's home, so that safety settings can be
// tested without touching the real ones. No other build does.
func account(getenv func(string) string) (name, home string) {
	for _, variable := range []string{"HOME", "USERPROFILE"} {
		if dir := getenv(variable); filepath.IsAbs(dir) {
			return getenv("USER"), filepath.Clean(dir)
		}
	}
	return getenv("USER"), ""
}
