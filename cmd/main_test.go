package cmd_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gitmem/candidates"
	"gitmem/cmd"
	"gitmem/repo"
)

// TestMain runs the tests in surroundings of their own, or, where this binary
// was started under the name of a program, is that.
func TestMain(m *testing.M) {
	programs := map[string]func(){"gitmem": func() { os.Exit(cmd.Main(os.Args[1:], streams())) }, "holder": holder}
	if name := filepath.Base(os.Args[0]); programs[strings.TrimSuffix(name, ".exe")] == nil {
		dir, err := os.MkdirTemp("", "gitmem-cmd-")
		if err != nil {
			panic(err)
		}
		enter(dir)
	}
	testscript.Main(m, programs)
}

// streams are those of the process; HOME is taken as the account's home, so
// that safety settings can be tested without touching the real ones.
func streams() cmd.Streams {
	s := cmd.Standard()
	env := repo.ReadEnv(os.Getenv)
	env.AccountHome, env.OwnConfigHome = env.Home, ""
	s.Env, s.Now = &env, ticking(env.Home)
	return s
}

// ticking is a clock that goes on by a second or more whenever it is asked, in
// every process below a home, so that what came first is older. GITMEM_NOW
// sets it to a time.
func ticking(home string) func() time.Time {
	start := time.Now()
	if at, err := time.Parse(time.RFC3339, os.Getenv("GITMEM_NOW")); err == nil {
		start = at
	}
	return func() time.Time {
		ticks, err := os.OpenFile(filepath.Join(home, ".ticks"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return start
		}
		defer ticks.Close()
		_, _ = ticks.WriteString("x")
		n, _ := ticks.Seek(0, io.SeekEnd)
		return start.Add(time.Duration(n) * time.Second)
	}
}

// surroundings are the variables of a person who works below dir and has a
// git identity there; dir is made. Nothing of the real person is in them.
func surroundings(dir string) (map[string]string, error) {
	home := filepath.Join(dir, "home")
	gitconfig := filepath.Join(home, ".gitconfig")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(gitconfig, []byte(gitSettings), 0o644); err != nil {
		return nil, err
	}
	return map[string]string{
		"HOME": home, "USERPROFILE": home, "USER": "ada",
		"XDG_DATA_HOME": filepath.Join(home, ".local", "share"), "XDG_STATE_HOME": filepath.Join(home, ".local", "state"),
		"XDG_CONFIG_HOME": filepath.Join(home, ".config"), "XDG_CACHE_HOME": filepath.Join(home, ".cache"),
		"GIT_CONFIG_GLOBAL": gitconfig, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
		"TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "dumb", "VISUAL": "", "EDITOR": "", "NO_COLOR": "",
	}, nil
}

const gitSettings = `[user]
	name = Ada Lovelace
	email = ada@example.org
[init]
	defaultBranch = main
[advice]
	detachedHead = false
[gc]
	auto = 0
[maintenance]
	auto = false
`

// enter puts this process into surroundings and takes everything away that
// could reach it from those of the person who runs the tests.
func enter(dir string) {
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "GITMEM_") || strings.HasPrefix(name, "XDG_") {
			os.Unsetenv(name)
		}
	}
	for mark, ok := candidates.FindMark(os.Environ()); ok; mark, ok = candidates.FindMark(os.Environ()) {
		os.Unsetenv(mark.Variable)
	}
	vars, err := surroundings(dir)
	if err != nil {
		panic(err)
	}
	for name, value := range vars {
		os.Setenv(name, value)
	}
}
