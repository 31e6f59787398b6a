package repo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gitmem/repo"
)

func TestOffIsOneLineOfTheProjectsGit(t *testing.T) {
	env := home()
	t.Cleanup(func() { os.RemoveAll(env.Home) })
	dir := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Skipf("git is needed: %v %s", err, out)
	}
	config := filepath.Join(dir, ".git", "config")
	before, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	project := projectOf(t, filepath.Join(dir, "sub"), env)
	offIs(t, project, env, false)
	setOff(t, project, env, true)
	offIs(t, project, env, true)
	if out, err := exec.Command("git", "-C", dir, "config", "--type=bool", "gitmem.off").Output(); err != nil || string(out) != "true\n" {
		t.Errorf("git reads %q, %v", out, err)
	}
	setOff(t, project, env, false)
	offIs(t, project, env, false)
	if after, _ := os.ReadFile(config); string(after) != string(before) {
		t.Errorf("got %q, want %q", after, before)
	}
	if err := os.WriteFile(config, append(before, "[gitmem]\n\toff\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	offIs(t, project, env, true)
}

func TestOffOfAFolderWithoutGitCountsBelowIt(t *testing.T) {
	env := home()
	t.Cleanup(func() { os.RemoveAll(env.Home) })
	dir := t.TempDir()
	below := filepath.Join(dir, "sub")
	if err := os.Mkdir(below, 0o755); err != nil {
		t.Fatal(err)
	}
	project, inner := projectOf(t, dir, env), projectOf(t, below, env)
	setOff(t, project, env, true)
	offIs(t, project, env, true)
	offIs(t, inner, env, true)
	offIs(t, projectOf(t, t.TempDir(), env), env, false)
	setOff(t, inner, env, false)
	offIs(t, project, env, false)
	offIs(t, repo.Project{}, env, false)
}

func projectOf(t *testing.T, dir string, env repo.Env) repo.Project {
	t.Helper()
	p, err := repo.FindProject(dir, env)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func setOff(t *testing.T, p repo.Project, env repo.Env, off bool) {
	t.Helper()
	if err := repo.SetOff(p, off, env, time.Second); err != nil {
		t.Fatal(err)
	}
}

func offIs(t *testing.T, p repo.Project, env repo.Env, want bool) {
	t.Helper()
	if off, err := repo.IsOff(p, env); err != nil || off != want {
		t.Errorf("%s: off is %v, %v, want %v", p.Folder, off, err, want)
	}
}
