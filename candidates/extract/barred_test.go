package extract

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
)

// A settlement that lost its lease or its permission writes nothing.
func TestNothingIsSettledByWhoMayNot(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(b *bench)
		wants     func(b *bench, d Done) bool
	}{
		"the session was excluded": {func(b *bench) { b.excluded("s-talk") }, func(b *bench, d Done) bool {
			return d.Err == nil && strings.Contains(d.Skipped, "excluded") && b.jobsIn()[0].State == "skipped"
		}},
		"learning was switched off": {func(b *bench) { b.disabled("s-talk") }, func(b *bench, d Done) bool {
			return d.Err == nil && strings.Contains(d.Skipped, "disabled") && b.jobsIn()[0].State == "skipped"
		}},
		"the session was deleted": {func(b *bench) {
			b.must(b.Requests.Drop("s-talk"))
			_, err := b.Queue.Drop("s-talk")
			b.must(err)
			b.must(b.Shelf.Delete(ctx, "s-talk"))
		}, func(b *bench, d Done) bool {
			return d.Err != nil && len(b.jobsIn()) == 0 && len(files(b, b.Requests.Root)) == 0
		}},
		"it took in something from outside": {func(b *bench) { b.tookIn("s-talk") }, func(b *bench, d Done) bool {
			return d.Err == nil && d.Settlement.Experiences[0].Status == memfile.StatusHeld
		}},
	} {
		for _, attempts := range []int{1, 3} {
			b := newBench(t)
			head := b.head()
			p := b.process(b.meanwhile(c.meanwhile), nil)
			for n := 1; n < attempts; n++ { // so that the next failure is the last
				b.failOnce()
			}
			done, err := p.Reflect(ctx, "s-talk", ScopeTurn)
			b.must(err)
			if !c.wants(b, done) {
				t.Errorf("%s, attempt %d: %+v, %v", name, attempts, done, b.jobsIn())
			}
			if done.Err != nil || done.Skipped != "" {
				if b.head() != head {
					t.Errorf("%s, attempt %d: something was committed:\n%s", name, attempts, b.git("log", "-1", "--stat"))
				}
			}
			b.sound()
		}
	}
}

// failOnce lets an attempt on the talk fail for a reason of the moment.
func (b *bench) failOnce() {
	b.Helper()
	done, err := b.process(failing(errors.New("odd")), nil).Reflect(ctx, "s-talk", ScopeTurn)
	b.must(err)
	if done.Err == nil || done.Job.State != jobs.Queued {
		b.Fatal("it did not fail")
	}
}

// A failure is a record too: none is made of a session that may not be learned
// from any more, or by who has lost the job.
func TestNoFailureIsRecordedByWhoMayNot(t *testing.T) {
	for name, meanwhile := range map[string]func(b *bench){
		"excluded": func(b *bench) { b.excluded("s-talk") },
		"asleep":   func(b *bench) { b.clock.sleep(2 * jobs.LeaseTime) },
		"deleted":  func(b *bench) { b.must(b.Shelf.Delete(ctx, "s-talk")) },
	} {
		b := newBench(t)
		head := b.head()
		ask := func(context.Context, model.Request) (model.Answer, error) {
			meanwhile(b)
			return model.Answer{}, &model.RefusedError{Where: "m", Why: "no"}
		}
		_, err := b.process(ask, nil).Reflect(ctx, "s-talk", ScopeTurn)
		b.must(err)
		if b.head() != head {
			t.Errorf("%s: %s", name, b.git("log", "-1", "--stat"))
		}
		if list := b.jobsIn(); name != "asleep" && (len(list) != 1 || list[0].State != jobs.Skipped) {
			t.Errorf("%s: %+v", name, list)
		}
		b.sound()
	}
}
