package jobs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"gitmem/memfile"
)

func TestEachWayToFinish(t *testing.T) {
	for _, c := range []struct {
		name   string
		finish func(c *Claimed) error
		want   func(*Job)
	}{
		{"postpone", func(c *Claimed) error { return c.Postpone("auth", "no\nkey") }, func(j *Job) {
			j.LastKind, j.LastError, j.Due = "auth", "no key", began.Add(PostponeTime)
		}},
		{"release", func(c *Claimed) error { return c.Release() }, func(*Job) {}},
		{"skip", func(c *Claimed) error { return c.Skip(" not\nneeded ") }, func(j *Job) {
			j.State, j.Reason, j.Attempts = Skipped, "not needed", 1
		}},
		{"retry", func(c *Claimed) error { return c.Retry("", strings.Repeat("é", MaxText), MaxBackoff) }, func(j *Job) {
			j.LastKind, j.LastError, j.Due, j.Attempts = "unknown", strings.Repeat("é", 498)+"…", began.Add(MaxBackoff), 1
		}},
	} {
		b := newBench(t)
		b.admit(work(0))
		claimed := b.claim(b.Queue)
		b.must(c.finish(claimed))
		want := work(0).queued()
		c.want(&want)
		if got := b.get(0); !got.same(want) || !claimed.same(want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, want)
		}
		b.lost(claimed.Holds())
		b.lost(claimed.Settled())
	}
}

func TestFailWaitsForItsRecord(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	b.must(c.Fail("refused", "the model said no"))
	if j := b.get(0); j.State != Failed || !j.same(c.Job) || j.Reason != "refused: the model said no" || j.LastKind != "refused" || j.Attempts != 1 {
		t.Errorf("%+v", j)
	}
	b.must(c.Holds())
	b.nothing(b.process("two", nil)) // it is being recorded
	b.clock.sleep(LeaseTime)
	b.lost(c.Settled())
	again := b.claim(b.process("two", nil))
	if again.State != Failed || again.Attempts != 1 || again.Reason != c.Reason {
		t.Errorf("%+v", again.Job)
	}
	b.must(again.Fail("late", "again"))
	b.must(again.Settled())
	if l := b.list(); len(l) > 0 {
		t.Error(l)
	}
}

func TestSettledTwice(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	b.must(c.Settled())
	if c.State != Settled {
		t.Error(c.State)
	}
	b.lost(c.Holds())
	b.lost(c.Beat(ctx))
	b.lost(c.Retry("x", "y", 0))
	b.must(c.Settled())
	b.admit(work(0)) // by somebody who did not look whether it was settled
	b.must(c.Settled())
	if j := b.get(0); j.State != Queued {
		t.Errorf("%+v", j)
	}
	// What another process took out is settled too.
	c = b.claim(b.Queue)
	twin := &Claimed{Job: c.Job, q: b.process("two", nil), id: c.id, token: c.token}
	b.must(twin.Settled())
	b.must(c.Settled())
}

// A process that slept through its lease may do nothing any more, whatever
// became of the job meanwhile.
func TestSleeperHasLost(t *testing.T) {
	meanwhile := map[string]func(b *bench, two *Queue){
		"nothing happened":    func(*bench, *Queue) {},
		"another took it":     func(b *bench, two *Queue) { b.claim(two) },
		"another retries":     func(b *bench, two *Queue) { b.must(b.claim(two).Retry("timeout", "slow", time.Second)) },
		"another failed":      func(b *bench, two *Queue) { b.must(b.claim(two).Fail("refused", "no")) },
		"another skipped":     func(b *bench, two *Queue) { b.must(b.claim(two).Skip("no")) },
		"another let it go":   func(b *bench, two *Queue) { b.must(b.claim(two).Release()) },
		"the clock went back": func(b *bench, two *Queue) { b.claim(two); b.clock.sleep(-LeaseTime) },
	}
	attempts := map[string]func(c *Claimed) error{
		"holds":    func(c *Claimed) error { return c.Holds() },
		"beat":     func(c *Claimed) error { return c.Beat(ctx) },
		"retry":    func(c *Claimed) error { return c.Retry("x", "y", 0) },
		"postpone": func(c *Claimed) error { return c.Postpone("x", "y") },
		"release":  func(c *Claimed) error { return c.Release() },
		"skip":     func(c *Claimed) error { return c.Skip("x") },
		"fail":     func(c *Claimed) error { return c.Fail("x", "y") },
		"settled":  func(c *Claimed) error { return c.Settled() },
	}
	for what, happen := range meanwhile {
		b := newBench(t)
		b.admit(work(0))
		c := b.claim(b.Queue)
		b.clock.sleep(LeaseTime)
		happen(b, b.process("two", nil))
		before := b.get(0)
		for name, try := range attempts {
			if err := try(c); !errors.As(err, new(*LostError)) {
				t.Errorf("%s, %s: %v", what, name, err)
			}
			if now := b.get(0); !now.same(before) {
				t.Errorf("%s, %s changed the job: %+v", what, name, now)
			}
		}
	}
}

func TestBeatExtends(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	c := b.claim(b.Queue)
	for range 5 {
		b.clock.sleep(LeaseTime - time.Millisecond)
		b.must(c.Beat(ctx))
	}
	b.nothing(b.process("two", nil))
	if j := b.get(0); j.Attempts != 1 || !j.Lease.Until.Equal(b.clock.read().Add(LeaseTime)) {
		t.Errorf("%+v", j.Lease)
	}
	b.must(c.Settled())
}

