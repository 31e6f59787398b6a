package repo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func (s *surroundings) make(rel string, p ProjectStore) (Found, bool, error) {
	s.Helper()
	project, err := FindProject(s.path(rel), s.Env)
	if err != nil {
		s.Fatal(err)
	}
	p.Project = project
	return MakeProjectStore(context.Background(), p, Options{Env: s.Env})
}

func TestMakeProjectStore(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	found, made, err := s.make("app", ProjectStore{})
	if err != nil || !made || found.How != Bound {
		t.Fatalf("%+v %t %v", found, made, err)
	}
	if want := s.ProjectRoot("app", found.ID); found.Root != want {
		t.Errorf("root %s, want %s", found.Root, want)
	}
	again, made, err := s.make("app", ProjectStore{})
	if err != nil || made || again.ID != found.ID || again.Root != found.Root || again.Unrecorded || again.Foreign {
		t.Errorf("again: %+v %t %v", again, made, err)
	}
	if got := gitSays(s, "app", "status", "--porcelain", "--ignored"); got != "" {
		t.Errorf("the project's git sees %q", got)
	}
	if got := gitSays(s, "app", "config", "gitmem.store"); got != string(found.ID) {
		t.Errorf("bound to %q", got)
	}
}

func TestMakeProjectStoreWithoutGit(t *testing.T) {
	s := newSurroundings(t)
	s.mkdir("plain/below")
	found, made, err := s.make("plain", ProjectStore{Name: "My Notes"})
	if err != nil || !made || found.How != Registered || !strings.Contains(found.Root, "my-notes-g") {
		t.Fatalf("%+v %t %v", found, made, err)
	}
	below, made, err := s.make("plain/below", ProjectStore{})
	if err != nil || made || below.ID != found.ID {
		t.Errorf("below: %+v %t %v", below, made, err)
	}
}

func TestMakeProjectStoreOnceAmongMany(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	var wg sync.WaitGroup
	roots := make([]string, 8)
	for i := range roots {
		wg.Go(func() {
			found, _, err := s.make("app", ProjectStore{})
			if err != nil {
				t.Error(err)
			}
			roots[i] = found.Root
		})
	}
	wg.Wait()
	stores, err := os.ReadDir(s.ProjectsRoot())
	if err != nil || len(stores) != 1 {
		t.Fatalf("%d stores, %v", len(stores), err)
	}
	for _, root := range roots {
		if filepath.Base(root) != stores[0].Name() {
			t.Errorf("one was told %s", root)
		}
	}
}

func TestMakeProjectStoreNotOverOneThatIsGone(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	if err := Bind(s.path("app/.git"), idA, 0); err != nil {
		t.Fatal(err)
	}
	var gone *NoStoreError
	if _, _, err := s.make("app", ProjectStore{}); !errors.As(err, &gone) || gone.ID != idA {
		t.Fatalf("%v", err)
	}
	found, made, err := s.make("app", ProjectStore{Anew: true})
	if err != nil || !made {
		t.Fatal(err)
	}
	if bound, err := Binding(s.path("app/.git")); err != nil || bound != found.ID {
		t.Errorf("bound to %s, %v", bound, err)
	}
}

func TestMakeHere(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.git("app", "worktree", "add", "-q", "../linked", "-b", "side")
	s.write("app/.git/info/exclude", "# mine\n*.log")
	found, made, err := s.make("linked", ProjectStore{Here: true})
	if err != nil || !made || found.Root != s.path("app/.gitmem") || found.How != Here {
		t.Fatalf("%+v %t %v", found, made, err)
	}
	if got := s.read("app/.git/info/exclude"); got != "# mine\n*.log\n/.gitmem/\n" {
		t.Errorf("exclude: %q", got)
	}
	s.git("app", "clean", "-fdxq")
	for _, rel := range []string{"app", "linked"} {
		again, made, err := s.make(rel, ProjectStore{Here: true})
		if err != nil || made || again.ID != found.ID || again.Foreign {
			t.Errorf("%s: %+v %t %v", rel, again, made, err)
		}
		if got := gitSays(s, rel, "status", "--porcelain"); got != "" {
			t.Errorf("%s: git sees %q", rel, got)
		}
	}
	if bound, err := Binding(s.path("app/.git")); err != nil || bound != "" {
		t.Errorf("bound to %s, %v", bound, err)
	}
}

func TestMakeHereWhereGitTracksSomething(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.write("app/.gitmem/notes", "x\n")
	s.git("app", "add", "-f", ".gitmem/notes")
	s.git("app", "commit", "-qm", "tracked")
	os.RemoveAll(s.path("app/.gitmem"))
	var tracked *TrackedError
	if _, _, err := s.make("app", ProjectStore{Here: true}); !errors.As(err, &tracked) || tracked.Path != ".gitmem/notes" {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(s.path("app/.gitmem")); err == nil {
		t.Error("something was made")
	}
	if path, err := readTracked(s.path("app")); err != nil || path != ".gitmem/notes" {
		t.Errorf("without git: %q, %v", path, err)
	}
}

func TestMakeHereRefuses(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.write("app/.gitmem/notes", "x\n")
	var taken *UnsafePathError
	if _, _, err := s.make("app", ProjectStore{Here: true}); !errors.As(err, &taken) {
		t.Errorf("a folder that is not empty: %v", err)
	}
	s.git("", "init", "-q", "--bare", "bare.git")
	if _, _, err := s.make("bare.git", ProjectStore{Here: true}); !errors.As(err, &taken) {
		t.Errorf("a bare repository: %v", err)
	}
}

func TestMakeGlobal(t *testing.T) {
	s := newSurroundings(t)
	first, made, err := MakeGlobal(context.Background(), Options{Env: s.Env})
	if err != nil || !made || first.Root != s.GlobalRoot() {
		t.Fatalf("%+v %t %v", first, made, err)
	}
	again, made, err := MakeGlobal(context.Background(), Options{Env: s.Env})
	if err != nil || made || again.ID != first.ID {
		t.Errorf("%+v %t %v", again, made, err)
	}
}
