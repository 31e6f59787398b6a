//go:build unix

package repo

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// givenAway makes a store that belongs to another account; only root can.
func givenAway(t *testing.T, s *surroundings) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another account")
	}
	root := s.store(s.path("app/.gitmem"), idA)
	if err := os.Chown(root, 4242, 4242); err != nil {
		t.Skip("this file system keeps no owners:", err)
	}
	return root
}

func TestStoreOfAnotherAccountIsRefused(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := givenAway(t, s)
	var owner *OwnerError
	if _, err := s.find("app"); !errors.As(err, &owner) || owner.Path != root || !strings.Contains(owner.Owner, "4242") {
		t.Fatalf("%v", err)
	}
	for config, safe := range map[string]bool{
		"[safe]\n\tdirectory = " + root + "\n":                    true,
		"[safe]\n\tdirectory = *\n":                               true,
		"[safe]\n\tdirectory = " + s.path("app") + "/*\n":         true,
		"[safe]\n\tdirectory = " + s.path("app") + "\n":           false,
		"[safe]\n\tdirectory = *\n\tdirectory =\n":                false,
		"[safe]\n\tdirectory = *\n\tdirectory = \n[user]\nname=x": false,
		"[user]\n\tname = x\n":                                    false,
		"[safe\n":                                                 false,
	} {
		s.write("home/.gitconfig", config)
		if _, err := s.find("app"); (err == nil) != safe {
			t.Errorf("%q: %v", config, err)
		}
	}
	s.write("home/more", "[safe]\n\tdirectory = "+root+"\n")
	s.write("home/.gitconfig", "[include]\n\tpath = more\n")
	if _, err := s.find("app"); err != nil {
		t.Errorf("by an include: %v", err)
	}
}

// The store's own configuration and variables cannot make it safe.
func TestSafeDirectoryComesFromTheAccountAlone(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	root := givenAway(t, s)
	s.write("app/.gitmem/.git/config", "[safe]\n\tdirectory = *\n")
	s.git("app", "config", "safe.directory", "*")
	s.vars["GIT_CONFIG_GLOBAL"] = s.write("evil", "[safe]\n\tdirectory = *\n")
	s.vars["XDG_CONFIG_HOME"] = s.mkdir("evilhome")
	s.write("evilhome/git/config", "[safe]\n\tdirectory = *\n")
	s.reread()
	var owner *OwnerError
	if _, err := s.find("app"); !errors.As(err, &owner) {
		t.Errorf("%s was accepted: %v", root, err)
	}
}

func TestSearchStopsWhereTheOwnerChanges(t *testing.T) {
	s := newSurroundings(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another account")
	}
	s.store(s.path("shared/.gitmem"), idA)
	s.mkdir("shared/mine/deep")
	if found, err := s.find("shared/mine/deep"); err != nil || found.ID != idA {
		t.Fatalf("with one owner: %+v, %v", found, err)
	}
	if err := os.Chown(s.path("shared"), 4242, 4242); err != nil {
		t.Skip("this file system keeps no owners:", err)
	}
	if found, err := s.find("shared/mine/deep"); !errors.Is(err, ErrNoStore) {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestGitDirectoryOfAnotherAccountIsRefused(t *testing.T) {
	s := newSurroundings(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another account")
	}
	root := s.store(s.path("st"), idA)
	s.mkdir("st/.git")
	if err := os.Chown(s.path("st/.git"), 4242, 4242); err != nil {
		t.Skip("this file system keeps no owners:", err)
	}
	var owner *OwnerError
	if _, err := Find(Query{Store: root, Env: s.Env}); !errors.As(err, &owner) || owner.Path != s.path("st/.git") {
		t.Errorf("%v", err)
	}
}
