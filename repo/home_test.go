package repo

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestHomesOfEachPlatform(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("the paths are those of unix")
	}
	none := func(string) string { return "" }
	for _, c := range []struct{ goos, data, state, config string }{
		{"linux", "/h/.local/share", "/h/.local/state", "/h/.config"},
		{"freebsd", "/h/.local/share", "/h/.local/state", "/h/.config"},
		{"darwin", "/h/Library/Application Support", "/h/Library/Application Support", "/h/Library/Application Support"},
		{"windows", "/h/AppData/Local", "/h/AppData/Local", "/h/AppData/Roaming"},
	} {
		e := readEnv(c.goos, none, "ada", "/h")
		if e.DataHome != c.data || e.StateHome != c.state || e.ConfigHome != c.config || e.OwnConfigHome != c.config || e.Home != "/h" {
			t.Errorf("%s: %+v", c.goos, e)
		}
	}
}

// Variables move homes, but neither the account's own home nor the place of
// its own settings; a relative path in one is not obeyed.
func TestVariablesMoveHomes(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("the paths are those of unix")
	}
	vars := map[string]string{"HOME": "/other", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": "/c"}
	e := readEnv("linux", func(name string) string { return vars[name] }, "ada", "/h")
	if e.Home != "/other" || e.AccountHome != "/h" || e.DataHome != "/d" || e.StateHome != "/other/.local/state" ||
		e.UserConfig() != "/c/gitmem/config.yaml" || e.OwnConfig() != "/h/.config/gitmem/config.yaml" {
		t.Errorf("%+v", e)
	}
	vars = map[string]string{"HOME": "not/absolute"}
	if e := readEnv("linux", func(name string) string { return vars[name] }, "ada", "/h"); e.Home != "/h" {
		t.Errorf("home %s", e.Home)
	}
	vars = map[string]string{"APPDATA": "/roaming", "LOCALAPPDATA": "/local", "USERPROFILE": "/u"}
	if e := readEnv("windows", func(name string) string { return vars[name] }, "ada", "/h"); e.DataHome != "/local" || e.ConfigHome != "/roaming" || e.OwnConfigHome != "/h/AppData/Roaming" {
		t.Errorf("%+v", e)
	}
}

func TestUnknownAccountHasNoOwnSettings(t *testing.T) {
	e := readEnv("linux", func(name string) string { return map[string]string{"HOME": "/tmp/h"}[name] }, "", "")
	if e.AccountHome != "" || e.OwnConfig() != "" || filepath.ToSlash(e.UserConfig()) != "/tmp/h/.config/gitmem/config.yaml" {
		t.Errorf("%+v", e)
	}
}

// Without a home nothing is looked for relative to the working directory.
func TestWithoutHomeNothingIsFound(t *testing.T) {
	e := readEnv("linux", func(string) string { return "" }, "", "")
	dir := t.TempDir()
	t.Chdir(dir)
	for _, q := range []Query{{Dir: dir}, {Global: true}, {Store: dir}} {
		q.Env = e
		if _, err := Find(q); !errors.Is(err, ErrNoHome) {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if err := ChangeRegistry(e, 0, func(*Known) error { return nil }); !errors.Is(err, ErrNoHome) {
		t.Errorf("%v", err)
	}
}
