package candidates

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
)

// dying is a desk whose store dies at its n-th change of the disk; count is
// how far it came.
func (b *bench) dying(n int) (d *Desk, count *int) {
	b.Helper()
	count = new(int)
	o := b.options()
	o.Probe = func(string, string) error {
		if *count++; *count >= n {
			return errors.New("dead")
		}
		return nil
	}
	s, err := repo.Open(b.root, o)
	if err != nil {
		b.Fatal(err)
	}
	return Open(s, b.desk.Rules), count
}

// A resolve that is killed anywhere leaves a store that goes on: recovery ends
// twice without an error, what a person wrote is in the file or in the history,
// and the records agree with it.
func TestResolveKilledAtEveryStep(t *testing.T) {
	stride := 3
	if testing.Short() {
		stride = 11
	}
	for _, undo := range []bool{false, true} {
		for _, keep := range []repo.Keep{repo.KeepCurrent, repo.KeepBefore, repo.KeepAfter} {
			for n := 1; ; n += stride {
				if !resolveKilled(t, undo, keep, n) {
					break
				}
			}
		}
	}
}

// resolveKilled is one kill; false once the resolve came to its end.
func resolveKilled(t *testing.T, undo bool, keep repo.Keep, n int) bool {
	b := newBench(t)
	b.hand("One.")
	act := func(d *Desk) (Outcome, error) {
		p := add("Two.")
		p.Actor, p.Apply = ada, true
		return d.Propose(ctx, p)
	}
	if undo {
		id := b.hand("Two.").Candidate.ID
		act = func(d *Desk) (Outcome, error) { return d.Undo(ctx, id, ada) }
	}
	op, _ := b.uncertain("op.replaced", act)
	d, count := b.dying(n)
	_, err := d.Resolve(ctx, op, keep, ada)
	where := fmt.Sprintf("undo %v, keep %s, killed at %d", undo, keep, n)
	if *count < n {
		return false
	}
	b.afterKill(where, err == nil)
	if t.Failed() {
		t.FailNow()
	}
	return true
}

func (b *bench) afterKill(where string, reported bool) {
	b.Helper()
	b.desk = b.open()
	for range 2 {
		if _, err := b.desk.Store.Recover(ctx); err != nil {
			b.Fatalf("%s: recover: %v", where, err)
		}
	}
	ops, err := b.desk.Store.Pending()
	if err != nil || reported && len(ops) > 0 {
		b.Errorf("%s: pending %+v, %v", where, ops, err)
	}
	for _, op := range ops { // still uncertain: a person answers again
		if op.State == repo.Uncertain {
			b.must(b.desk.Resolve(ctx, op.Operation, repo.KeepCurrent, ada))
		}
	}
	if !strings.Contains(b.memory(), "saved beside") && !strings.Contains(b.git("log", "-p", "--", ResidentPath), "saved beside") {
		b.Errorf("%s: what a person wrote is lost; memory %q", where, b.memory())
	}
	if a, err := b.desk.Adopt(ctx, AdoptOptions{Actor: ada}); err != nil {
		b.Errorf("%s: adopt: %+v, %v", where, a, err)
	}
	p := add("Three.")
	p.Actor, p.Apply = Actor{Kind: memfile.ActorUser, Via: ViaFlag}, true
	if _, err := b.desk.Propose(ctx, p); err != nil {
		b.Errorf("%s: the store does not go on: %v", where, err)
	}
	if r, err := b.desk.Store.Verify(ctx, nil); err != nil || len(r.Problems) > 0 {
		b.Errorf("%s: verify: %+v, %v", where, r.Problems, err)
	}
	if list, err := b.desk.OpenList(); err != nil || len(list.Invalid) > 0 {
		b.Errorf("%s: invalid %+v, %v", where, list.Invalid, err)
	}
}
