package evidence

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// bench is a store in a temporary folder, with a clock that ticks.
type bench struct {
	testing.TB
	root   string
	env    repo.Env
	now    time.Time
	ledger *Ledger
}

func newBench(t testing.TB) *bench {
	t.Helper()
	home := t.TempDir()
	vars := map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}
	b := &bench{TB: t, root: filepath.Join(home, "store"), now: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)}
	quiet := "[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n" // nothing works on behind a test's back
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(quiet), 0o644); err != nil {
		t.Fatal(err)
	}
	b.env = repo.ReadEnv(func(name string) string { return vars[name] })
	if _, err := repo.Init(context.Background(), repo.NewStore{Root: b.root, Name: "test", Scope: "project"}, b.options()); err != nil {
		t.Fatal(err)
	}
	b.ledger = b.open(nil)
	return b
}

func (b *bench) options() repo.Options {
	return repo.Options{Env: b.env, Now: func() time.Time { b.now = b.now.Add(time.Second); return b.now }, LockWait: 5 * time.Second}
}

// frozen is another process whose clock stands still, for a race.
func (b *bench) frozen() *Ledger {
	b.Helper()
	o, now := b.options(), b.now.Add(time.Minute)
	o.Now = func() time.Time { return now }
	s, err := repo.Open(b.root, o)
	if err != nil {
		b.Fatal(err)
	}
	return Open(candidates.Open(s, b.ledger.Desk.Rules))
}

// open is another process on the same store; probe may kill it.
func (b *bench) open(probe func(step, path string) error) *Ledger {
	b.Helper()
	o := b.options()
	o.Probe = probe
	s, err := repo.Open(b.root, o)
	if err != nil {
		b.Fatal(err)
	}
	return Open(candidates.Open(s, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview, AutoConfidence: 9000, PendingDays: 30}))
}

var (
	ada   = candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}
	agent = candidates.Actor{Kind: memfile.ActorTool, Agent: "claude-code"}
	ctx   = context.Background()
)

// held is what an agent records in a session.
func held(session, text string) Note {
	n := NoteOf(text)
	n.Confidence, n.Source = 8000, memfile.Origin{Session: session, Message: "m1"}
	return n
}

// note records what a person says.
func (b *bench) note(text string) memfile.ID {
	b.Helper()
	return b.record(NoteOf(text), ada)
}

func (b *bench) record(n Note, actor candidates.Actor) memfile.ID {
	b.Helper()
	out, err := b.ledger.Record(ctx, n, actor)
	if err != nil {
		b.Fatal(err)
	}
	return out.Experience.ID
}

// must fails where a decision does.
func (b *bench) must(_ any, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// promoted proposes an experience for memory and gives the candidate.
func (b *bench) promoted(id memfile.ID) memfile.ID {
	b.Helper()
	out, err := b.ledger.Promote(ctx, id, Promotion{}, ada)
	if err != nil {
		b.Fatal(err)
	}
	return out.Candidate.ID
}

// applied brings an experience into memory and gives the candidate.
func (b *bench) applied(id memfile.ID) memfile.ID {
	b.Helper()
	c := b.promoted(id)
	b.must(b.ledger.Desk.Approve(ctx, c, ada))
	return c
}

func (b *bench) at(id memfile.ID) Record {
	b.Helper()
	rec, err := b.ledger.Find(string(id))
	if err != nil {
		b.Fatal(err)
	}
	return rec
}

func (b *bench) candidate(id memfile.ID) candidates.Record {
	b.Helper()
	rec, err := b.ledger.Desk.Find(string(id))
	if err != nil {
		b.Fatal(err)
	}
	return rec
}

// read is the content of a file, empty where there is none.
func (b *bench) read(rel string) string {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.root, rel))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		b.Fatal(err)
	}
	return string(data)
}

func (b *bench) save(rel, text string) {
	b.Helper()
	path := filepath.Join(b.root, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}

// edit changes a file by hand, as an editor would.
func (b *bench) edit(rel, from, to string) {
	b.Helper()
	text := b.read(rel)
	if !strings.Contains(text, from) {
		b.Fatalf("%s: %q is not in it:\n%s", rel, from, text)
	}
	b.save(rel, strings.Replace(text, from, to, 1))
}

func (b *bench) git(args ...string) string {
	b.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.org"}, args...)...)
	cmd.Dir = b.root
	cmd.Env = []string{"HOME=" + b.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

func (b *bench) head() string { return b.git("rev-parse", "HEAD") }

// message is that of the newest commit.
func (b *bench) message() string { return b.git("log", "-1", "--format=%B") }

// unchanged makes sure that nothing was written since a commit.
func (b *bench) unchanged(head string) {
	b.Helper()
	if b.head() != head || b.git("status", "--porcelain") != "" {
		b.Errorf("something was written: %s\n%s", b.git("log", "--oneline", head+"..HEAD"), b.git("status", "--porcelain"))
	}
}

// sound makes sure that the store verifies and that git finds it clean.
func (b *bench) sound() {
	b.Helper()
	r, err := b.ledger.Desk.Store.Verify(ctx, nil)
	if err != nil || len(r.Problems) > 0 {
		b.Errorf("verify: %+v, %v", r.Problems, err)
	}
	if dirty := b.git("status", "--porcelain"); dirty != "" {
		b.Errorf("the work tree is not clean:\n%s", dirty)
	}
}
