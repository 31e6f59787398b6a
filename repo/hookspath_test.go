package repo

import (
	"os/exec"
	"strings"
	"testing"
)

func gitSays(s *surroundings, folder string, args ...string) string {
	s.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = s.path(folder), s.gitEnvironment(s.Home)
	out, err := cmd.Output()
	if err != nil {
		s.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimRight(string(out), "\n")
}

func TestHooksPathIsReadByGit(t *testing.T) {
	for _, folder := range []string{"/plain/hooks", "/with space/hooks", `/with "quote" and \back/hooks`, "/with # and ;/hooks"} {
		s := newSurroundings(t)
		s.repository("app")
		common := s.path("app/.git")
		before := s.read("app/.git/config")
		if err := SetHooksPath(common, folder, 0); err != nil {
			t.Fatal(err)
		}
		if got := gitSays(s, "app", "rev-parse", "--git-path", "hooks"); got != folder {
			t.Errorf("git looks in %q, want %q", got, folder)
		}
		path, err := ReadHooksPath(common)
		if err != nil || path.Value != folder || !path.Own {
			t.Errorf("read %+v, %v", path, err)
		}
		if err := UnsetHooksPath(common, 0); err != nil {
			t.Fatal(err)
		}
		if after := s.read("app/.git/config"); after != before {
			t.Errorf("after set and unset: %q, was %q", after, before)
		}
	}
}

func TestHooksPathOfAPersonIsNotOurs(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	gitSays(s, "app", "config", "core.hooksPath", ".husky/_")
	path, err := ReadHooksPath(s.path("app/.git"))
	if err != nil || path.Value != ".husky/_" || path.Own {
		t.Errorf("read %+v, %v", path, err)
	}
}

func TestHooksFolderCountsEveryLayer(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	look := func(want string) {
		t.Helper()
		got, err := HooksFolder(s.path("app"), s.path("app/.git"), s.Env)
		if err != nil || got != want {
			t.Errorf("git looks in %q, %v; want %q", got, err, want)
		}
	}
	look(s.path("app/.git/hooks"))
	s.write("home/.gitconfig", "[core]\n\thooksPath = /global/hooks\n")
	look("/global/hooks")
	if err := SetHooksPath(s.path("app/.git"), s.path("app/.git/hooks"), 0); err != nil {
		t.Fatal(err)
	}
	look(s.path("app/.git/hooks"))
}
