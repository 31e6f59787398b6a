package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

func TestOrderOfClaims(t *testing.T) {
	b := newBench(t)
	b.nothing(b.Queue) // there is no folder yet
	late, early := work(1), work(2)
	late.Due, early.Due = began, began
	late.Admitted = began.Add(time.Millisecond)
	same := []Job{work(10), work(11), work(12)}
	for i := range same {
		same[i].Due = began.Add(-time.Second)
	}
	b.admit(work(5), late, work(4), early)
	b.admit(same...)
	want := append(sorted(ids(same)), named(2), named(1))
	if got := ids(b.list()); !slices.Equal(got, append(slices.Clone(want), named(4), named(5))) {
		t.Errorf("listed %v", got)
	}
	for _, id := range want {
		if c := b.claim(b.Queue); c.ID != id {
			t.Errorf("claimed %s, want %s", c.ID, id)
		}
	}
	b.nothing(b.Queue) // the others are not due
	b.clock.sleep(4 * time.Second)
	if c := b.claim(b.Queue); c.ID != named(4) {
		t.Errorf("claimed %s", c.ID)
	}
	b.nothing(b.Queue)
}

func TestClaimGivesALease(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	stands := b.get(0)
	if !stands.same(c.Job) || c.State != Running || c.Attempts != 1 || c.Lease.Owner != "one" || !c.Lease.Until.Equal(began.Add(LeaseTime)) {
		t.Errorf("%+v %+v", c.Job, c.Lease)
	}
	if len(c.Lease.Token) != 32 || strings.Trim(c.Lease.Token, "0123456789abcdef") != "" {
		t.Errorf("token %q", c.Lease.Token)
	}
	b.admit(work(-1))
	if other := b.claim(b.Queue); other.Lease.Token == c.Lease.Token {
		t.Error("the same token twice")
	}
	b.must(c.Holds())
}

func TestVerdicts(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1), work(2), work(3), work(4))
	b.clock.sleep(time.Minute)
	until := began.Add(time.Hour)
	var asked []memfile.ID
	c, err := b.Claim(ctx, func(j Job) Verdict {
		asked = append(asked, j.ID)
		switch j.ID {
		case named(0):
			return Leave()
		case named(1):
			return Later(until)
		case named(2):
			return Skip("the session\nis excluded")
		}
		return Take()
	})
	b.must(err)
	if c.ID != named(3) || !slices.Equal(asked, []memfile.ID{named(0), named(1), named(2), named(3)}) {
		t.Errorf("claimed %s, asked for %v", c.ID, asked)
	}
	if j := b.get(0); !j.same(work(0).queued()) {
		t.Errorf("left: %+v", j)
	}
	if j := b.get(1); j.State != Queued || !j.Due.Equal(until) || j.Attempts != 0 {
		t.Errorf("later: %+v", j)
	}
	if j := b.get(2); j.State != Skipped || j.Reason != "the session is excluded" || j.Attempts != 0 {
		t.Errorf("skipped: %+v", j)
	}
	asked = nil
	c, err = b.Claim(ctx, func(j Job) Verdict {
		asked = append(asked, j.ID)
		return Later(began) // which is over: it stays as it is
	})
	if c != nil || err != nil || !slices.Equal(asked, []memfile.ID{named(0), named(4)}) || !b.get(4).Due.Equal(work(4).Due) {
		t.Errorf("%v %v, asked for %v", c, err, asked)
	}
	b.clock.sleep(24 * time.Hour)
	got := []memfile.ID{b.claim(b.Queue).ID, b.claim(b.Queue).ID, b.claim(b.Queue).ID, b.claim(b.Queue).ID}
	if !slices.Equal(got, []memfile.ID{named(0), named(3), named(4), named(1)}) {
		t.Errorf("later claims %v", got)
	}
	b.nothing(b.Queue) // a skipped job never comes back
}

// While a program decides, others go on; what they took is not taken again.
func TestClaimPassesOverWhatChanged(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1))
	b.clock.sleep(time.Minute)
	two := b.process("two", nil)
	var theirs *Claimed
	for _, v := range []Verdict{Take(), Skip("no"), Later(began.Add(time.Hour))} {
		c, err := b.Claim(ctx, func(j Job) Verdict {
			if j.ID != named(0) {
				return Leave()
			}
			theirs = b.claim(two)
			return v
		})
		if c != nil || err != nil || theirs.ID != named(0) || theirs.Holds() != nil {
			t.Fatalf("%+v %v", c, err)
		}
		b.must(theirs.Release())
	}
	c, err := b.Claim(ctx, func(j Job) Verdict { // due once more, but another than was judged
		if j.ID != named(0) {
			return Leave()
		}
		b.must(b.claim(two).Retry("timeout", "slow", 0))
		b.clock.sleep(time.Minute)
		return Take()
	})
	if c != nil || err != nil {
		t.Fatalf("%+v %v", c, err)
	}
}

