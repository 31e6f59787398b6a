package jobs

import (
	"slices"
	"testing"

	"gitmem/memfile"
)

// A session that is deleted takes its jobs along, also one that somebody works
// on, who then has lost it.
func TestDropTakesASessionsJobs(t *testing.T) {
	b := newBench(t)
	if ids, err := b.Drop("s"); err != nil || ids != nil {
		t.Fatal(ids, err)
	}
	gone, skipped, other := work(0), work(1), work(2)
	gone.Session, skipped.Session, other.Session = "s", "s", "s2"
	b.admit(gone, skipped, other)
	b.write(7, "no job")
	held, err := b.ClaimID(ctx, gone.ID)
	b.must(err)
	c, err := b.ClaimID(ctx, skipped.ID)
	b.must(err)
	b.must(c.Skip("no"))
	if needed, err := b.Sessions(); err != nil || len(needed) != 2 || !needed["s"] || !needed["s2"] {
		t.Errorf("%v, %v", needed, err)
	}
	ids, err := b.Drop("s")
	b.must(err)
	if want := sorted([]memfile.ID{gone.ID, skipped.ID}); !slices.Equal(sorted(ids), want) {
		t.Errorf("%v, want %v", ids, want)
	}
	b.lost(held.Holds())
	b.must(held.Settled()) // what is gone is settled: no error, and nothing comes back
	if left, bad, err := b.List(); err != nil || len(bad) != 1 || len(left) != 1 || left[0].ID != other.ID {
		t.Errorf("%+v, %v, %v", left, bad, err)
	}
	if again, err := b.Drop("s"); err != nil || len(again) != 0 {
		t.Error(again, err)
	}
}

// A drop that was killed is done by the next one.
func TestDropKilled(t *testing.T) {
	for n := 1; ; n++ {
		b := newBench(t)
		one, two := work(0), work(1)
		one.Session, two.Session = "s", "s"
		b.admit(one, two)
		steps := 0
		_, err := b.process("dying", dieAt(n, &steps)).Drop("s")
		done := steps < n
		if done && (err != nil || n < 3) {
			t.Fatalf("%d steps, %v", steps, err)
		}
		_, err = b.Drop("s")
		b.must(err)
		if left := b.list(); len(left) > 0 {
			t.Fatalf("killed at %d: %+v", n, left)
		}
		if done {
			return
		}
	}
}
