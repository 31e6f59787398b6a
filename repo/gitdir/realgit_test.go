package gitdir

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// realRepo is a repository that real git works in, with an environment of its own.
type realRepo struct {
	t    testing.TB
	root string
}

func newRealRepo(t testing.TB) *realRepo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := &realRepo{t: t, root: t.TempDir()}
	r.git("init", "-q", "-b", "main")
	r.git("config", "gc.auto", "0")
	return r
}

func (r *realRepo) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.root
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + r.root, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A U Thor", "GIT_AUTHOR_EMAIL=author@example.org", "GIT_AUTHOR_DATE=1700000000 +0130",
		"GIT_COMMITTER_NAME=C O Mitter", "GIT_COMMITTER_EMAIL=committer@example.org", "GIT_COMMITTER_DATE=1700000100 -0800",
		"LC_ALL=C", "TZ=UTC",
	}
	return cmd
}

func (r *realRepo) git(args ...string) string {
	r.t.Helper()
	return r.gitIn("", args...)
}

func (r *realRepo) gitIn(stdin string, args ...string) string {
	r.t.Helper()
	cmd := r.command(args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		r.t.Fatalf("git %s: %v\n%s%s", strings.Join(args, " "), err, out.String(), problems.String())
	}
	return out.String()
}

func (r *realRepo) id(args ...string) Hash {
	r.t.Helper()
	return plumbing.NewHash(strings.TrimSpace(r.git(args...)))
}

func (r *realRepo) write(path, content string) {
	r.t.Helper()
	full := filepath.Join(r.root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// dir opens the repository as this package sees it.
func (r *realRepo) dir() *Dir {
	git := filepath.Join(r.root, ".git")
	d := newDir(git, git, r.root)
	r.t.Cleanup(func() { d.Close() })
	return d
}

// addPack writes a pack and brings it to its place, as an operation does.
func (r *realRepo) addPack(p *Pack) PackFiles {
	r.t.Helper()
	files, err := p.Write(r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	target := files.Target(r.dir())
	must(r.t, os.MkdirAll(filepath.Dir(target), 0o755))
	must(r.t, os.Rename(files.Pack, target+".pack"))
	must(r.t, os.Rename(files.Index, target+".idx"))
	return files
}

func (r *realRepo) fsck() {
	r.t.Helper()
	if out := r.git("fsck", "--strict", "--full", "--no-dangling"); out != "" {
		r.t.Fatalf("fsck: %s", out)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// history makes commits that change some of many files, so that repacking finds deltas of every kind.
func (r *realRepo) history(commits, files int) {
	r.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for c := range commits {
		for range max(files/commits, 3) {
			n := random.IntN(files)
			text := fmt.Sprintf("# file %d\n\n%s- version %d %d\n", n, strings.Repeat("- an entry that stays the same in every version\n", 20+n%7), c, random.Uint64())
			r.write(fmt.Sprintf("notes/%02d/file-%d.md", n%16, n), text)
		}
		r.git("add", "-A")
		r.git("commit", "-q", "--allow-empty", "-m", fmt.Sprintf("commit %d", c))
	}
}

// allObjects is every object, as git says.
func (r *realRepo) allObjects() map[Hash]string {
	r.t.Helper()
	found := map[Hash]string{}
	for line := range strings.Lines(r.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")) {
		id, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[plumbing.NewHash(id)] = rest
	}
	return found
}

// checkAll reads every object and compares kind, size and, by the id, content.
func (r *realRepo) checkAll(d *Dir) int {
	r.t.Helper()
	all := r.allObjects()
	for id, want := range all {
		kind, data, err := d.Object(id)
		if err != nil {
			r.t.Fatal(err)
		}
		if got := fmt.Sprintf("%s %d", kind, len(data)); got != want || HashObject(kind, data) != id {
			r.t.Fatalf("%s: got %s, want %s", id, got, want)
		}
	}
	return len(all)
}
