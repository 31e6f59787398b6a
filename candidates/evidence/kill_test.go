package evidence

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// killing is an operation that is killed at every step.
type killing struct {
	name string
	act  func(b *bench, l *Ledger) error
}

// stage is a store in which every operation has something to do: one id is
// active, one is held, one an issue; one supports an applied and an open
// candidate; others name the session s2, as an open candidate does.
type stage struct {
	active, waits, issue, supports memfile.ID
	applied, open                  memfile.ID
}

func (b *bench) setUp() stage {
	b.Helper()
	s := stage{active: b.note("Use pnpm."), waits: b.record(held("s1", "Use make."), agent), issue: b.record(IssueOf("Slow."), ada), supports: b.note("Use go.")}
	s.applied = b.applied(s.supports)
	out, err := b.ledger.Desk.Propose(ctx, candidates.Proposal{
		Edit: memfile.Edit{Action: "add", Content: "Use go 1.25."}, Reason: "r", Confidence: 9000, Actor: agent, Evidence: []memfile.ID{s.supports},
	})
	b.must(out, err)
	s.open = out.Candidate.ID
	b.inSession("s2")
	return s
}

var killings = []killing{
	{"record", func(_ *bench, l *Ledger) error { _, err := l.Record(ctx, NoteOf("New."), ada); return err }},
	{"confirm", func(_ *bench, l *Ledger) error { _, err := l.Confirm(ctx, nil, "s1", ada); return err }},
	{"solve", func(b *bench, l *Ledger) error {
		found, err := l.List(Filter{Kind: memfile.KindUnresolvedIssue})
		b.must(found, err)
		_, err = l.Solve(ctx, found.Records[0].ID, "Cache.", ada)
		return err
	}},
	{"promote", func(b *bench, l *Ledger) error {
		_, err := l.Promote(ctx, b.named("Use pnpm."), Promotion{}, ada)
		return err
	}},
	{"forget", func(b *bench, l *Ledger) error {
		_, err := l.Forget(ctx, []memfile.ID{b.named("Use go."), b.named("Use pnpm.")}, ada)
		return err
	}},
	{"detach", func(_ *bench, l *Ledger) error { _, err := l.Detach(ctx, "s2", ada); return err }},
	{"feedback", func(_ *bench, l *Ledger) error {
		return feedbackError(l.Feedback(ctx, rate("positive", "good", 0), ada))
	}},
}

// named finds an experience by its title.
func (b *bench) named(title string) memfile.ID {
	b.Helper()
	l, err := b.open(nil).List(Filter{})
	b.must(l, err)
	i := slices.IndexFunc(l.Records, func(r Record) bool { return r.Title == title })
	if i < 0 {
		b.Fatalf("no experience %q", title)
	}
	return l.Records[i].ID
}

// A kill before any change of the disk leaves an operation done whole or not
// at all, whatever recovery has to do; running it again then ends it.
func TestKilledAtEveryStep(t *testing.T) {
	stride := 1
	if testing.Short() {
		stride = 7
	}
	first := newBench(t)
	s := first.setUp()
	for _, k := range killings {
		t.Run(k.name, func(t *testing.T) {
			n := 1
			for killOnce(first.copy(t), s, k, n) {
				n += stride
			}
			if n < 20 {
				t.Errorf("only %d steps: does the probe still see them?", n)
			}
		})
	}
}

// copy is the same store once more, in a folder of its own.
func (b *bench) copy(t *testing.T) *bench {
	t.Helper()
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(filepath.Dir(b.root))); err != nil {
		t.Fatal(err)
	}
	c := &bench{TB: t, root: filepath.Join(home, "store"), now: b.now}
	c.env = repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	c.ledger = c.open(nil)
	return c
}

