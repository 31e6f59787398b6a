package repo

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gitmem/memfile"
)

// One project, seen from its subdirectories, its linked working trees and
// through a link, has one store; another project of the same name has not.
func TestFindFromEveryPlaceOfAProject(t *testing.T) {
	s := newSurroundings(t)
	s.repository("alpha/app")
	s.repository("beta/app")
	s.mkdir("alpha/app/pkg/deep")
	s.git("alpha/app", "worktree", "add", "-q", s.path("w1"), "-b", "x")
	s.mkdir("w1/sub")
	s.symlink(s.path("alpha/app"), "link")
	s.symlink(s.path("alpha/app/pkg"), "pkglink")
	root := s.boundStore("alpha/app", "app", idA)
	for _, place := range []string{"alpha/app", "alpha/app/pkg/deep", "w1", "w1/sub", "link", "link/pkg", "pkglink", "alpha/app/.git", "alpha/app/.git/hooks", "alpha/app/.git/worktrees/w1"} {
		found, err := s.find(place)
		if err != nil || found.Root != root || found.ID != idA || found.How != Bound || found.Foreign || found.Unrecorded {
			t.Errorf("%s: %+v, %v", place, found, err)
			continue
		}
		if found.Project.Main != s.path("alpha/app") || found.Project.Common != s.path("alpha/app/.git") {
			t.Errorf("%s: project %+v", place, found.Project)
		}
	}
	var none *NoStoreError
	if _, err := s.find("beta/app"); !errors.As(err, &none) || !errors.Is(err, ErrNoStore) || none.Project.Main != s.path("beta/app") || none.ID != "" {
		t.Errorf("beta: %v", err)
	}
	s.git("alpha/app", "worktree", "remove", s.path("w1"), "--force")
	if _, err := s.find("alpha/app"); err != nil {
		t.Errorf("after the working tree is gone: %v", err)
	}
	if top := s.project("alpha/app/pkg").Folder; top != s.path("alpha/app") {
		t.Errorf("top level %s", top)
	}
}

func TestFindInBareRepositories(t *testing.T) {
	s := newSurroundings(t)
	s.repository("src")
	s.git(".", "clone", "-q", "--bare", "src", "app.git")
	s.git("app.git", "worktree", "add", "-q", s.path("w/main"), "main")
	s.git(".", "clone", "-q", "--bare", "src", "hidden/.bare")
	s.write("hidden/.git", "gitdir: ./.bare\n")
	s.git("hidden/.bare", "worktree", "add", "-q", s.path("hidden/main"), "main")
	a, b := s.boundStore("w/main", "app", idA), s.boundStore("hidden/main", "hidden", idB)
	for place, want := range map[string]string{"w/main": a, "app.git": a, "app.git/refs": a, "hidden": b, "hidden/main": b, "hidden/.bare": b} {
		if found, err := s.find(place); err != nil || found.Root != want {
			t.Errorf("%s: %+v, %v", place, found, err)
		}
	}
	if !strings.Contains(s.read("app.git/config"), string(idA)) {
		t.Error("the binding is not in the common git directory")
	}
	for place, name := range map[string]string{"w/main": "app", "app.git": "app", "hidden/main": "hidden", "src": "src"} {
		if got := s.project(place).Name(); got != name {
			t.Errorf("%s is called %q, want %q", place, got, name)
		}
	}
}

// A submodule is a project of its own, also in its linked working trees, and
// the search does not go on to the project around it.
func TestFindInSubmodules(t *testing.T) {
	s := newSurroundings(t)
	s.repository("lib")
	s.repository("app")
	s.git("app", "submodule", "add", "-q", s.path("lib"), "vendor/lib")
	s.boundStore("app", "app", idA)
	if found, err := s.find("app/vendor/lib"); !errors.Is(err, ErrNoStore) {
		t.Errorf("unbound submodule: %+v, %v", found, err)
	}
	root := s.boundStore("app/vendor/lib", "lib", idB)
	s.git("app/vendor/lib", "worktree", "add", "-q", s.path("libtree"), "-b", "y")
	for _, place := range []string{"app/vendor/lib", "libtree"} {
		found, err := s.find(place)
		if err != nil || found.Root != root || found.Project.Main != s.path("app/vendor/lib") || found.Project.Name() != "lib" {
			t.Errorf("%s: %+v, %v", place, found, err)
		}
	}
	if found, err := s.find("app/vendor"); err != nil || found.ID != idA {
		t.Errorf("beside the submodule: %+v, %v", found, err)
	}
}

