package precommit_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/hooks/precommit"
)

func (d *desk) hooks() precommit.Hooks {
	return precommit.Hooks{Worktree: d.root, Common: d.path(".git"), Env: d.env()}
}

func (d *desk) install(program string) []precommit.Change {
	d.Helper()
	plan, err := d.hooks().PlanInstall(program)
	if err == nil {
		err = precommit.Do(plan)
	}
	if err != nil {
		d.Fatal(err)
	}
	return plan
}

func (d *desk) uninstall() {
	d.Helper()
	plan, err := d.hooks().PlanUninstall()
	if err == nil {
		err = precommit.Do(plan)
	}
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) active() bool {
	d.Helper()
	s, err := d.hooks().Look()
	if err != nil {
		d.Fatal(err)
	}
	if s.Active != (s.Reason == "") {
		d.Errorf("active %t and reason %q", s.Active, s.Reason)
	}
	return s.Active
}

// program makes an executable that notes how it was called and ends so.
func (d *desk) program(name string, code string) string {
	d.Helper()
	path := d.path("../bin/" + name)
	d.write("../bin/"+name, "#!/bin/sh\necho \""+name+" $*\" >> '"+d.path("../calls")+"'\nexit "+code+"\n")
	if err := os.Chmod(path, 0o755); err != nil {
		d.Fatal(err)
	}
	return path
}

func (d *desk) calls() string {
	data, _ := os.ReadFile(d.path("../calls"))
	os.Remove(d.path("../calls"))
	return string(data)
}

func (d *desk) commit(dir string) error {
	d.Helper()
	_, err := d.tryGit("-C", dir, "commit", "-q", "--allow-empty", "-m", "by hand")
	return err
}

