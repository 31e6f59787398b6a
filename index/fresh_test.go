package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
)

// apply runs an operation on the resident file, as gitmem does.
func (f *fixture) apply(text string) {
	f.Helper()
	_, err := f.store.Run(context.Background(), func() (*repo.Operation, error) {
		before := repo.Bytes{}
		if data, err := f.store.Read(repo.ResidentPath); err == nil {
			before = repo.Of(data)
		}
		return &repo.Operation{
			Message: memfile.Message{Op: "apply", Subject: "apply a change", Actor: memfile.ActorUser},
			Changes: []repo.Change{{Path: repo.ResidentPath, Before: before, After: repo.Of([]byte(text)), Decides: true}},
		}, nil
	})
	if err != nil {
		f.Fatal(err)
	}
}

func TestGoneIsGone(t *testing.T) {
	f := newFixture(t)
	x := f.open(Options{})
	f.finds(x, "6001")
	f.apply("- port 6001\n")
	f.finds(x, "6001", "MEMORY.md#1")
	f.apply("- port 7001\n") // replaced
	f.finds(x, "6001")
	f.finds(x, "7001", "MEMORY.md#1")
	f.apply("- port 6001\n") // undone
	f.finds(x, "6001", "MEMORY.md#1")
	f.finds(x, "7001")
	f.apply("\n") // removed
	f.finds(x, "6001")
	f.finds(x, "7001")
}

func TestWhatGitAndEditorsDoIsSeenAtOnce(t *testing.T) {
	f := newFixture(t)
	x := f.open(Options{})
	first := f.put(note(1, "alpha one"))
	f.git("add", "-A")
	f.git("commit", "-qm", "one")
	f.put(note(2, "alpha two"))
	f.write("MEMORY.md", "- alpha by hand\n")
	f.git("add", "-A")
	f.git("commit", "-qm", "two")
	f.finds(x, "alpha", "1", "2", "MEMORY.md#1")
	f.git("checkout", "-q", "HEAD~1")
	f.finds(x, "alpha", "1")
	f.git("checkout", "-q", "main")
	f.finds(x, "alpha", "1", "2", "MEMORY.md#1")
	if err := os.Remove(f.path(first)); err != nil {
		t.Fatal(err)
	}
	f.finds(x, "alpha", "2", "MEMORY.md#1")
	f.git("checkout", "-q", "--", ".")
	f.finds(x, "alpha", "1", "2", "MEMORY.md#1")
	clone := t.TempDir()
	f.git("clone", "-q", ".", clone)
	other := *f
	store := *f.store
	store.Root = clone
	other.store = &store
	for n := 3; n < 6; n++ {
		other.put(note(n, "alpha from elsewhere"))
	}
	other.git("add", "-A")
	other.git("commit", "-qm", "three")
	f.git("pull", "-q", "--no-rebase", clone, "main")
	f.finds(x, "elsewhere", "3", "4", "5")
}

func TestEditOfSameSizeAndTimeIsSeen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not tell when a file was changed but by the time that a program can set")
	}
	f := newFixture(t)
	path := f.path(f.put(note(1, "port 6001")))
	x := f.open(Options{})
	f.finds(x, "6001", "1")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f.put(note(1, "port 7001"))
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil { // as touch -r does
		t.Fatal(err)
	}
	f.finds(x, "6001")
	f.finds(x, "7001", "1")
}

// TestEditInTheTickOfTheLook changes a file so fast that its stamp can be the same.
func TestEditInTheTickOfTheLook(t *testing.T) {
	f := newFixture(t)
	path := f.path(f.put(note(1, "port 1000")))
	x := f.open(Options{})
	for n := 1001; n < 1040; n++ {
		data := memfile.FormatExperience(note(1, fmt.Sprintf("port %d", n)))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		f.finds(x, fmt.Sprint(n), "1")
		f.finds(x, fmt.Sprint(n-1))
	}
}

func TestForgottenHeldAndBrokenFiles(t *testing.T) {
	f := newFixture(t)
	x := f.open(Options{})
	e := note(1, "alpha")
	path := f.put(e)
	f.finds(x, "alpha", "1")
	e.Status = memfile.StatusForgotten
	f.put(e)
	f.finds(x, "alpha")
	e.Status = memfile.StatusHeld
	f.put(e)
	f.finds(x, "alpha", "1")
	f.write(path, "no experience: alpha\n")
	f.finds(x, "alpha")
	f.put(e)
	f.finds(x, "alpha", "1")
}

