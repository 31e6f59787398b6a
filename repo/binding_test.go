package repo

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

const bindingLine = "\tstore = g00000000000000aa\n"

func TestBindMovesNoOtherByte(t *testing.T) {
	for before, after := range map[string]string{
		"":                                     "[gitmem]\n" + bindingLine,
		"[core]\n\tbare = false\n":             "[core]\n\tbare = false\n[gitmem]\n" + bindingLine,
		"[core]\n\tbare = false":               "[core]\n\tbare = false\n[gitmem]\n" + bindingLine,
		"[core]\r\n\tbare = false\r\n":         "[core]\r\n\tbare = false\r\n[gitmem]\r\n\tstore = g00000000000000aa\r\n",
		"[gitmem]\n[core]\n\tx = 1\n":          "[gitmem]\n" + bindingLine + "[core]\n\tx = 1\n",
		"[a]\n\tb = c\\":                       "[a]\n\tb = c\\\n\n[gitmem]\n" + bindingLine,
		"[a]\n\tb = c\\\n":                     "[a]\n\tb = c\\\n\n[gitmem]\n" + bindingLine,
		"[gitmem]":                             "[gitmem]\n" + bindingLine,
		"[gitmem] # mine\n\n[core]\n":          "[gitmem] # mine\n" + bindingLine + "\n[core]\n",
		"[gitmem]\n\tother = 1 ; x\n":          "[gitmem]\n\tother = 1 ; x\n" + bindingLine,
		"[gitmem]\n\tStore = \"old\" # x\n":    "[gitmem]\n\tstore = g00000000000000aa # x\n",
		"[gitmem] store=old\n":                 "[gitmem] store = g00000000000000aa\n",
		"[gitmem \"x\"]\n\tstore = 1\n":        "[gitmem \"x\"]\n\tstore = 1\n[gitmem]\n" + bindingLine,
		"[gitmem]\n\tstore = a\n\tstore = b\n": "[gitmem]\n\tstore = a\n" + bindingLine,
		"[gitmem]\n" + bindingLine:             "[gitmem]\n" + bindingLine,
	} {
		file, err := parseGitConfig("config", before)
		if err != nil {
			t.Fatal(err)
		}
		if got := file.withBinding(idA); got != after {
			t.Errorf("%q:\ngot  %q\nwant %q", before, got, after)
		}
	}
}

func TestUnbindTakesItsLinesOnly(t *testing.T) {
	for before, after := range map[string]string{
		"[core]\n\tx = 1\n[gitmem]\n" + bindingLine:               "[core]\n\tx = 1\n",
		"[gitmem]\n" + bindingLine + "[core]\n\tx = 1\n":          "[core]\n\tx = 1\n",
		"[gitmem]\n\tother = 1\n" + bindingLine:                   "[gitmem]\n\tother = 1\n",
		"[gitmem]\n# mine\n" + bindingLine:                        "[gitmem]\n# mine\n",
		"[gitmem] store = x\n[core]\n":                            "[core]\n",
		"[gitmem]\n\tstore = x # keep\n":                          "[gitmem]\n\t # keep\n",
		"[gitmem]\n\tstore = a\n\tstore = b\n[core]\n":            "[core]\n",
		"[gitmem \"x\"]\n\tstore = 1\n":                           "[gitmem \"x\"]\n\tstore = 1\n",
		"[core]\n":                                                "[core]\n",
		"[gitmem]\r\n\tstore = x\r\n[core]\r\n\tbare = false\r\n": "[core]\r\n\tbare = false\r\n",
	} {
		file, err := parseGitConfig("config", before)
		if err != nil {
			t.Fatal(err)
		}
		if got := file.withoutBinding(); got != after {
			t.Errorf("%q:\ngot  %q\nwant %q", before, got, after)
		}
	}
}

func TestBindIsReadByGit(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	before := s.read("app/.git/config")
	common := s.path("app/.git")
	if err := os.Chmod(filepath.Join(common, "config"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Bind(common, idA, 0); err != nil {
		t.Fatal(err)
	}
	if got := s.git("app", "config", "gitmem.store"); got != string(idA) {
		t.Errorf("git reads %q", got)
	}
	if info, _ := os.Stat(filepath.Join(common, "config")); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if got := s.git("app", "status", "--porcelain"); got != "" {
		t.Errorf("status: %s", got)
	}
	if err := Unbind(common, 0); err != nil {
		t.Fatal(err)
	}
	if got := s.read("app/.git/config"); got != before {
		t.Errorf("not as before:\n%s", got)
	}
	if id, err := Binding(common); id != "" || err != nil {
		t.Errorf("%q %v", id, err)
	}
}

func TestBindObeysGitsLock(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	lock := s.write("app/.git/config.lock", "git's")
	before := s.read("app/.git/config")
	err := Bind(s.path("app/.git"), idA, 30*time.Millisecond)
	var locked *gitdir.LockedError
	if !errors.As(err, &locked) || locked.Path != lock {
		t.Fatalf("error %v", err)
	}
	if s.read("app/.git/config") != before || s.read("app/.git/config.lock") != "git's" {
		t.Error("something changed")
	}
	time.AfterFunc(30*time.Millisecond, func() { _ = os.Remove(lock) })
	if err := Bind(s.path("app/.git"), idA, 10*time.Second); err != nil {
		t.Errorf("the lock went away: %v", err)
	}
}

func TestBindLeavesADamagedConfigAlone(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.write("app/.git/config", "[core\n")
	var fault *memfile.Fault
	if err := Bind(s.path("app/.git"), idA, 0); !errors.As(err, &fault) || fault.Line != 1 {
		t.Errorf("error %v", err)
	}
	if s.read("app/.git/config") != "[core\n" {
		t.Error("it was changed")
	}
	if _, err := os.Lstat(s.path("app/.git/config.lock")); err == nil {
		t.Error("a lock was left")
	}
}

func TestBindBesideGitLosesNothing(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			for range 10 {
				id := []memfile.ID{idA, idB}[n%2]
				if err := Bind(s.path("app/.git"), id, 20*time.Second); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := s.git("app", "config", "--get-all", "gitmem.store"); got != string(idA) && got != string(idB) {
		t.Errorf("bound to %q", got)
	}
	if got := s.git("app", "config", "core.bare"); got != "false" {
		t.Errorf("core.bare is %q", got)
	}
}

func TestBindFollowsALinkedConfig(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	s.rename("app/.git/config", "real")
	s.symlink(s.path("real"), "app/.git/config")
	if err := Bind(s.path("app/.git"), idA, 0); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Lstat(s.path("app/.git/config")); info.Mode()&os.ModeSymlink == 0 || !strings.Contains(s.read("real"), string(idA)) {
		t.Error("the link was replaced")
	}
}

func TestBindingThatIsNoIDNamesItsPlace(t *testing.T) {
	s := newSurroundings(t)
	for _, value := range []string{"../x", "c00000000000000aa", ""} {
		s.write("config", "[core]\n\tx = é\n[gitmem]\n\tstore = "+value+"\n")
		var fault *memfile.Fault
		if _, err := Binding(s.root); !errors.As(err, &fault) || fault.Line != 4 || fault.Column != 2 {
			t.Errorf("%q: %v", value, err)
		}
	}
}