func TestFindWithSeparateGitDirectory(t *testing.T) {
	s := newSurroundings(t)
	s.mkdir("app/pkg")
	s.git("app", "init", "-q", "--separate-git-dir", s.path("elsewhere"))
	root := s.boundStore("app", "app", idA)
	if found, err := s.find("app/pkg"); err != nil || found.Root != root || found.Project.Folder != s.path("app") || found.Project.Main != s.path("app") {
		t.Errorf("%+v, %v", found, err)
	}
}

// What a caller's git left in the environment does not lead elsewhere.
func TestFindIgnoresVariablesOfACallersGit(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.repository("other")
	root := s.boundStore("app", "app", idA)
	s.boundStore("other", "other", idB)
	for name, value := range map[string]string{
		"GIT_DIR": s.path("other/.git"), "GIT_WORK_TREE": s.path("other"), "GIT_COMMON_DIR": s.path("other/.git"), "GIT_INDEX_FILE": "/nonexistent",
		"GIT_CEILING_DIRECTORIES": s.path("app"), "GITMEM_STORE": s.path("other"), "PWD": s.path("other"),
	} {
		t.Setenv(name, value)
		s.vars[name] = value
	}
	t.Chdir(s.path("app"))
	s.reread()
	found, err := Find(Query{Dir: ".", Env: s.Env})
	if err != nil || found.Root != root {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestRenameKeepsTheStoreAndACloneDoesNotCarryIt(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := s.boundStore("app", "app", idA)
	s.git(".", "clone", "-q", "app", "clone")
	if _, err := s.find("clone"); !errors.Is(err, ErrNoStore) {
		t.Errorf("clone: %v", err)
	}
	s.rename("app", "renamed")
	found, err := s.find("renamed")
	if err != nil || found.Root != root || !found.Unrecorded {
		t.Fatalf("renamed: %+v, %v", found, err)
	}
	s.attach(found.ID, found.Root, found.Project)
	if found, err = s.find("renamed"); err != nil || found.Unrecorded {
		t.Errorf("attached: %+v, %v", found, err)
	}
	known, _ := ReadRegistry(s.Env)
	if p := known.Stores[0].Projects; len(p) != 1 || p[0].Folder != s.path("renamed") {
		t.Errorf("registry: %+v", p)
	}
}

// A copied project claims the store of the first while that exists; a person
// decides with attach.
func TestSecondClaimNeedsAPerson(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.boundStore("app", "app", idA)
	if err := os.CopyFS(s.path("copy"), os.DirFS(s.path("app"))); err != nil {
		t.Fatal(err)
	}
	var claimed *ClaimedError
	if found, err := s.find("copy"); !errors.As(err, &claimed) || claimed.First != s.path("app") || claimed.Second != s.path("copy") || claimed.ID != idA {
		t.Fatalf("copy: %+v, %v", found, err)
	}
	if found, err := s.find("app"); err != nil || found.ID != idA {
		t.Errorf("the first: %+v, %v", found, err)
	}
	s.attach(idA, s.ProjectRoot("app", idA), s.project("copy"))
	for _, place := range []string{"app", "copy"} {
		if found, err := s.find(place); err != nil || found.ID != idA {
			t.Errorf("%s after attach: %+v, %v", place, found, err)
		}
	}
	if err := os.RemoveAll(s.path("app")); err != nil {
		t.Fatal(err)
	}
	if found, err := s.find("copy"); err != nil || found.ID != idA {
		t.Errorf("after the first is gone: %+v, %v", found, err)
	}
}

func TestFirstThatIsGoneOrUnboundClaimsNothing(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.boundStore("app", "app", idA)
	if err := os.CopyFS(s.path("copy"), os.DirFS(s.path("app"))); err != nil {
		t.Fatal(err)
	}
	if err := Unbind(s.path("app/.git"), 0); err != nil {
		t.Fatal(err)
	}
	if found, err := s.find("copy"); err != nil || !found.Unrecorded {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestProjectWithoutGitIsFoundByItsFolder(t *testing.T) {
	s := newSurroundings(t)
	s.mkdir("notes/2026/11")
	s.mkdir("other")
	root := s.store(s.ProjectRoot("notes", idA), idA)
	s.attach(idA, root, s.project("notes"))
	s.symlink(s.path("notes"), "link")
	for _, place := range []string{"notes", "notes/2026/11", "link/2026"} {
		found, err := s.find(place)
		if err != nil || found.Root != root || found.How != Registered || found.Project.Main != s.path("notes") {
			t.Errorf("%s: %+v, %v", place, found, err)
		}
	}
	if _, err := s.find("other"); !errors.Is(err, ErrNoStore) {
		t.Errorf("other: %v", err)
	}
	s.git("notes", "init", "-q")
	if found, err := s.find("notes/2026"); err != nil || found.Root != root || !found.Unrecorded {
		t.Errorf("after git init: %+v, %v", found, err)
	}
	if err := Bind(s.path("notes/.git"), idA, 0); err != nil {
		t.Fatal(err)
	}
	if found, err := s.find("notes/2026"); err != nil || found.How != Bound {
		t.Errorf("bound later: %+v, %v", found, err)
	}
}

func TestBoundStoreThatIsGone(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := s.boundStore("app", "app", idA)
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	var none *NoStoreError
	if _, err := s.find("app"); !errors.As(err, &none) || none.ID != idA || !strings.Contains(err.Error(), string(idA)) {
		t.Errorf("%v", err)
	}
}

// The name in the folder is for people: the id finds it under any other, and
// two folders with one id are not guessed at.
func TestStoreFolderIsFoundByItsID(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := s.boundStore("app", "app", idA)
	moved := filepath.Join(s.ProjectsRoot(), "better-name-"+string(idA))
	if err := os.Rename(root, moved); err != nil {
		t.Fatal(err)
	}
	if found, err := s.find("app"); err != nil || found.Root != moved {
		t.Errorf("%+v, %v", found, err)
	}
	s.store(root, idA)
	var unsafe *UnsafePathError
	if _, err := s.find("app"); !errors.As(err, &unsafe) || !strings.Contains(err.Error(), root) || !strings.Contains(err.Error(), moved) {
		t.Errorf("two folders: %v", err)
	}
}

func TestStoreInTheProject(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.mkdir("app/pkg")
	s.git("app", "worktree", "add", "-q", s.path("w1"), "-b", "x")
	root := s.store(s.path("app/.gitmem"), idA)
	for _, place := range []string{"app", "app/pkg", "w1"} {
		if found, err := s.find(place); err != nil || found.Root != root || found.How != Here || !found.Foreign {
			t.Errorf("%s: %+v, %v", place, found, err)
		}
	}
	s.change(func(k *Known) { k.Note(idA, root).MarkCreated() })
	if found, err := s.find("app"); err != nil || found.Foreign {
		t.Errorf("created here: %+v, %v", found, err)
	}
	s.mkdir("plain/sub")
	s.store(s.path("plain/.gitmem"), idB)
	if found, err := s.find("plain/sub"); err != nil || found.ID != idB || !found.Foreign {
		t.Errorf("without git: %+v, %v", found, err)
	}
}

// A copy of one's own store that comes back from elsewhere is foreign: it may
// hold what somebody else put in. The folder itself may be renamed.
func TestForeignIsJudgedByPlaceAndFolder(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := s.store(s.path("app/.gitmem"), idA)
	s.change(func(k *Known) { k.Note(idA, root).MarkCreated() })
	s.repository("download")
	s.store(s.path("download/.gitmem"), idA)
	if found, err := s.find("download"); err != nil || !found.Foreign {
		t.Errorf("copy: %+v, %v", found, err)
	}
	s.rename("app", "renamed")
	if found, err := s.find("renamed"); err != nil || found.Foreign && runtime.GOOS != "windows" {
		t.Errorf("renamed: %+v, %v", found, err)
	}
	s.change(func(k *Known) { k.Note(idA, s.path("download/.gitmem")).MarkTrusted("sha256:x", timeForTests) })
	if found, err := s.find("download"); err != nil || !found.Foreign || found.Trusted == nil || found.Trusted.Digest != "sha256:x" {
		t.Errorf("trusted: %+v, %v", found, err)
	}
}

func TestStoreThatIsNamed(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.boundStore("app", "app", idA)
	other := s.store(s.path("deep/other"), idB)
	s.symlink(s.path("deep"), "way")
	s.symlink(other, "otherlink")
	for _, name := range []string{other, s.path("way/other"), other + "/"} {
		if found, err := Find(Query{Dir: s.path("app"), Store: name, Env: s.Env}); err != nil || found.Root != other || found.How != Named || !found.Foreign {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
	var unsafe *UnsafePathError
	if _, err := Find(Query{Store: s.path("otherlink"), Env: s.Env}); !errors.As(err, &unsafe) {
		t.Errorf("a link: %v", err)
	}
	for _, name := range []string{s.path("nothing"), s.path("app"), s.path("app/README")} {
		if _, err := Find(Query{Store: name, Env: s.Env}); !errors.Is(err, ErrNoStore) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGlobalStore(t *testing.T) {
	s := newSurroundings(t)
	if _, err := Find(Query{Global: true, Env: s.Env}); !errors.Is(err, ErrNoStore) {
		t.Errorf("none yet: %v", err)
	}
	root := s.store(s.GlobalRoot(), idA)
	if found, err := Find(Query{Global: true, Env: s.Env}); err != nil || found.Root != root || found.How != Global || found.Foreign {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestInsideAStore(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := s.boundStore("app", "app", idA)
	rel, _ := filepath.Rel(s.root, root)
	s.git(rel, "init", "-q")
	s.mkdir(rel + "/candidates")
	for _, place := range []string{rel, rel + "/candidates", rel + "/.git"} {
		if found, err := s.find(place); err != nil || found.Root != root || found.How != Inside {
			t.Errorf("%s: %+v, %v", place, found, err)
		}
	}
	// A project that merely has a file of that name is none.
	s.repository("imitation")
	s.store(s.path("imitation"), idB)
	if found, err := s.find("imitation"); !errors.Is(err, ErrNoStore) {
		t.Errorf("imitation: %+v, %v", found, err)
	}
}

func TestStoreFolderThatIsALinkIsRefused(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.store(s.path("real"), idA)
	s.symlink(s.path("real"), "app/.gitmem")
	var unsafe *UnsafePathError
	if _, err := s.find("app"); !errors.As(err, &unsafe) || unsafe.Path != s.path("app/.gitmem") {
		t.Errorf("%v", err)
	}
}

// The home directory ends the search: a home that is a repository, or holds a
// .gitmem, is not the project of everything in it.
func TestSearchStopsAtHome(t *testing.T) {
	s := newSurroundings(t)
	s.repository("home")
	s.boundStore("home", "dotfiles", idA)
	s.mkdir("home/work/notes")
	s.store(s.path("home/.gitmem"), idB)
	if found, err := s.find("home/work/notes"); !errors.Is(err, ErrNoStore) {
		t.Errorf("%+v, %v", found, err)
	}
	if found, err := s.find("home"); err != nil || found.ID != idA {
		t.Errorf("the home itself: %+v, %v", found, err)
	}
	s.store(s.path(".gitmem"), idB)
	s.mkdir("plain/home2")
	if found, err := s.find("home/work"); !errors.Is(err, ErrNoStore) {
		t.Errorf("above the home: %+v, %v", found, err)
	}
}

func TestSearchStopsAtTheTopLevel(t *testing.T) {
	s := newSurroundings(t)
	s.mkdir("outer")
	s.store(s.path("outer/.gitmem"), idA)
	s.repository("outer/app")
	s.mkdir("outer/app/pkg")
	if found, err := s.find("outer/app/pkg"); !errors.Is(err, ErrNoStore) {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestEmptyGitFolderIsNoRepository(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.boundStore("app", "app", idA)
	s.mkdir("app/pkg/.git")
	if found, err := s.find("app/pkg"); err != nil || found.ID != idA {
		t.Errorf("%+v, %v", found, err)
	}
	s.write("app/broken/.git", "gitdir: /nowhere/at/all\n")
	if _, err := s.find("app/broken"); !errors.Is(err, ErrNoStore) || !strings.Contains(err.Error(), "broken") {
		t.Errorf("%v", err)
	}
	s.write("app/odd/.git", "nonsense")
	if _, err := s.find("app/odd"); err == nil || !strings.Contains(err.Error(), "does not name a git directory") {
		t.Errorf("%v", err)
	}
}

func TestDamagedBindingIsNamed(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.git("app", "config", "gitmem.store", "../../etc")
	var fault *memfile.Fault
	if _, err := s.find("app"); !errors.As(err, &fault) || fault.Path != s.path("app/.git/config") || fault.Line == 0 {
		t.Errorf("%v", err)
	}
}