func TestInstallTwiceChangesNothing(t *testing.T) {
	d := newDesk(t)
	if d.active() {
		t.Error("active before it was installed")
	}
	if plan := d.install(d.program("it's mine", "0")); len(plan) == 0 {
		t.Error("nothing to do")
	}
	if !d.active() {
		t.Error("not active")
	}
	if plan := d.install(d.path("../bin/it's mine")); len(plan) != 0 {
		t.Errorf("again: %v", plan)
	}
	if err := d.commit("."); err != nil || d.calls() != "it's mine check --staged --require-store\n" {
		t.Errorf("the program was not called: %v", err)
	}
	s, err := d.hooks().Look()
	if err != nil || s.Hooks[0].Program != d.path("../bin/it's mine") {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestRefusalStopsTheCommitInEveryWorkingTree(t *testing.T) {
	d := newDesk(t)
	d.git("worktree", "add", "-q", "../linked", "-b", "side")
	d.install(d.program("gitmem", "5"))
	for _, dir := range []string{".", "../linked"} {
		if err := d.commit(dir); err == nil {
			t.Errorf("%s: the commit was made", dir)
		}
		if !strings.Contains(d.calls(), "check --staged") {
			t.Errorf("%s: the hook did not run", dir)
		}
	}
}

func TestGlobalHooksPathDoesNotSwitchItOff(t *testing.T) {
	d := newDesk(t)
	d.git("config", "--global", "core.hooksPath", d.path("../elsewhere"))
	d.install(d.program("gitmem", "5"))
	if !d.active() || d.commit(".") == nil {
		t.Error("the hook is switched off")
	}
}

func TestLocalHooksPathOfAPersonIsRefused(t *testing.T) {
	d := newDesk(t)
	d.git("config", "core.hooksPath", ".husky/_")
	var foreign *precommit.ForeignPathError
	if _, err := d.hooks().PlanInstall("/bin/gitmem"); !errors.As(err, &foreign) || foreign.Value != ".husky/_" {
		t.Errorf("%v", err)
	}
	if d.active() {
		t.Error("active")
	}
	d.uninstall()
	if got := d.git("config", "core.hooksPath"); got != ".husky/_" {
		t.Errorf("uninstall changed it to %q", got)
	}
}

func TestForeignHookIsChainedAndPutBack(t *testing.T) {
	d := newDesk(t)
	hook := ".git/hooks/pre-commit"
	foreign := "#!/bin/sh\necho foreign >> '" + d.path("../calls") + "'\n"
	d.write(hook, foreign)
	if err := os.Chmod(d.path(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	d.install(d.program("gitmem", "0"))
	if err := d.commit("."); err != nil || d.calls() != "foreign\ngitmem check --staged --require-store\n" {
		t.Errorf("the order of the two hooks: %v", err)
	}
	d.write(hook+".chained", foreign+"exit 3\n")
	if err := d.commit("."); err == nil || d.calls() != "foreign\n" {
		t.Errorf("its refusal does not count: %v", err)
	}
	d.write(hook+".chained", foreign)
	d.uninstall()
	if data, _ := os.ReadFile(d.path(hook)); string(data) != foreign {
		t.Errorf("put back: %q", data)
	}
	if d.active() {
		t.Error("still active")
	}
	if err := d.commit("."); err != nil || d.calls() != "foreign\n" {
		t.Errorf("after uninstall: %v", err)
	}
}

func TestForeignHookOverOurs(t *testing.T) {
	d := newDesk(t)
	d.write(".git/hooks/pre-commit.chained", "#!/bin/sh\n")
	d.write(".git/hooks/pre-commit", "#!/bin/sh\n# another one\n")
	var occupied *precommit.OccupiedError
	if _, err := d.hooks().PlanInstall("/bin/gitmem"); !errors.As(err, &occupied) {
		t.Errorf("%v", err)
	}
	d.uninstall()
	if data, _ := os.ReadFile(d.path(".git/hooks/pre-commit")); string(data) != "#!/bin/sh\n# another one\n" {
		t.Errorf("uninstall changed a foreign hook: %q", data)
	}
}

func TestHooksFolderThatIsALink(t *testing.T) {
	d := newDesk(t)
	os.RemoveAll(d.path(".git/hooks"))
	if err := os.Symlink(d.path("../elsewhere"), d.path(".git/hooks")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	var occupied *precommit.OccupiedError
	if _, err := d.hooks().PlanInstall("/bin/gitmem"); !errors.As(err, &occupied) {
		t.Errorf("%v", err)
	}
}

func TestMovedStoreIsInactiveUntilInstalledAgain(t *testing.T) {
	d := newDesk(t)
	program := d.program("gitmem", "5")
	d.install(program)
	moved := filepath.Join(filepath.Dir(d.root), "moved")
	if err := os.Rename(d.root, moved); err != nil {
		t.Fatal(err)
	}
	d.root = moved
	if d.active() {
		t.Error("active, though git looks in the old place")
	}
	d.install(program)
	if !d.active() || d.commit(".") == nil {
		t.Error("not active after it was installed again")
	}
}

func TestHookThatMayNotRunIsInactive(t *testing.T) {
	d := newDesk(t)
	d.install(d.program("gitmem", "5"))
	if err := os.Chmod(d.path(".git/hooks/pre-commit"), 0o644); err != nil {
		t.Fatal(err)
	}
	if d.active() {
		t.Error("active")
	}
	d.install(d.path("../bin/gitmem"))
	if !d.active() {
		t.Error("install does not make it executable again")
	}
}

func TestProgramThatIsGone(t *testing.T) {
	d := newDesk(t)
	d.install(d.path("../bin/none"))
	d.vars["PATH"] = d.path("../bin") + string(os.PathListSeparator) + d.vars["PATH"]
	out, err := d.tryGit("commit", "-q", "--allow-empty", "-m", "x")
	if err == nil || !strings.Contains(out, "cannot be checked and is refused") || !strings.Contains(out, "hint:") {
		t.Errorf("%q, %v", out, err)
	}
	d.program("gitmem", "0")
	if err := d.commit("."); err != nil || d.calls() == "" {
		t.Errorf("the program in PATH is not used: %v", err)
	}
}