// jitter is randomness that gives one number.
func jitter(n uint64) *bytes.Reader {
	return bytes.NewReader(binary.BigEndian.AppendUint64(nil, n))
}

func TestBackoff(t *testing.T) {
	q := Open("", Options{})
	want := []time.Duration{1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300} // seconds
	for n, seconds := range want {
		base := seconds * time.Second
		for _, c := range []struct {
			random uint64
			want   time.Duration
		}{{0, base}, {uint64(base/5) - 1, base + base/5 - 1}, {uint64(base / 5), base}} {
			q.o.Rand = jitter(c.random)
			if got, err := q.backoff(n); got != c.want || err != nil {
				t.Errorf("after %d attempts with %d: %v %v, want %v", n, c.random, got, err, c.want)
			}
		}
	}
}

func TestRetryWaits(t *testing.T) {
	for _, c := range []struct {
		attempt      int
		random       uint64
		after, waits time.Duration
	}{
		{1, 0, 0, time.Second},
		{1, uint64(199 * time.Millisecond), 0, 1199 * time.Millisecond},
		{2, 0, 0, 2 * time.Second},
		{3, 0, time.Second, 4 * time.Second},
		{1, 0, -time.Hour, time.Second},
		{1, 0, 7 * time.Second, 7 * time.Second},
		{3, 0, MaxBackoff, MaxBackoff},
		{1, 0, 5*time.Minute + 1, MaxBackoff},
		{1, 0, 100 * time.Hour, MaxBackoff},
	} {
		b := newBench(t)
		b.admit(work(0))
		for range c.attempt - 1 {
			b.must(b.claim(b.Queue).Retry("timeout", "slow", 0))
			b.clock.sleep(MaxBackoff)
		}
		claimed := b.claim(b.Queue)
		b.o.Rand = jitter(c.random)
		b.must(claimed.Retry("timeout", "slow", c.after))
		if got := b.get(0).Due.Sub(b.clock.read()); got != c.waits {
			t.Errorf("%+v: it waits %v", c, got)
		}
		b.clock.sleep(c.waits - time.Millisecond)
		b.nothing(b.Queue)
	}
}

// Without randomness nothing happens: neither a token nor a jitter is made up.
func TestRandomnessFails(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	dry := errors.New("dry")
	good := b.o.Rand
	b.o.Rand = iotest.ErrReader(dry)
	if c, err := b.Claim(ctx, nil); c != nil || !errors.Is(err, dry) || b.get(0).State != Queued {
		t.Errorf("%v %v", c, err)
	}
	b.o.Rand = good
	c := b.claim(b.Queue)
	b.o.Rand = iotest.ErrReader(dry)
	if err := c.Retry("x", "y", 0); !errors.Is(err, dry) || c.Holds() != nil {
		t.Error(err)
	}
}

func TestTextIsOneShortLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " a\n\tb \r\n": "a b", "a\xffb": "a\uFFFDb",
		strings.Repeat("x", MaxText):   strings.Repeat("x", MaxText),
		strings.Repeat("x", MaxText+1): strings.Repeat("x", MaxText-3) + "…",
	} {
		if got := text(in); got != want || !utf8.ValidString(got) || len(got) > MaxText {
			t.Errorf("%q gave %q", in, got)
		}
	}
}

func TestFind(t *testing.T) {
	b := newBench(t)
	if _, err := b.Find("j"); !errors.Is(err, ErrNotFound) {
		t.Errorf("without a queue: %v", err)
	}
	var all []memfile.ID
	for n := range 40 {
		b.admit(work(n))
		all = append(all, named(n))
	}
	for _, prefix := range []string{string(named(7)), string(named(7)[:12])} {
		if j, err := b.Find(prefix); err != nil || j.ID != named(7) {
			t.Errorf("%s: %v %v", prefix, j.ID, err)
		}
	}
	var ambiguous *AmbiguousError
	if _, err := b.Find("j"); !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.IDs, sorted(all)) {
		t.Error(err)
	}
	for _, prefix := range []string{"", "x", "lock", string(named(41)), string(named(1)) + "0", "../queue/" + string(named(1)), "*"} {
		if _, err := b.Find(prefix); !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", prefix, err)
		}
	}
	for _, id := range []memfile.ID{"", "j", "../x", memfile.ID("../queue/" + string(named(1)))} {
		if _, err := b.Get(id); err == nil {
			t.Errorf("%q was found", id)
		}
	}
}

func TestErrorsNameTheJob(t *testing.T) {
	for want, err := range map[string]error{
		"j1: the lease is lost: two took it":               &LostError{ID: "j1", Reason: "two took it"},
		"j: ambiguous, it begins j1, j2":                   &AmbiguousError{Prefix: "j", IDs: []memfile.ID{"j1", "j2"}},
		"due: it is missing":                               &InvalidError{Field: "due", Reason: "it is missing"},
		"queue/j1.json: not a plain file":                  Bad{Path: "queue/j1.json", Err: ErrNotPlain},
		"j1: it is failed, which allows no retry":          &StateError{Job: Job{ID: "j1", State: Failed}, Event: ToRetry},
		"j1: it is skipped, which allows no claim: no use": &StateError{Job: Job{ID: "j1", State: Skipped, Reason: "no use"}, Event: ToClaim},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}
