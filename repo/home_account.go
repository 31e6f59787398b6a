//go:build !gitmemtest

package repo

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// account is the name and the home of the account that runs this process, as
// the system knows them. Variables are never asked: they are what an agent can
// change.
func account(func(string) string) (name, home string) {
	if runtime.GOOS == "windows" {
		return currentUser()
	}
	uid := strconv.Itoa(os.Getuid())
	if name, home = passwdEntry(uid); home == "" {
		if u, err := user.LookupId(uid); err == nil {
			name, home = u.Username, u.HomeDir
		}
	}
	if home == "" {
		name, home = getent(uid)
	}
	if !filepath.IsAbs(home) {
		return name, ""
	}
	return name, filepath.Clean(home)
}

// currentUser asks the process token, which knows the profile folder.
func currentUser() (name, home string) {
	u, err := user.Current()
	if err != nil {
		return "", ""
	}
	return u.Username[strings.LastIndexByte(u.Username, '\\')+1:], filepath.Clean(u.HomeDir)
}

// passwdEntry reads the file of accounts itself: through the C library the same
// answer can take a thousand times as long.
func passwdEntry(uid string) (name, home string) {
	data, err := os.ReadFile("/etc/passwd")
	if err != nil {
		return "", ""
	}
	for line := range strings.Lines(string(data)) {
		if name, home = passwdLine(line, uid); home != "" {
			return name, home
		}
	}
	return "", ""
}

func passwdLine(line, uid string) (name, home string) {
	fields := strings.Split(strings.TrimRight(line, "\n"), ":")
	if len(fields) < 7 || fields[2] != uid {
		return "", ""
	}
	return fields[0], fields[5]
}

// getent asks for accounts that no file lists, such as those of a directory
// server, in builds that do not use the C library.
func getent(uid string) (name, home string) {
	for _, program := range []string{"/usr/bin/getent", "/bin/getent"} {
		cmd := exec.Command(program, "passwd", uid)
		cmd.Env = []string{"LC_ALL=C"}
		if out, err := cmd.Output(); err == nil {
			return passwdLine(string(out), uid)
		}
	}
	return "", ""
}