// killOnce is false once the operation comes to its end before the kill.
func killOnce(b *bench, s stage, k killing, n int) bool {
	before, head := b.everything(), b.head()
	steps, at := 0, ""
	dying := b.open(func(step, path string) error {
		if steps++; steps >= n {
			at = step
			return errors.New("dead")
		}
		return nil
	})
	err := k.act(b, dying)
	if steps < n {
		return false
	}
	b.ledger = b.open(nil)
	where := fmt.Sprintf("%s, killed at %d (%s)", k.name, n, at)
	b.recoverTwice(where)
	done := b.git("rev-list", "--count", head+"..HEAD") == "1"
	switch {
	case err == nil && !done:
		b.Errorf("%s: it was reported and is not there", where)
	case !done && b.everything() != before:
		b.Errorf("%s: it left something:\n%s", where, b.git("status", "--porcelain"))
	case done && k.name == "forget":
		b.wholeForget(where, s)
	case done && k.name == "detach" && len(b.naming("session: s2")) > 0:
		b.Errorf("%s: half a detach", where)
	}
	b.sound()
	if !done {
		if err := k.act(b, b.ledger); err != nil {
			b.Errorf("%s: it cannot be done any more: %v", where, err)
		}
		b.sound()
	}
	if b.Failed() {
		b.Fatalf("%s: stop", where)
	}
	return true
}

// everything is the files of the work tree that git knows, with their blobs.
func (b *bench) everything() string {
	b.Helper()
	var lines []string
	for _, line := range strings.Split(b.git("ls-files", "-s"), "\n") {
		_, file, _ := strings.Cut(line, "\t")
		lines = append(lines, line+" "+memfile.BlobID([]byte(b.read(file))))
	}
	return strings.Join(lines, "\n") + b.git("ls-files", "-o", "--exclude-standard")
}

// recoverTwice settles what is pending; the second time there is nothing.
func (b *bench) recoverTwice(where string) {
	b.Helper()
	if _, err := b.ledger.Desk.Store.Recover(ctx); err != nil {
		b.Fatalf("%s: recover: %v", where, err)
	}
	head := b.head()
	again, err := b.ledger.Desk.Store.Recover(ctx)
	if err != nil || len(again) > 0 || b.head() != head {
		b.Errorf("%s: second recover: %+v, %v", where, again, err)
	}
}

// wholeForget: what was open is rejected, what was applied has its revocation,
// and both experiences are forgotten.
func (b *bench) wholeForget(where string, s stage) {
	b.Helper()
	open, err := b.ledger.Desk.OpenList()
	b.must(open, err)
	revoked := slices.ContainsFunc(open.Records, func(r candidates.Record) bool {
		return strings.Contains(r.Reason, "revokes "+string(s.applied)) && r.Action == memfile.ActionRemove
	})
	if b.at(s.supports).Status != "forgotten" || b.at(s.active).Status != "forgotten" || b.candidate(s.open).State != candidates.Rejected || !revoked || len(open.Records) != 2 || len(open.Invalid) != 0 {
		b.Errorf("%s: half a forget", where)
	}
}

// A promotion that was killed leaves either both records or neither, read by a
// process that does not recover.
func TestReadersAfterAKill(t *testing.T) {
	for _, step := range []string{"op.ref", "op.create", "op.exchange", "op.records", "op.index", "op.branch"} {
		b := newBench(t)
		id := b.note("Use pnpm.")
		dead := false
		dying := b.open(func(at, _ string) error {
			if dead = dead || at == step; dead {
				return errors.New("dead")
			}
			return nil
		})
		if _, err := dying.Promote(ctx, id, Promotion{}, ada); err == nil || !dead {
			t.Fatalf("%s: it was not killed: %v", step, err)
		}
		l, err := b.ledger.List(Filter{})
		if err != nil || len(l.Invalid) != 0 || len(l.Records) != 1 {
			t.Errorf("%s: %+v, %v", step, l, err)
		}
		if _, err := b.ledger.Counts(); err != nil {
			t.Errorf("%s: counts: %v", step, err)
		}
	}
}
