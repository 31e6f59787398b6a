package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"unicode/utf8"

	"gitmem/memfile"
	"gitmem/repo"
)

// TestOneIndexForMany has goroutines that search, rebuild and look while files change.
func TestOneIndexForMany(t *testing.T) {
	f := newFixture(t)
	for n := range 10 {
		f.put(note(n+1, "alpha"))
	}
	x := Open(f.store, Options{Unwritten: -1})
	defer x.Close()
	ctx := context.Background()
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			total := 0
			for n := range 15 {
				r, err := x.Search(ctx, Query{Text: "alpha"})
				if err != nil || r.Total < total || len(r.Hits) == 0 {
					t.Errorf("%d after %d: %v", r.Total, total, err)
				}
				total = r.Total
				if n%7 == worker {
					if _, err := x.Rebuild(ctx); err != nil {
						t.Error(err)
					}
				}
				if _, err := x.Status(ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := 10; n < 30; n++ {
		f.put(note(n+1, "alpha"))
	}
	wait.Wait()
	if r, err := x.Search(ctx, Query{Text: "alpha"}); err != nil || r.Total != 30 {
		t.Errorf("%d %v", r.Total, err)
	}
}

// TestFileThatChangesAllTheWhile is never shown as it no longer is.
func TestFileThatChangesAllTheWhile(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "alpha"))
	f.put(note(2, "alpha beta"))
	stop := make(chan struct{})
	var wait sync.WaitGroup
	defer wait.Wait()
	defer close(stop)
	wait.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				f.replace(note(2, fmt.Sprintf("alpha beta %d", n)))
			}
		}
	})
	x := f.open(Options{})
	for range 40 {
		r, err := x.Search(context.Background(), Query{Text: "alpha"})
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(r); !slices.Contains(got, "1") || r.CaughtUp && len(got) != 2 {
			t.Errorf("hits %v, caught up %t", got, r.CaughtUp)
		}
	}
}