func TestWhatIsNoDocument(t *testing.T) {
	f := newFixture(t)
	e := note(1, "alpha")
	data := string(memfile.FormatExperience(e))
	f.write("experiences/2026/11/30/e0000000000000002.md", data) // another name than its id
	f.write("experiences/2026/11/30/copy.md", data)
	f.write("experiences/2026/11/30/e0000000000000001.md~", data)
	f.write("experiences/2026/11/e0000000000000001.md", data)
	f.write("experiences/2026/11/3x/e0000000000000001.md", data)
	f.write("outside.md", data)
	if err := os.Symlink(f.path("outside.md"), f.path("experiences/2026/11/30/e0000000000000001.md")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	x := f.open(Options{})
	f.finds(x, "alpha")
}

func TestNoSymbolicLinkIsFollowed(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "alpha"))
	away := filepath.Join(t.TempDir(), "away")
	if err := os.Rename(f.path("experiences"), away); err != nil {
		t.Fatal(err)
	}
	x := f.open(Options{})
	for _, link := range []string{"experiences", "experiences/2026", "experiences/2026/11", "experiences/2026/11/30"} {
		if err := os.MkdirAll(filepath.Dir(f.path(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		rel, _ := filepath.Rel("experiences", filepath.FromSlash(link))
		if err := os.Symlink(filepath.Join(away, rel), f.path(link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
		f.finds(x, "alpha")
		if err := os.Remove(f.path(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(away, "memory"), []byte("- alpha\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(away, "memory"), f.path("MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	f.finds(x, "alpha")
}

func TestOneIDUnderTwoPathsIsNeither(t *testing.T) {
	f := newFixture(t)
	e := note(1, "alpha")
	f.put(e)
	x := f.open(Options{})
	f.finds(x, "alpha", "1")
	e.Created = e.Created.AddDate(0, 0, 1)
	second := f.put(e)
	f.finds(x, "alpha")
	f.finds(f.open(Options{}), "alpha")
	if err := os.Remove(f.path(second)); err != nil {
		t.Fatal(err)
	}
	f.finds(x, "alpha", "1")
}

func TestEntriesSayWhetherTheyWereEdited(t *testing.T) {
	f := newFixture(t)
	f.apply("- alpha one\n- alpha two\n")
	x := f.open(Options{})
	statuses := func() (all []string) {
		r := f.results(x, Query{Text: "alpha"})
		for _, h := range r.Hits {
			all = append(all, h.ID+" "+h.Status)
		}
		slices.Sort(all)
		return all
	}
	if got, want := statuses(), []string{"MEMORY.md#1 applied", "MEMORY.md#2 applied"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	f.write("MEMORY.md", "- alpha by hand\n- alpha two\n- alpha two\n")
	if got, want := statuses(), []string{"MEMORY.md#1 drift", "MEMORY.md#2 applied", "MEMORY.md#3 drift"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	f.write("MEMORY.md", "- alpha\n<<<<<<< ours\n- alpha x\n=======\n- alpha y\n>>>>>>> theirs\n")
	if got := statuses(); len(got) != 0 {
		t.Errorf("of a file with conflict markers: %q", got)
	}
}

func TestTouchedFilesAreReadOnce(t *testing.T) {
	f := newFixture(t)
	x := f.open(Options{})
	for n := range 50 {
		f.put(note(n+1, "alpha"))
	}
	before := f.results(x, Query{Text: "alpha"})
	for n := range 50 {
		path := f.path(memfile.ExperiencePath(note(n+1, "").ID, someDay))
		if err := os.Chtimes(path, someDay, someDay); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.results(x, Query{Text: "alpha"}); got.Total != before.Total {
		t.Errorf("%d hits instead of %d", got.Total, before.Total)
	}
	g, err := x.newest()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.manifest.records {
		if r.modified != someDay.UnixNano() {
			t.Fatalf("the manifest on the shelf has an old stamp")
		}
	}
}
