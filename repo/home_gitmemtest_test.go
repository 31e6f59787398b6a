//go:build gitmemtest

package repo

import (
	"path/filepath"
	"testing"
)

func TestTestBuildTakesHomeAsAccountHome(t *testing.T) {
	home := t.TempDir()
	e := ReadEnv(func(name string) string { return map[string]string{"HOME": home, "USER": "ada"}[name] })
	if e.AccountHome != filepath.Clean(home) || e.Account != "ada" || e.UserConfig() != e.OwnConfig() {
		t.Errorf("%+v", e)
	}
}