// A job that is settled while a program decides is gone, and the next one is
// taken.
func TestClaimPassesOverWhatIsGone(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1))
	b.clock.sleep(time.Minute)
	c, err := b.Claim(ctx, func(j Job) Verdict {
		if j.ID == named(0) {
			b.must(b.claim(b.process("two", nil)).Settled())
		}
		return Take()
	})
	b.must(err)
	if c == nil || c.ID != named(1) || len(b.list()) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestExpiredLeaseIsClaimedAgain(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	two := b.process("two", nil)
	for attempt := 1; attempt <= MaxAttempts; attempt++ {
		c := b.claim(b.Queue)
		if c.Attempts != attempt || c.State != Running {
			t.Fatalf("attempt %d: %+v", attempt, c.Job)
		}
		if attempt > 1 && (c.LastKind != Abandoned || c.LastError != "one did not say how its attempt ended") {
			t.Errorf("%q %q", c.LastKind, c.LastError)
		}
		b.clock.sleep(LeaseTime - time.Millisecond)
		b.nothing(two)
		b.clock.sleep(time.Millisecond)
	}
	for range 2 { // where it is not recorded, it is given again
		c := b.claim(two)
		if c.State != Failed || c.Attempts != MaxAttempts || c.LastKind != Abandoned || !strings.HasPrefix(c.Reason, "3 attempts: one did not say") {
			t.Errorf("%+v", c.Job)
		}
		b.nothing(b.Queue)
		b.clock.sleep(LeaseTime)
	}
	c := b.claim(two)
	b.must(c.Settled())
	if l := b.list(); len(l) > 0 {
		t.Errorf("%v", l)
	}
}

func TestFourthClaimFails(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	for n := 1; n <= MaxAttempts; n++ {
		b.must(b.claim(b.Queue).Retry("timeout", fmt.Sprint("slow ", n), 0))
		b.clock.sleep(time.Minute)
	}
	c := b.claim(b.Queue)
	if c.State != Failed || c.Attempts != 3 || c.LastKind != "timeout" || c.LastError != "slow 3" || c.Reason != "3 attempts: slow 3" || c.Holds() != nil {
		t.Errorf("%+v", c.Job)
	}
	for what, err := range map[Event]error{ToRetry: c.Retry("x", "y", 0), ToPostpone: c.Postpone("x", "y")} {
		var state *StateError
		if !errors.As(err, &state) || state.Event != what || state.Job.State != Failed {
			t.Errorf("%s: %v", what, err)
		}
	}
	b.must(c.Beat(ctx))
	b.must(c.Release())
	if j := b.get(0); j.State != Failed || j.Lease != nil || j.Attempts != 3 {
		t.Errorf("%+v", j)
	}
	b.must(b.claim(b.Queue).Settled())
}

func TestClaimID(t *testing.T) {
	b := newBench(t)
	if _, err := b.ClaimID(ctx, named(9)); !errors.Is(err, ErrNotFound) {
		t.Errorf("without a queue: %v", err)
	}
	b.admit(work(500))
	if _, err := b.ClaimID(ctx, named(9)); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	c, err := b.ClaimID(ctx, named(500)) // it is not due
	b.must(err)
	if !c.Manual || c.Attempts != 1 || !b.get(500).Manual {
		t.Errorf("%+v", c.Job)
	}
	var busy *BusyError
	if _, err := b.process("two", nil).ClaimID(ctx, named(500)); !errors.As(err, &busy) || busy.Job.Lease.Owner != "one" || !strings.Contains(err.Error(), "one is at it, until 2020-02-03T05:05:06Z") {
		t.Error(err)
	}
	b.clock.sleep(LeaseTime)
	c, err = b.ClaimID(ctx, named(500))
	b.must(err)
	if c.Attempts != 2 {
		t.Errorf("%+v", c.Job)
	}
	b.must(c.Retry("timeout", "slow", time.Minute))
	c, err = b.ClaimID(ctx, named(500)) // it waits
	b.must(err)
	b.must(c.Retry("timeout", "slow", time.Minute))
	c, err = b.ClaimID(ctx, named(500))
	b.must(err)
	if c.State != Failed {
		t.Errorf("a fourth attempt: %+v", c.Job)
	}
	b.must(c.Skip("the session is excluded"))
	var state *StateError
	if _, err = b.ClaimID(ctx, named(500)); !errors.As(err, &state) || !strings.HasSuffix(err.Error(), "it is skipped, which allows no claim: the session is excluded") {
		t.Error(err)
	}
}

func TestLockIsWaitedFor(t *testing.T) {
	b := newBench(t)
	b.admit(work(0), work(1))
	b.clock.sleep(time.Minute)
	c := b.claim(b.Queue)
	release, err := b.lock(ctx)
	b.must(err)
	b.o.Wait = 0
	if _, err := b.Claim(ctx, nil); !errors.Is(err, repo.ErrLockBusy) {
		t.Error(err)
	}
	for what, err := range map[string]error{"beat": c.Beat(ctx), "retry": c.Retry("x", "y", 0), "settled": c.Settled()} {
		if !errors.Is(err, repo.ErrLockBusy) {
			t.Errorf("%s: %v", what, err)
		}
	}
	b.must(c.Holds()) // which needs none
	release()
	b.must(c.Settled())
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := b.Claim(ended, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
