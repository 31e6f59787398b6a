package repo

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A linked working tree counts as long as git knows it, wherever the search
// began and whether its folder is there or not.
func TestWorktreesThatGitKnows(t *testing.T) {
	s := newSurroundings(t)
	app, one, gone := s.repository("app"), s.path("one"), s.path("gone")
	s.git("app", "worktree", "add", "-q", "-b", "one", one)
	s.git("app", "worktree", "add", "-q", "-b", "gone", gone)
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(app, ".git", "worktrees", "damaged"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{app, one} {
		p, err := FindProject(from, s.Env)
		if err != nil {
			t.Fatal(err)
		}
		have := p.Worktrees()
		slices.Sort(have)
		want := []string{canonical(app), canonical(gone), canonical(one)}
		if !slices.Equal(have, want) {
			t.Errorf("from %s: %q", from, have)
		}
	}
	s.git("app", "worktree", "prune")
	p, err := FindProject(app, s.Env)
	if have := p.Worktrees(); err != nil || slices.Contains(have, canonical(gone)) || len(have) != 2 {
		t.Errorf("%q, %v", have, err)
	}
	if have := (Project{Folder: "/x", Main: "/x"}).Worktrees(); !slices.Equal(have, []string{"/x"}) {
		t.Errorf("without git: %q", have)
	}
}
