package index

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// fixture is a store whose files a test writes as an editor would.
type fixture struct {
	testing.TB
	env   repo.Env
	store *repo.Store
	told  []string
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	dir := t.TempDir()
	f := &fixture{TB: t, env: repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": dir, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})}
	var err error
	f.store, err = repo.Init(context.Background(), repo.NewStore{Root: filepath.Join(dir, "store"), Name: "test", Scope: memfile.ScopeProject}, repo.Options{Env: f.env})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// open opens the index; it is closed at the end of the test.
func (f *fixture) open(o Options) *Index {
	f.Helper()
	if o.Unwritten == 0 {
		o.Unwritten = -1 // so that every change is written, which most tests are about
	}
	o.Notify = func(line string) { f.told = append(f.told, line) }
	x := Open(f.store, o)
	f.Cleanup(func() { _ = x.Close() })
	return x
}

var someDay = time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC)

// note is an experience with a number and a text, whose first line is its title.
func note(n int, text string) memfile.Experience {
	title, rest, _ := strings.Cut(text, "\n")
	if rest == "" {
		rest = title
	}
	return memfile.Experience{
		ID: memfile.ID(fmt.Sprintf("e%016x", n)), Kind: memfile.KindProcedure, Status: memfile.StatusActive, Confidence: 8000,
		Source:   memfile.Origin{Agent: "claude-code", Session: "s1", Message: "m1"},
		Evidence: []memfile.Evidence{{Kind: memfile.EvidenceUser, Digest: memfile.Digest([]byte("x")), Verified: true, Excerpt: "quoted"}},
		Created:  someDay, Updated: someDay, Title: title, Summary: rest,
	}
}

// put writes the file of an experience and gives its path in the store.
func (f *fixture) put(e memfile.Experience) string {
	f.Helper()
	path := memfile.ExperiencePath(e.ID, e.Created)
	f.write(path, string(memfile.FormatExperience(e)))
	return path
}

func (f *fixture) write(path, text string) {
	f.Helper()
	full := f.path(path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) path(rel string) string {
	return filepath.Join(f.store.Root, filepath.FromSlash(rel))
}

func (f *fixture) git(args ...string) {
	f.Helper()
	f.gitIn(f.store.Root, args...)
}

func (f *fixture) gitIn(dir string, args ...string) {
	f.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + f.env.Home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		f.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// search gives the ids of the hits of a text.
func (f *fixture) search(x *Index, text string) []string {
	f.Helper()
	return ids(f.results(x, Query{Text: text}))
}

func (f *fixture) results(x *Index, q Query) Results {
	f.Helper()
	r, err := x.Search(context.Background(), q)
	if err != nil {
		f.Fatalf("search for %.40q: %v", q.Text, err)
	}
	if !r.CaughtUp {
		f.Errorf("search for %.40q is not caught up", q.Text)
	}
	return r
}

// ids are the ids of hits, those of experiences in hex without zeros.
func ids(r Results) []string {
	var all []string
	for _, h := range r.Hits {
		all = append(all, strings.TrimLeft(h.ID, "e0"))
	}
	return all
}

// finds compares the hits of a text, in any order.
func (f *fixture) finds(x *Index, text string, want ...string) {
	f.Helper()
	got := f.search(x, text)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Errorf("%q finds %v, want %v", text, got, want)
	}
}
