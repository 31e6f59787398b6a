package candidates

import (
	"errors"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
)

// killAt is a desk whose store dies at a step: nothing it does from there on
// has an effect.
func (b *bench) killAt(step string) *Desk {
	b.Helper()
	o := b.options()
	dead := false
	o.Probe = func(at, _ string) error {
		if dead = dead || at == step; dead {
			return errors.New("dead")
		}
		return nil
	}
	s, err := repo.Open(b.root, o)
	if err != nil {
		b.Fatal(err)
	}
	b.desk = b.open()
	return Open(s, b.desk.Rules)
}

// uncertain makes an operation uncertain: it dies after the file was replaced,
// and a person saves the file. It gives the operation and the candidate.
func (b *bench) uncertain(step string, act func(*Desk) (Outcome, error)) (memfile.ID, memfile.ID) {
	b.Helper()
	if _, err := act(b.killAt(step)); err == nil {
		b.Fatal("it was not killed")
	}
	b.save(ResidentPath, b.memory()+"- saved beside\n")
	if _, err := b.desk.Store.Recover(ctx); err != nil {
		b.Fatal(err)
	}
	ops, err := b.desk.Store.Pending()
	if err != nil || len(ops) != 1 || ops[0].State != repo.Uncertain || len(ops[0].IDs) != 1 {
		b.Fatalf("pending %+v, %v", ops, err)
	}
	return ops[0].Operation, ops[0].IDs[0]
}

// Whatever was interrupted, at whatever step, a person can end it with any of
// the three answers, and the records then say what stands.
func TestResolveEveryUncertainOperation(t *testing.T) {
	texts := Proposal{Edit: memfile.Edit{Action: memfile.ActionAdd, Content: "Two."}, Actor: ada, Confidence: 10000, Apply: true}
	kinds := map[string]func(*bench) func(*Desk) (Outcome, error){
		"one step": func(*bench) func(*Desk) (Outcome, error) {
			return func(d *Desk) (Outcome, error) { return d.Propose(ctx, texts) }
		},
		"approve": func(b *bench) func(*Desk) (Outcome, error) {
			id := b.must(b.desk.Propose(ctx, add("Two."))).Candidate.ID
			return func(d *Desk) (Outcome, error) { return d.Approve(ctx, id, ada) }
		},
		"undo": func(b *bench) func(*Desk) (Outcome, error) {
			id := b.hand("Two.").Candidate.ID
			return func(d *Desk) (Outcome, error) { return d.Undo(ctx, id, ada) }
		},
		"edit": func(b *bench) func(*Desk) (Outcome, error) {
			w := Rewrite{Actor: ada, Shown: b.standing(), Text: []byte(b.memory() + "- Two.\n")}
			return func(d *Desk) (Outcome, error) { _, err := d.Rewrite(ctx, w); return Outcome{}, err }
		},
	}
	for name, prepare := range kinds {
		for _, step := range []string{"op.replaced", "op.records"} {
			for _, keep := range []repo.Keep{repo.KeepCurrent, repo.KeepBefore, repo.KeepAfter} {
				t.Run(name+" "+step+" "+string(keep), func(t *testing.T) {
					b := newBench(t)
					b.hand("One.")
					act := prepare(b)
					op, id := b.uncertain(step, act)
					checkResolve(t, b, op, id, keep, name == "undo")
				})
			}
		}
	}
}

func checkResolve(t *testing.T, b *bench, op, id memfile.ID, keep repo.Keep, undo bool) {
	t.Helper()
	if b.state(id) != Uncertain {
		t.Errorf("before: %s", b.state(id))
	}
	if _, err := b.desk.Propose(ctx, Proposal{Edit: memfile.Edit{Action: memfile.ActionAdd, Content: "Three."}, Actor: ada, Apply: true}); !errors.As(err, new(*repo.UncertainError)) {
		t.Errorf("an apply meanwhile: %v", err)
	}
	found, at, err := b.desk.FindUncertain(string(id)[:8])
	if err != nil || found != op || at.Path != ResidentPath {
		t.Fatalf("found %s, %v", found, err)
	}
	if diff := ResolveDiff(at, keep); (diff == "") != (keep == repo.KeepCurrent) {
		t.Errorf("shown for %s:\n%s", keep, diff)
	}
	b.must(b.desk.Resolve(ctx, op, keep, ada))
	want := map[repo.Keep]State{repo.KeepCurrent: Failed, repo.KeepBefore: Failed, repo.KeepAfter: Applied}[keep]
	if undo {
		want = map[repo.Keep]State{repo.KeepCurrent: Failed, repo.KeepBefore: Applied, repo.KeepAfter: Undone}[keep]
	}
	if b.state(id) != want {
		t.Errorf("after %s: %s, want %s", keep, b.state(id), want)
	}
	if stands := strings.Contains(b.memory(), "saved beside"); stands != (keep == repo.KeepCurrent) {
		t.Errorf("memory %q", b.memory())
	}
	if out := b.git("status", "--porcelain"); out != "" {
		t.Errorf("the work tree is not clean: %s", out)
	}
	if _, _, err := b.desk.FindUncertain(string(op)); !errors.Is(err, repo.ErrNotUncertain) {
		t.Errorf("a second time: %v", err)
	}
	p, err := b.desk.Store.Verify(ctx, nil)
	if err != nil || len(p.Problems) > 0 {
		t.Errorf("verify: %+v, %v", p, err)
	}
}
