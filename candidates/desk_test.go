package candidates

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// table top of tests: a store in a temporary folder, a clock that ticks.
type bench struct {
	testing.TB
	root string
	env  repo.Env
	now  time.Time
	desk *Desk
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
	b.desk = b.open()
	return b
}

func (b *bench) options() repo.Options {
	return repo.Options{Env: b.env, Now: func() time.Time { b.now = b.now.Add(time.Second); return b.now }, LockWait: time.Second}
}

func (b *bench) open() *Desk {
	s, err := repo.Open(b.root, b.options())
	if err != nil {
		b.Fatal(err)
	}
	return Open(s, Rules{Cap: 3000, Promotion: PolicyReview, AutoConfidence: 9000, PendingDays: 30})
}

var (
	ada   = Actor{Kind: memfile.ActorUser, Via: ViaFlag}
	agent = Actor{Kind: memfile.ActorTool, Agent: "claude-code"}
	ctx   = context.Background()
)

func add(text string) Proposal {
	return Proposal{Edit: memfile.Edit{Action: memfile.ActionAdd, Content: text}, Reason: "said twice", Confidence: 9500, Actor: agent}
}

// must fails where a decision does.
func (b *bench) must(out Outcome, err error) Outcome {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// hand is what a person adds at once.
func (b *bench) hand(text string) Outcome {
	b.Helper()
	p := add(text)
	p.Actor, p.Apply = ada, true
	return b.must(b.desk.Propose(ctx, p))
}

func (b *bench) memory() string {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.root, ResidentPath))
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	if err != nil {
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

func (b *bench) state(id memfile.ID) State {
	b.Helper()
	rec, err := b.desk.Find(string(id))
	if err != nil {
		b.Fatal(err)
	}
	return rec.State
}

func (b *bench) commits() int { return strings.Count(b.git("log", "--format=%H"), "\n") + 1 }
