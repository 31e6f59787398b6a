//go:build !gitmemtest && unix

package repo

import (
	"os/user"
	"testing"
)

// HOME says nothing of the account's own home.
func TestAccountHomeIsNotTakenFromVariables(t *testing.T) {
	t.Setenv("HOME", "/nowhere")
	t.Setenv("USER", "nobody-else")
	u, err := user.Current()
	if err != nil {
		t.Skip("this account is not listed:", err)
	}
	known, err := user.LookupId(u.Uid)
	if err != nil {
		t.Skip("this account is not listed:", err)
	}
	e := ReadEnv(func(name string) string { return map[string]string{"HOME": "/nowhere"}[name] })
	if e.AccountHome != known.HomeDir || e.Account != known.Username || e.Home != "/nowhere" {
		t.Errorf("%+v", e)
	}
}

func TestPasswdLine(t *testing.T) {
	for line, want := range map[string]string{
		"ada:x:1000:1000:Ada,,,:/home/ada:/bin/sh\n": "/home/ada",
		"ada:x:1001:1000::/home/ada:/bin/sh\n":       "",
		"ada:x:1000\n":                               "",
		"# comment\n":                                "",
		"":                                           "",
	} {
		if _, home := passwdLine(line, "1000"); home != want {
			t.Errorf("%q: %q", line, home)
		}
	}
}
