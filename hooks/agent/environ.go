package agent

import (
	"runtime"
	"slices"
	"strings"
)

// needed are the variables that a runner gets: those that say where things are
// and who the account is, and those by which a program of the person's that
// prints a key finds its agent. A star at the end stands for any rest.
var needed = []string{
	"HOME", "USER", "LOGNAME", "PATH", "SHELL", "LANG", "LC_*", "TZ", "TMPDIR", "XDG_*", "GITMEM_*",
	"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
	"SSH_AUTH_SOCK", "GNUPGHOME", "PASSWORD_STORE_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY",
	"USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "SYSTEMROOT", "SYSTEMDRIVE",
	"WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP",
}

// Environ is what a runner needs of an environment, and the variables that
// are named besides, such as those that hold a model's key. What an agent set
// for its own commands is not among it.
func Environ(environ []string, besides ...string) []string {
	var kept []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if slices.Contains(besides, name) || isNeeded(name) {
			kept = append(kept, entry)
		}
	}
	return kept
}

// isNeeded compares as the systems do: proxies are read in both cases, and
// Windows knows no case.
func isNeeded(name string) bool {
	upper := strings.ToUpper(name)
	if upper != name && !strings.HasSuffix(upper, "_PROXY") && runtime.GOOS != "windows" {
		return false
	}
	return slices.ContainsFunc(needed, func(n string) bool {
		prefix, any := strings.CutSuffix(n, "*")
		return upper == n || any && strings.HasPrefix(upper, prefix)
	})
}
