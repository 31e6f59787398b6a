package settings_test

import (
	"testing"

	"gitmem/hooks/agent/settings"
)

func TestOwnHooksAreTold(t *testing.T) {
	for command, own := range map[string]bool{
		"gitmem hook claude-code Stop || exit 0":                                true,
		"command -v gitmem >/dev/null 2>&1 && gitmem hook codex Stop || exit 0": true,
		"'/opt/my tools/gitmem' hook codex SessionEnd || exit 0":                true,
		`"C:\Program Files\gitmem.exe" hook claude-code Stop`:                   true,
		`cmd /c "where gitmem >nul 2>nul && gitmem hook codex Stop || exit 0"`:  true,
		"/usr/local/bin/gitmem hook claude-code PreCompact":                     true,
		"notify-send 'the gitmem hook ran'":                                     false,
		"mygitmem hook claude-code Stop":                                        false,
		"gitmem hooks install":                                                  false,
		"gitmem status":                                                         false,
		"":                                                                      false,
	} {
		if got := settings.CallsHook(command); got != own {
			t.Errorf("%s: %v, want %v", command, got, own)
		}
	}
}
