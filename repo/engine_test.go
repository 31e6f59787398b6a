package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// engine is a store for tests of operations, with git beside it.
type engine struct {
	*surroundings
	store string // its folder
}

func newEngine(t testing.TB) *engine {
	t.Helper()
	e := &engine{surroundings: newSurroundings(t)}
	e.store = e.path("store")
	e.write("home/.gitconfig", "[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n") // nothing works on behind a test's back
	if _, err := Init(context.Background(), NewStore{Root: e.store, Name: "test", Scope: "project"}, Options{Env: e.Env}); err != nil {
		t.Fatal(err)
	}
	return e
}

// open opens the store; a probe stands for faults and kills.
func (e *engine) open(probe gitdir.Probe) *Store {
	e.Helper()
	s, err := Open(e.store, Options{Env: e.Env, Probe: probe, LockWait: 300e6})
	if err != nil {
		e.Fatal(err)
	}
	return s
}

func (e *engine) git(args ...string) string {
	e.Helper()
	out, err := e.tryGit(args...)
	if err != nil {
		e.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (e *engine) tryGit(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = e.store
	cmd.Env = []string{"HOME=" + e.path("home"), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	return strings.TrimRight(string(out), "\n"), err
}

func (e *engine) read(rel string) string {
	e.Helper()
	data, err := os.ReadFile(filepath.Join(e.store, rel))
	if errors.Is(err, os.ErrNotExist) {
		return "(absent)"
	}
	if err != nil {
		e.Fatal(err)
	}
	return string(data)
}

func (e *engine) save(rel, text string) {
	e.Helper()
	path := filepath.Join(e.store, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		e.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		e.Fatal(err)
	}
}

// present is what stands at a path, as an operation expects it.
func (e *engine) present(rel string) Bytes {
	text := e.read(rel)
	if text == "(absent)" {
		return Bytes{}
	}
	return Of([]byte(text))
}

const (
	openCandidate    = "candidates/c00000000000000aa.md"
	settledCandidate = "candidates/2026/11/30/c00000000000000aa.md"
)

// change makes an operation of a kind that turns paths into what they are to be.
func (e *engine) change(op string, to map[string]string) *Operation {
	o := &Operation{Message: memfile.Message{Op: op, IDs: []memfile.ID{"c00000000000000aa"}, Subject: op + " c00000000000000aa: add in project memory", Actor: "user"}}
	for _, path := range []string{"MEMORY.md", openCandidate, settledCandidate, "notes.md", "records/a.md", "records/b.md"} {
		text, ok := to[path]
		if !ok {
			continue
		}
		c := Change{Path: path, Before: e.present(path), Decides: path == "MEMORY.md"}
		if text != "(absent)" {
			c.After = Of([]byte(text))
		}
		o.Changes = append(o.Changes, c)
	}
	return o
}

func (e *engine) run(s *Store, op *Operation) (Result, error) {
	return s.Run(context.Background(), func() (*Operation, error) { return op, nil })
}

func (e *engine) mustRun(op *Operation) Result {
	e.Helper()
	r, err := e.run(e.open(nil), op)
	if err != nil {
		e.Fatal(err)
	}
	return r
}

// propose lays the candidate that the tests apply.
func (e *engine) propose() {
	e.Helper()
	e.mustRun(e.change("propose", map[string]string{openCandidate: "proposed\n"}))
}

var applied = map[string]string{"MEMORY.md": "- one\n", openCandidate: "(absent)", settledCandidate: "applied\n"}

// clean fails where git finds anything wrong, or anything of gitmem is left.
func (e *engine) clean() {
	e.Helper()
	if out := e.git("fsck", "--strict", "--full"); strings.Contains(out, "error") || strings.Contains(out, "missing") {
		e.Errorf("git fsck: %s", out)
	}
	if out := e.git("status", "--porcelain"); out != "" {
		e.Errorf("git status: %s", out)
	}
	if out := e.git("diff-files"); out != "" {
		e.Errorf("git diff-files: %s", out)
	}
	if out := e.git("for-each-ref", "refs/gitmem"); out != "" {
		e.Errorf("op refs are left: %s", out)
	}
	for _, pattern := range []string{".git/*.lock", ".git/refs/heads/*.lock", ".git/objects/pack/*.keep", ".git/gitmem/stage/*", ".git/packed-refs.lock"} {
		if left, _ := filepath.Glob(filepath.Join(e.store, pattern)); len(left) > 0 {
			e.Errorf("left behind: %v", left)
		}
	}
}

// operations counts the commits of an operation word.
func (e *engine) operations(op string) int {
	e.Helper()
	return len(strings.Fields(e.git("log", "--format=%H", "--grep=^Memory-Op: "+op+"$")))
}

func TestOperationIsOneCommit(t *testing.T) {
	e := newEngine(t)
	e.propose()
	before := e.git("rev-parse", "HEAD")
	r := e.mustRun(e.change("apply", applied))
	e.clean()
	if got := e.git("rev-parse", "HEAD"); got != r.Commit || e.git("rev-parse", "HEAD^") != before {
		t.Errorf("HEAD %s, reported %s", got, r.Commit)
	}
	if got := e.git("show", "--format=", "--name-status", "--no-renames", "HEAD"); got != "A\tMEMORY.md\nA\t"+settledCandidate+"\nD\t"+openCandidate {
		t.Errorf("the commit changes\n%s", got)
	}
	if e.read("MEMORY.md") != "- one\n" || e.read(openCandidate) != "(absent)" || e.read(settledCandidate) != "applied\n" {
		t.Error("the files are not what the operation says")
	}
	if got := e.git("show", "-s", "--format=%B"); !strings.Contains(got, "Memory-After: "+r.After) || !strings.Contains(got, "Memory-Before: "+strings.Repeat("0", 40)) {
		t.Errorf("message:\n%s", got)
	}
	if got := e.git("reflog", "-1", "--format=%gs"); !strings.HasPrefix(got, "gitmem: apply") {
		t.Errorf("reflog %q", got)
	}
}

// A staged file, an unstaged edit and an untracked file of a person stay as
// they are, and out of the commit.
func TestG11OperationLeavesStagedWork(t *testing.T) {
	e := newEngine(t)
	e.save("README.md", "read me\n")
	e.git("add", "README.md")
	e.git("commit", "-qm", "by hand")
	e.save("notes.txt", "staged\n")
	e.git("add", "notes.txt")
	e.save("README.md", "read me, edited\n")
	e.propose()
	e.mustRun(e.change("apply", applied))
	if got := e.git("status", "--porcelain"); got != " M README.md\nA  notes.txt" {
		t.Errorf("status\n%s", got)
	}
	if got := e.git("show", "--format=", "--name-only", "HEAD"); strings.Contains(got, "notes.txt") || strings.Contains(got, "README.md") {
		t.Errorf("the commit sweeps up\n%s", got)
	}
}

func TestOperationRefusesDrift(t *testing.T) {
	for name, spoil := range map[string]func(e *engine){
		"edited on disk": func(e *engine) { e.save("MEMORY.md", "- mine\n") },
		"staged otherwise": func(e *engine) {
			e.save("MEMORY.md", "- mine\n")
			e.git("add", "MEMORY.md")
			e.save("MEMORY.md", "- one\n")
		},
		"committed by hand": func(e *engine) {
			e.save("MEMORY.md", "- mine\n")
			e.git("commit", "-qam", "x")
			e.save("MEMORY.md", "- one\n")
		},
		"deleted":         func(e *engine) { os.Remove(filepath.Join(e.store, "MEMORY.md")) },
		"hidden from git": func(e *engine) { e.git("update-index", "--skip-worktree", "MEMORY.md") },
		"not writable":    func(e *engine) { os.Chmod(filepath.Join(e.store, "MEMORY.md"), 0o444) },
		"hard link":       func(e *engine) { os.Link(filepath.Join(e.store, "MEMORY.md"), filepath.Join(e.root, "other")) },
		"symbolic link": func(e *engine) {
			os.Rename(filepath.Join(e.store, "MEMORY.md"), filepath.Join(e.root, "m"))
			os.Symlink(filepath.Join(e.root, "m"), filepath.Join(e.store, "MEMORY.md"))
		},
		"detached HEAD":      func(e *engine) { e.git("checkout", "-q", "--detach") },
		"an open cherrypick": func(e *engine) { e.save(".git/CHERRY_PICK_HEAD", e.git("rev-parse", "HEAD")+"\n") },
	} {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t)
			e.propose()
			e.mustRun(e.change("apply", applied))
			op := e.change("apply", map[string]string{"MEMORY.md": "- one\n- two\n", "notes.md": "n\n"})
			spoil(e)
			before, status := e.git("rev-parse", "HEAD"), e.git("status", "--porcelain")
			_, err := e.run(e.open(nil), op)
			if err == nil {
				t.Fatal("it was carried out")
			}
			if e.git("rev-parse", "HEAD") != before || e.git("status", "--porcelain") != status || e.read("notes.md") != "(absent)" {
				t.Errorf("something changed: %v", err)
			}
		})
	}
}