// replace writes the file of an experience in one step.
func (f *fixture) replace(e memfile.Experience) {
	path := f.path(memfile.ExperiencePath(e.ID, e.Created))
	if err := os.WriteFile(path+"~", memfile.FormatExperience(e), 0o644); err != nil {
		f.Error(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		f.Error(err)
	}
}

func TestProgress(t *testing.T) {
	f := newFixture(t)
	for n := range 30 {
		f.put(note(n+1, "alpha"))
	}
	var seen []int
	x := f.open(Options{Progress: func(done, total int) {
		if total != 30 {
			t.Errorf("of %d", total)
		}
		seen = append(seen, done)
	}})
	s, err := x.Rebuild(context.Background())
	if err != nil || s.Documents != 30 || s.Generation != 1 || s.Bytes == 0 || len(seen) != 30 || !slices.IsSorted(seen) {
		t.Errorf("%+v %v %v", s, err, seen)
	}
}

// TestSameStoreFromEverywhere: an index belongs to a store, not to a folder's name.
func TestSameStoreFromEverywhere(t *testing.T) {
	f := newFixture(t)
	here := func(rel string) string { return filepath.Join(f.env.Home, filepath.FromSlash(rel)) }
	stores := map[string]*repo.Store{}
	for _, rel := range []string{"t/alpha/app", "t/beta/app"} {
		if err := os.MkdirAll(filepath.Join(here(rel), "pkg"), 0o755); err != nil {
			t.Fatal(err)
		}
		f.gitIn(here(rel), "init", "-q")
		f.gitIn(here(rel), "commit", "-q", "--allow-empty", "-m", "first")
		project, err := repo.FindProject(here(rel), f.env)
		if err != nil {
			t.Fatal(err)
		}
		found, _, err := repo.MakeProjectStore(context.Background(), repo.ProjectStore{Project: project}, repo.Options{Env: f.env})
		if err != nil {
			t.Fatal(err)
		}
		if stores[rel], err = repo.Open(found.Root, repo.Options{Env: f.env}); err != nil {
			t.Fatal(err)
		}
	}
	f.gitIn(here("t/alpha/app"), "worktree", "add", "-q", here("t/w1"), "-b", "x")
	if err := os.Symlink(here("t/alpha/app"), here("t/link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	alpha := *f
	alpha.store = stores["t/alpha/app"]
	alpha.put(note(1, "known to alpha"))
	expect := func(rel string, want ...string) {
		t.Helper()
		found, err := repo.Find(repo.Query{Dir: here(rel), Env: f.env})
		if err != nil {
			t.Fatal(err)
		}
		at := *f
		if at.store, err = repo.Open(found.Root, repo.Options{Env: f.env}); err != nil {
			t.Fatal(err)
		}
		x := Open(at.store, Options{Unwritten: -1})
		defer x.Close()
		at.finds(x, "alpha", want...)
	}
	for _, rel := range []string{"t/alpha/app", "t/w1", "t/alpha/app/pkg", "t/link", "t/link/pkg"} {
		expect(rel, "1")
	}
	expect("t/beta/app")
	f.gitIn(here("t/alpha/app"), "worktree", "remove", "--force", here("t/w1"))
	expect("t/alpha/app", "1")
}

func FuzzSearch(f *testing.F) {
	x := newFixture(f)
	x.put(note(1, "sqlite locked path/to/file don't http.proxy\nand 部署前必须运行数据库迁移脚本 besides"))
	x.write("MEMORY.md", "- café getUserName ＡＰＩ\n")
	for _, text := range []string{"", "sqlite: locked", `"unbalanced`, "+", "a~b", "署", "cafe\u0301", "\xff\xfe", "getUserName C++ --dry-run"} {
		f.Add(text, false)
	}
	index := x.open(Options{})
	f.Fuzz(func(t *testing.T, text string, all bool) {
		r, err := index.Search(context.Background(), Query{Text: text, All: all})
		if err != nil || !r.CaughtUp || r.Total != len(r.Hits) || len(r.Hits) > 2 {
			t.Fatalf("%+v %v", r, err)
		}
		for _, h := range r.Hits {
			if len(h.Why) == 0 || len(h.Fragments) == 0 || h.Score <= 0 {
				t.Errorf("%q: %+v", text, h)
			}
			for _, fragment := range h.Fragments {
				last := 0
				for _, m := range fragment.Marks {
					if m[0] < last || m[1] <= m[0] || !utf8.ValidString(fragment.Text[m[0]:m[1]]) {
						t.Errorf("%q: marks %v of %q", text, fragment.Marks, fragment.Text)
					}
					last = m[1]
				}
			}
		}
	})
}

func FuzzManifest(f *testing.F) {
	m := manifest{looked: 5, records: []record{{seen: seen{place: place{20261130, 7}}, state: indexed, words: 3}}}
	f.Add(m.encode())
	f.Add([]byte(manifestHead))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decodeManifest(data)
		if err == nil && string(m.encode()) != string(data) {
			t.Errorf("%x is read and written as %x", data, m.encode())
		}
	})
}

func TestManifestKeepsEverything(t *testing.T) {
	m := manifest{
		looked:   7,
		resident: resident{stamp: stamp{1, 2, 3, 4}, blob: blobFrom(memfile.BlobID([]byte("a"))), base: blobFrom(memfile.BlobID([]byte("b"))), entries: 5, words: 6},
		records: []record{
			{seen: seen{place{20261130, 1 << 60}, stamp{1 << 40, -1, 1 << 62, 1 << 63}}, blob: blobFrom(memfile.BlobID([]byte("c"))), state: forgotten, confidence: 10000, updated: -5, words: 1 << 31},
			{seen: seen{place: place{20261201, 0}}},
		},
	}
	m.stats.Documents, m.stats.Words = 8, 9
	got, err := decodeManifest(m.encode())
	if err != nil || fmt.Sprint(*got) != fmt.Sprint(m) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, *got, m)
	}
	for i := range m.records {
		p := m.records[i].place
		if again, ok := placeOf(p.doc()); !ok || again != p {
			t.Errorf("%s is read as %v", p.doc(), again)
		}
		if r, ok := got.find(p); !ok || r.place != p {
			t.Errorf("%s is not found", p.doc())
		}
	}
	if _, ok := got.find(place{20261130, 3}); ok {
		t.Error("found what is not there")
	}
}
