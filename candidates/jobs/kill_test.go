package jobs

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// killing is a piece of work that is killed at every step. It gives what it
// claimed.
type killing struct {
	name  string
	steps int // at least
	act   func(b *bench, dying *Queue) (*Claimed, error)
}

// finishing claims with a process that lives and ends with one that dies.
func finishing(end func(c *Claimed) error) func(b *bench, dying *Queue) (*Claimed, error) {
	return func(b *bench, dying *Queue) (*Claimed, error) {
		c := b.claim(b.Queue)
		c.q = dying
		return c, end(c)
	}
}

var killings = []killing{
	{"admit", 4, func(_ *bench, dying *Queue) (*Claimed, error) { _, _, err := dying.Admit(work(7)); return nil, err }},
	{"admit without links", 3, func(b *bench, dying *Queue) (*Claimed, error) {
		dying.link = func(string, string) error { return errors.ErrUnsupported }
		_, _, err := dying.Admit(work(7))
		return nil, err
	}},
	{"claim", 3, func(_ *bench, dying *Queue) (*Claimed, error) { return dying.Claim(ctx, nil) }},
	{"claim by id", 3, func(_ *bench, dying *Queue) (*Claimed, error) { return dying.ClaimID(ctx, named(1)) }},
	{"claim after another", 3, func(b *bench, dying *Queue) (*Claimed, error) {
		b.claim(b.Queue)
		b.clock.sleep(LeaseTime)
		return dying.Claim(ctx, func(j Job) Verdict {
			if j.ID == named(0) {
				return Take()
			}
			return Leave()
		})
	}},
	{"later and skip", 6, func(_ *bench, dying *Queue) (*Claimed, error) {
		return dying.Claim(ctx, func(j Job) Verdict {
			if j.ID == named(0) {
				return Skip("no")
			}
			return Later(began.Add(time.Hour))
		})
	}},
	{"beat", 3, finishing(func(c *Claimed) error { return c.Beat(ctx) })},
	{"retry", 3, finishing(func(c *Claimed) error { return c.Retry("timeout", "slow", 0) })},
	{"postpone", 3, finishing(func(c *Claimed) error { return c.Postpone("auth", "no key") })},
	{"release", 3, finishing(func(c *Claimed) error { return c.Release() })},
	{"skip", 3, finishing(func(c *Claimed) error { return c.Skip("no") })},
	{"fail", 3, finishing(func(c *Claimed) error { return c.Fail("refused", "no") })},
	{"settle", 2, finishing(func(c *Claimed) error { return c.Settled() })},
	{"fail and settle", 5, finishing(func(c *Claimed) error {
		if err := c.Fail("refused", "no"); err != nil {
			return err
		}
		return c.Settled()
	})},
}

// A kill before any change of the disk leaves a queue that reads and goes on:
// no job is lost, and none is claimed by two at once.
func TestKilledAtEveryStep(t *testing.T) {
	for _, k := range killings {
		t.Run(k.name, func(t *testing.T) {
			n := 1
			for killOnce(t, k, n) {
				n++
			}
			if n <= k.steps {
				t.Errorf("only %d steps: does the probe still see them?", n-1)
			}
		})
	}
}

// The first admission makes the folder too.
func TestKilledAtTheFirstAdmission(t *testing.T) {
	for n := 1; ; n++ {
		b := newBench(t)
		steps := 0
		_, fresh, err := b.process("dying", dieAt(n, &steps)).Admit(work(0))
		if steps < n {
			if n < 6 || err != nil || !fresh {
				t.Errorf("%d steps, %v", steps, err)
			}
			return
		}
		if _, _, err := b.Admit(work(0)); err != nil {
			t.Fatalf("killed at %d: %v", n, err)
		}
		if c := b.claim(b.Queue); c.ID != named(0) {
			t.Fatalf("killed at %d: %+v", n, c)
		}
	}
}

// dieAt lets nothing be written from the n-th step on.
func dieAt(n int, steps *int) func(step, path string) error {
	return func(string, string) error {
		if *steps++; *steps >= n {
			return errors.New("dead")
		}
		return nil
	}
}

// killOnce is false once the work comes to its end before the kill.
func killOnce(t *testing.T, k killing, n int) bool {
	b := newBench(t)
	b.admit(work(0), work(1))
	b.clock.sleep(time.Minute)
	steps := 0
	mine, err := k.act(b, b.process("dying", dieAt(n, &steps)))
	if steps < n {
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
		return false
	}
	where := fmt.Sprintf("%s, killed at %d", k.name, n)
	if err == nil {
		t.Fatalf("%s: no error", where)
	}
	survived(b, where, mine)
	return true
}

// survived lets another process finish everything.
func survived(b *bench, where string, mine *Claimed) {
	b.Helper()
	there := map[string]bool{}
	for _, j := range b.list() {
		there[string(j.ID)] = true
	}
	settling := mine != nil && !there[string(mine.ID)]
	if !there[string(named(1))] || !there[string(named(0))] && !settling {
		b.Fatalf("%s: a job is lost: %v", where, there)
	}
	b.goesOn(where, mine)
	for _, j := range b.list() {
		if j.State != Skipped {
			b.Errorf("%s: it was never claimed again: %+v", where, j)
		}
	}
	if _, fresh, err := b.Admit(work(7)); !fresh || err != nil {
		b.Errorf("%s: it cannot be admitted any more: %v %v", where, fresh, err)
	}
}

// goesOn claims and settles everything: at once what nobody holds, and the
// rest after the lease.
func (b *bench) goesOn(where string, mine *Claimed) {
	b.Helper()
	two := b.process("two", nil)
	for range 2 {
		seen := map[string]bool{}
		var held []*Claimed
		for {
			c, err := two.Claim(ctx, nil)
			b.must(err)
			if c == nil {
				break
			}
			if seen[string(c.ID)] {
				b.Fatalf("%s: %s was claimed twice", where, c.ID)
			}
			if mine != nil && c.ID == mine.ID && mine.Holds() == nil {
				b.Fatalf("%s: two hold %s", where, c.ID)
			}
			seen[string(c.ID)], held = true, append(held, c)
		}
		for _, c := range held {
			b.must(c.Settled())
		}
		b.clock.sleep(2 * LeaseTime)
	}
}