// A foreign index.lock is waited for, named and never removed.
func TestG07ForeignLock(t *testing.T) {
	e := newEngine(t)
	e.propose()
	e.save(".git/index.lock", "")
	_, err := e.run(e.open(nil), e.change("apply", applied))
	var locked *gitdir.LockedError
	if !errors.As(err, &locked) || !strings.HasSuffix(locked.Path, "index.lock") {
		t.Fatalf("error %v", err)
	}
	if e.read("MEMORY.md") != "(absent)" || e.read(".git/index.lock") != "" {
		t.Error("something changed")
	}
	os.Remove(filepath.Join(e.store, ".git/index.lock"))
	e.mustRun(e.change("apply", applied))
	e.clean()
}

func TestPrivateModeIsKept(t *testing.T) {
	e := newEngine(t)
	e.propose()
	e.mustRun(e.change("apply", applied))
	if err := os.Chmod(filepath.Join(e.store, "MEMORY.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.mustRun(e.change("apply", map[string]string{"MEMORY.md": "- one\n- two\n"}))
	info, err := os.Stat(filepath.Join(e.store, "MEMORY.md"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	e.clean()
}

func TestBaseAndDrift(t *testing.T) {
	e := newEngine(t)
	e.propose()
	r := e.mustRun(e.change("apply", applied))
	for range 2 { // from the history, then from the cache
		b, err := e.open(nil).Base("MEMORY.md")
		if err != nil || b.Blob != r.After || b.Commit != r.Commit {
			t.Fatalf("base %+v, %v; want %+v", b, err, r)
		}
	}
	e.save("MEMORY.md", "- one\n- mine\n")
	d, err := e.open(nil).Drift("MEMORY.md")
	if err != nil || !d.Exists() || d.Committed || string(d.Former.Data) != "- one\n" {
		t.Errorf("drift %+v, %v", d, err)
	}
	e.git("commit", "-qam", "by hand")
	d, err = e.open(nil).Drift("MEMORY.md")
	if err != nil || !d.Exists() || !d.Committed {
		t.Errorf("committed drift %+v, %v", d, err)
	}
	if fmt.Sprint(d.Base.Blob) != r.After {
		t.Errorf("base moved to %s", d.Base.Blob)
	}
}
