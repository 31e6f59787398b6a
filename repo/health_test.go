package repo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	s := newSurroundings(t)
	s.repository("app")
	found, _, err := s.make("app", ProjectStore{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := Open(found.Root, Options{Env: s.Env})
	if err != nil {
		t.Fatal(err)
	}
	look := func(want string) {
		t.Helper()
		all, err := store.Health()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range all {
			if a.Message == "" || a.Path == "" {
				t.Errorf("%+v", a)
			}
			got = append(got, filepath.Base(a.Path))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	look("")
	git := store.Git.Common
	for _, path := range []string{"objects/ab/cd", "refs/heads/torn", "refs/heads/main.lock", "index.lock"} {
		full := filepath.Join(git, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	look("cd torn index.lock main.lock")
	if err := os.WriteFile(filepath.Join(store.Root, ".gitattributes"), []byte("* text=auto\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	look("cd torn index.lock main.lock .gitattributes")
	if left, err := os.ReadDir(filepath.Join(git, "gitmem")); err != nil || strings.Contains(listNames(left), "doctor") {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func listNames(entries []os.DirEntry) string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
