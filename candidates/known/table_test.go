package known_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/repo"
)

// bench is a store whose records are one line of text each.
type bench struct {
	testing.TB
	home  string
	store *repo.Store
	reads int
}

func newBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{TB: t, home: t.TempDir()}
	vars := map[string]string{"HOME": b.home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}
	env := repo.ReadEnv(func(name string) string { return vars[name] })
	quiet := "[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n"
	if err := os.WriteFile(filepath.Join(b.home, ".gitconfig"), []byte(quiet), 0o644); err != nil {
		t.Fatal(err)
	}
	store, err := repo.Init(context.Background(), repo.NewStore{Root: filepath.Join(b.home, "store"), Name: "test", Scope: "project"}, repo.Options{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	b.store = store
	return b
}

func (b *bench) table() known.Table {
	return known.Table{Store: b.store, Folder: "patterns", Form: "patterns 1", Read: func(path, blob string) (known.Line, bool, error) {
		b.reads++
		data, err := b.store.BlobData(blob)
		id, idErr := memfile.ParseID(strings.TrimSuffix(filepath.Base(path), ".md"))
		return known.Line{ID: id, Fields: []string{strings.TrimSpace(string(data)), blob}}, idErr == nil, err
	}}
}

// write is an operation that names the record it writes.
func (b *bench) write(id memfile.ID, text string) {
	b.Helper()
	path := "patterns/" + string(id) + ".md"
	_, err := b.store.Run(context.Background(), func() (*repo.Operation, error) {
		c := repo.Change{Path: path, After: repo.Of([]byte(text + "\n"))}
		if data, err := b.store.Read(path); err == nil {
			c.Before = repo.Of(data)
		}
		return &repo.Operation{Message: memfile.Message{Op: "mine", IDs: []memfile.ID{id}, Subject: text, Actor: memfile.ActorUser}, Changes: []repo.Change{c}}, nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) git(args ...string) {
	b.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...)
	cmd.Dir = b.store.Root
	cmd.Env = []string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (b *bench) load() known.Lines {
	b.Helper()
	view, err := b.store.View()
	if err != nil {
		b.Fatal(err)
	}
	lines, err := b.table().Load(view)
	if err != nil {
		b.Fatal(err)
	}
	return lines
}

// says gives the newest text of every record, and how many blobs were read.
func (b *bench) says() (string, int) {
	b.Helper()
	b.reads = 0
	var out []string
	for _, id := range []memfile.ID{one, two} {
		if line, ok := b.load().One(id); ok {
			out = append(out, line.Fields[0])
		}
	}
	return strings.Join(out, " "), b.reads
}

const one, two = memfile.ID("p0000000000000001"), memfile.ID("p0000000000000002")

func TestLinesFollowTheOperations(t *testing.T) {
	b := newBench(t)
	b.write(one, "a")
	b.write(two, "b")
	b.write(one, "c")
	if got, reads := b.says(); got != "c b" || reads != 3 {
		t.Errorf("%q after %d reads", got, reads)
	}
	b.write(two, "d")
	if got, reads := b.says(); got != "c d" || reads != 1 {
		t.Errorf("%q after %d reads: only what is new is read", got, reads)
	}
	if got, reads := b.says(); got != "c d" || reads != 0 {
		t.Errorf("%q after %d reads: nothing is new", got, reads)
	}
	if first, ok := b.load().First(one); !ok || first.Fields[0] != "a" {
		t.Errorf("first %+v", first)
	}
	seen := map[memfile.ID]int{}
	b.load().Visit("p", func(l known.Line) { seen[l.ID]++ })
	if len(seen) != 2 || seen[one] != 1 || seen[two] != 1 {
		t.Errorf("visited %v", seen)
	}
	if _, ok := b.load().One("p000000000000000"); ok {
		t.Error("a beginning is not an id")
	}
}

// What a commit by hand writes or deletes changes no line.
func TestHandsChangeNothing(t *testing.T) {
	b := newBench(t)
	b.write(one, "a")
	b.write(two, "b")
	b.git("rm", "-q", "patterns/"+string(one)+".md")
	if err := os.WriteFile(filepath.Join(b.store.Root, "patterns", string(two)+".md"), []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.git("commit", "-qam", "by hand")
	if got, _ := b.says(); got != "a b" {
		t.Errorf("%q", got)
	}
}

// Commits that HEAD does not stand on any more leave no line behind.
func TestLinesOfGoneCommits(t *testing.T) {
	b := newBench(t)
	b.write(one, "a")
	b.git("branch", "side")
	b.write(two, "b")
	if got, _ := b.says(); got != "a b" {
		t.Fatalf("%q", got)
	}
	b.git("reset", "-q", "--hard", "HEAD~1")
	if got, _ := b.says(); got != "a" {
		t.Errorf("after a reset: %q", got)
	}
	b.write(two, "c")
	b.git("checkout", "-q", "side")
	if got, _ := b.says(); got != "a" {
		t.Errorf("on the branch: %q", got)
	}
	b.git("checkout", "-q", "main")
	if got, _ := b.says(); got != "a c" {
		t.Errorf("and back: %q", got)
	}
}

func TestDamagedCacheIsNone(t *testing.T) {
	b := newBench(t)
	b.write(one, "a")
	b.says()
	b.write(one, "b")
	b.says()
	file := b.store.CachePath("patterns")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := range good {
		bad := append([]byte(nil), good...)
		bad[at] ^= 1
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := b.says(); got != "b" {
			t.Fatalf("byte %d flipped: %q", at, got)
		}
	}
	for n := range good {
		if err := os.WriteFile(file, good[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := b.says(); got != "b" {
			t.Fatalf("cut after %d bytes: %q", n, got)
		}
	}
}

// TestLinesAsTheOwnerReadsThem: what the owner does not read is as if it were
// not there.
func TestLinesAsTheOwnerReadsThem(t *testing.T) {
	b := newBench(t)
	b.write(one, "a")
	b.write(two, "b")
	read := func(l known.Line) (string, bool) { return l.Fields[0] + "!", l.Fields[0] != "a" }
	var got []string
	known.VisitAs(b.load(), "p", read, func(s string) { got = append(got, s) })
	if len(got) != 1 || got[0] != "b!" {
		t.Errorf("visited %v", got)
	}
	if s, ok := known.OneAs(b.load(), two, read); !ok || s != "b!" {
		t.Errorf("%q %v", s, ok)
	}
	for _, id := range []memfile.ID{one, "p000000000000000"} {
		if s, ok := known.OneAs(b.load(), id, read); ok {
			t.Errorf("%s: %q", id, s)
		}
	}
}
