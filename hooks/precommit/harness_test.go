package precommit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/hooks/precommit"
	"gitmem/repo"
)

// desk is a store on disk, made with git alone, and the git that commits in it.
type desk struct {
	*testing.T
	root string
	vars map[string]string
}

const storeYAML = `gitmem: store/1
id: g00000000000000aa
name: app
scope: project
created: 2026-01-02T03:04:05Z
`

func newDesk(t *testing.T) *desk {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not in PATH")
	}
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "home")
	d := &desk{T: t, root: filepath.Join(top, "store"), vars: map[string]string{
		"HOME": home, "USERPROFILE": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": filepath.Join(home, ".gitconfig"),
		"PATH": os.Getenv("PATH"), "SYSTEMROOT": os.Getenv("SYSTEMROOT"),
	}}
	d.write("../home/.gitconfig", "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n")
	d.write("store.yaml", storeYAML)
	d.write("MEMORY.md", "# Project memory\n\n- Use pnpm.\n")
	d.git("init", "-q")
	d.git("add", ".")
	d.git("commit", "-qm", "first")
	return d
}

func (d *desk) env() repo.Env {
	env := repo.ReadEnv(func(name string) string { return d.vars[name] })
	env.AccountHome = d.vars["HOME"]
	return env
}

func (d *desk) path(rel string) string { return filepath.Join(d.root, filepath.FromSlash(rel)) }

func (d *desk) write(rel, text string) {
	d.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(rel)), 0o755); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(d.path(rel), []byte(text), 0o644); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) git(args ...string) string {
	d.Helper()
	out, err := d.tryGit(args...)
	if err != nil {
		d.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (d *desk) tryGit(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = d.root
	for name, value := range d.vars {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	return strings.TrimRight(string(out), "\n"), err
}

func (d *desk) open(dir string) *precommit.Commit {
	d.Helper()
	c, err := precommit.Open(dir, d.env())
	if err != nil {
		d.Fatal(err)
	}
	return c
}

func (d *desk) check() precommit.Report {
	d.Helper()
	r, err := d.open(d.root).Check(candidates.Check{Scope: "project", Cap: 3000})
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// told gives "path rule" of each problem.
func told(r precommit.Report) string {
	var lines []string
	for _, p := range r.Problems {
		lines = append(lines, p.Path+" "+p.Rule)
	}
	return strings.Join(lines, "\n")
}

func (d *desk) wantTold(want string) {
	d.Helper()
	if got := told(d.check()); got != want {
		d.Errorf("problems:\n%s\nwant:\n%s", got, want)
	}
}

// secret is a token that no service ever gave out.
const secret = "ghp_" + "1b3e5a7c9d2f4b6a8c0e1d3f5a7b9c2d4e6f"
