package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/candidates/jobs"
	"gitmem/candidates/model"
	"gitmem/memfile"
)

// copy is the same home once more, in a folder of its own.
func (b *bench) copy(t *testing.T) *bench {
	t.Helper()
	home := t.TempDir()
	b.must(os.CopyFS(home, os.DirFS(b.home)))
	c := benchIn(t, home)
	c.clock.now, c.rules = b.clock.Now(), b.rules
	c.Runner = c.process(nothing, nil)
	return c
}

// dieAt lets nothing be written from the n-th step on.
func dieAt(n int, steps *int, at *string) probing {
	return func(step, path string) error {
		if *steps++; *steps >= n {
			if *at == "" {
				*at = step + " " + filepath.Base(path)
			}
			return errors.New("dead")
		}
		return nil
	}
}

// A kill before any change of the disk, from the lease to the global proposal:
// another process completes it, with one batch and never half of one, and what
// was answered is not asked again.
func TestKilledAtEveryStep(t *testing.T) {
	stride := 1
	if testing.Short() {
		stride = 9
	}
	first := newBench(t)
	_, err := first.Admit("s-talk")
	first.must(err)
	_, err = first.globalDesk(nil)
	first.must(err)
	n := 1
	for killOnce(first.copy(t), n) {
		n += stride
	}
	if n < 60 {
		t.Errorf("only %d steps: does the probe still see them?", n)
	}
	t.Logf("%d steps", n)
}

// killOnce is false once the job comes to its end before the kill.
func killOnce(b *bench, n int) bool {
	b.clock.sleep(7 * 3600e9)
	head, asked, steps, at := b.head(), 0, 0, ""
	ask := always(forEverywhere(), &asked)
	report, err := b.process(ask, dieAt(n, &steps, &at)).Run(ctx, 5)
	if steps < n {
		if err != nil || len(report.Done) != 1 || report.Done[0].Err != nil {
			b.Errorf("unharmed: %+v, %v", report, err)
		}
		return false
	}
	where := fmt.Sprintf("killed at %d (%s)", n, at)
	had := answered(b)
	for range 4 { // attempts that ended so wait, and a lease has to end
		b.clock.sleep(2 * jobs.LeaseTime)
		if report, err = b.process(ask, nil).Run(ctx, 5); err != nil {
			b.Errorf("%s: %v", where, err)
		}
	}
	if had && asked != 1 || asked > 2 {
		b.Errorf("%s: the model was asked %d times, and its answer was kept: %v", where, asked, had)
	}
	if got := b.commits(head); got != 1 {
		b.Errorf("%s: %d commits:\n%s", where, got, b.git("log", "--oneline", head+"..HEAD"))
	}
	wholeBatch(b, where)
	if b.Failed() {
		b.Fatalf("%s: stop: %+v", where, report)
	}
	return true
}

// answered tells whether an answer was kept.
func answered(b *bench) bool {
	for name, text := range files(b, b.Requests.Root) {
		if strings.HasSuffix(name, ".outcome.json") && strings.Contains(text, `"status": "completed"`) {
			return true
		}
	}
	return false
}

// wholeBatch: one job, all that it made, in both stores, and an empty queue.
func wholeBatch(b *bench, where string) {
	b.Helper()
	all := b.settled()
	if len(all) != 1 || all[0].Outcome != memfile.JobCompleted || len(all[0].Made) != 2 || len(all[0].Global) != 1 {
		b.Errorf("%s: %+v", where, all)
		return
	}
	for _, id := range all[0].Made {
		if n := strings.Count(b.git("ls-files"), string(id)); n != 1 {
			b.Errorf("%s: %s is there %d times", where, id, n)
		}
	}
	if got := b.globalCandidates(); len(got) != 1 {
		b.Errorf("%s: the global store has %q", where, got)
	}
	if list := b.jobsIn(); len(list) != 0 {
		b.Errorf("%s: the queue holds %+v", where, list)
	}
	b.sound()
}

// A kill within an admission leaves none, or all of it.
func TestKilledAdmission(t *testing.T) {
	first := newBench(t)
	for n := 1; ; n++ {
		b := first.copy(t)
		steps, at := 0, ""
		_, err := b.process(nothing, dieAt(n, &steps, &at)).Admit("s-talk")
		if steps < n {
			if n < 4 || err != nil {
				t.Errorf("%d steps, %v", n, err)
			}
			return
		}
		if _, err := b.Admit("s-talk"); err != nil || len(b.jobsIn()) != 1 {
			t.Fatalf("killed at %d (%s): %v, %v", n, at, err, b.jobsIn())
		}
	}
}

// A process that slept through its lease settles nothing, whether or not
// somebody else did so meanwhile.
func TestSleptThroughTheLease(t *testing.T) {
	for _, other := range []bool{false, true} {
		b := newBench(t)
		head, asked := b.head(), 0
		ask := always(forEverywhere(), &asked)
		sleepy := func(c context.Context, q model.Request) (model.Answer, error) {
			b.clock.sleep(2 * jobs.LeaseTime)
			if other {
				done, err := b.process(ask, nil).Reflect(ctx, "s-talk", ScopeTurn)
				b.must(errors.Join(err, done.Err))
			}
			return ask(c, q)
		}
		done, err := b.process(sleepy, nil).Reflect(ctx, "s-talk", ScopeTurn)
		b.must(err)
		var lost *jobs.LostError
		if !other && !errors.As(done.Err, &lost) || other && done.Err != nil && !errors.As(done.Err, &lost) || len(done.Settlement.Experiences) > 0 {
			t.Errorf("another process: %v: %+v", other, done)
		}
		if want := map[bool]int{false: 0, true: 1}[other]; b.commits(head) != want {
			t.Errorf("another process: %v: %d commits", other, b.commits(head))
		}
		again, err := b.process(ask, nil).Reflect(ctx, "s-talk", ScopeTurn)
		b.must(errors.Join(err, again.Err))
		if want := map[bool]int{false: 1, true: 2}[other]; asked != want {
			t.Errorf("another process: %v: asked %d times", other, asked)
		}
		wholeBatch(b, "after the sleep")
	}
}

// A settled job of which the global part cannot be done now is done later, and
// is no failure, however often it was tried.
func TestGlobalPartLater(t *testing.T) {
	for _, before := range []int{0, 2} {
		b := newBench(t)
		for range before {
			b.failOnce()
		}
		asked := 0
		p := b.process(always(forEverywhere(), &asked), nil)
		dead := func(step, _ string) error {
			if strings.HasPrefix(step, "op.") {
				return errors.New("dead")
			}
			return nil
		}
		p.Global = func() (*candidates.Desk, error) { return b.globalDesk(dead) }
		done, err := p.Reflect(ctx, "s-talk", ScopeTurn)
		b.must(err)
		if done.Err == nil || len(b.globalCandidates()) != 0 || len(b.settled()) != 1 || len(b.jobsIn()) != 1 {
			t.Fatalf("after %d failures: %+v, %v", before, done, b.jobsIn())
		}
		b.clock.sleep(2 * jobs.LeaseTime)
		_, err = b.process(always(forEverywhere(), &asked), nil).Run(ctx, 5)
		b.must(err)
		wholeBatch(b, "later")
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
	}
}
