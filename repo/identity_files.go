package repo

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// askGitTimeout bounds a git process that only lists configuration.
const askGitTimeout = 5 * time.Second

// configFileVariables choose git's configuration files. Of
// all GIT_* they alone are obeyed, and only for who the person is: they are
// how a person, or a test, says where their configuration lies.
var configFileVariables = [...]string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"}

// gitConfigFiles are the files that git reads for an account, in its order: the
// later wins.
func (e Env) gitConfigFiles() []string {
	files := e.systemConfigFiles()
	if global := e.getenv("GIT_CONFIG_GLOBAL"); global != "" {
		return append(files, global)
	}
	if e.Home == "" {
		return files
	}
	config := xdg(e.getenv, "XDG_CONFIG_HOME", filepath.Join(e.Home, ".config"))
	return append(files, filepath.Join(config, "git", "config"), filepath.Join(e.Home, ".gitconfig"))
}

// systemConfigFiles are where the usual builds of git look.
func (e Env) systemConfigFiles() []string {
	if gitBool(e.getenv("GIT_CONFIG_NOSYSTEM")) {
		return nil
	}
	if system := e.getenv("GIT_CONFIG_SYSTEM"); system != "" {
		return []string{system}
	}
	switch runtime.GOOS {
	case "windows":
		programs := xdg(e.getenv, "ProgramFiles", `C:\Program Files`)
		return []string{filepath.Join(programs, "Git", "etc", "gitconfig")}
	case "darwin":
		return []string{
			"/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
			"/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig", "/etc/gitconfig",
		}
	default:
		return []string{"/etc/gitconfig"}
	}
}

// askGit lets git list its configuration with all includes.
func askGit(gitDir, home string, env Env) (personConfig, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askGitTimeout)
	defer cancel()
	if gitDir == "" {
		gitDir = os.DevNull // otherwise git would look for a repository around it
	}
	cmd := exec.CommandContext(ctx, "git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
		"--git-dir="+gitDir, "config", "--includes", "--list", "-z", "--show-scope")
	cmd.Env = env.gitEnvironment(home)
	cmd.Dir = home
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return personConfig{}, err
	}
	return parseListing(out.String())
}

// gitEnvironment is what a git process of ours gets to see: nothing of a
// caller's GIT_*, but where the person's configuration lies.
func (e Env) gitEnvironment(home string) []string {
	environment := []string{"HOME=" + home, "LC_ALL=C"}
	for _, name := range append([]string{"PATH", "XDG_CONFIG_HOME", "SYSTEMROOT", "USERPROFILE"}, configFileVariables[:]...) {
		if value := e.getenv(name); value != "" {
			environment = append(environment, name+"="+value)
		}
	}
	return environment
}

// parseListing reads pairs of a scope and "name\nvalue", each ended by a NUL.
func parseListing(listing string) (personConfig, error) {
	var c personConfig
	parts := strings.Split(strings.TrimSuffix(listing, "\x00"), "\x00")
	if len(parts)%2 != 0 {
		return c, errors.New("git config --list: odd output")
	}
	for i := 0; i < len(parts); i += 2 {
		name, value, found := strings.Cut(parts[i+1], "\n")
		if !found {
			value = "true"
		}
		v := configVariable{name: name, value: value}
		switch parts[i] {
		case "system", "global":
			c.user = append(c.user, v)
		case "local", "worktree":
			c.store = append(c.store, v)
		}
	}
	return c, nil
}
