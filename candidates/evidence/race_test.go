package evidence

import (
	"errors"
	"sync"
	"testing"

	"gitmem/memfile"
)

// race lets two processes do the same at once and gives their errors.
func (b *bench) race(act func(l *Ledger) error) []error {
	b.Helper()
	ledgers := []*Ledger{b.frozen(), b.frozen()}
	errs := make([]error, len(ledgers))
	var start, done sync.WaitGroup
	start.Add(1)
	for i, l := range ledgers {
		done.Add(1)
		go func() {
			defer done.Done()
			start.Wait()
			errs[i] = act(l)
		}()
	}
	start.Done()
	done.Wait()
	return errs
}

// won makes sure that one of two came through, and that the other was told in
// which state it found things.
func (b *bench) won(what string, errs []error, lost func(error) bool) {
	b.Helper()
	if (errs[0] == nil) == (errs[1] == nil) || !lost(errors.Join(errs...)) {
		b.Errorf("%s: %v and %v", what, errs[0], errs[1])
	}
	if n := b.git("rev-list", "--count", "ORIG_HEAD..HEAD"); n != "1" {
		b.Errorf("%s: %s commits", what, n)
	}
	b.sound()
}

func TestTwoProcessesRace(t *testing.T) {
	inState := func(err error) bool { return errors.As(err, new(*StateError)) }
	stale := func(err error) bool { return errors.As(err, new(*StaleError)) }
	for range 5 {
		b := newBench(t)
		waits, note := b.record(held("s1", "Use make."), agent), b.note("Use pnpm.")
		issue := b.record(IssueOf("Slow."), ada)
		b.applied(note)
		for _, c := range []struct {
			what string
			lost func(error) bool
			act  func(l *Ledger) error
		}{
			{"confirm", inState, func(l *Ledger) error { _, err := l.Confirm(ctx, []memfile.ID{waits}, "", ada); return err }},
			{"solve", inState, func(l *Ledger) error { _, err := l.Solve(ctx, issue, "Cache.", ada); return err }},
			{"promote", inState, func(l *Ledger) error { _, err := l.Promote(ctx, waits, Promotion{}, ada); return err }},
			{"forget", inState, func(l *Ledger) error { _, err := l.Forget(ctx, []memfile.ID{note}, ada); return err }},
			{"feedback", stale, func(l *Ledger) error { return feedbackError(l.Feedback(ctx, rate("positive", "", 0), ada)) }},
		} {
			b.git("update-ref", "ORIG_HEAD", "HEAD")
			b.won(c.what, b.race(c.act), c.lost)
		}
	}
}

// Two processes that record the same make one experience.
func TestTwoProcessesRecordTheSame(t *testing.T) {
	b := newBench(t)
	head := b.head()
	errs := b.race(func(l *Ledger) error { _, err := l.Record(ctx, held("s1", "Use make."), agent); return err })
	if errs[0] != nil || errs[1] != nil || b.git("rev-list", "--count", head+"..HEAD") != "1" {
		t.Errorf("%v", errs)
	}
	b.sound()
}
