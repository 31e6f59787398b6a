package extract

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/candidates/jobs"
)

// The folder of a person may be called as a pattern is written.
func TestRootLikeAPattern(t *testing.T) {
	b := newBench(t)
	done := b.learn(answer{})
	r := Requests{Root: filepath.Join(t.TempDir(), "ann [1]*")}
	b.must(os.CopyFS(r.Root, os.DirFS(b.Requests.Root)))
	if kept, err := r.Of(done.Job.ID); err != nil || len(kept) != 1 || kept[0].Outcome == nil {
		t.Errorf("%+v, %v", kept, err)
	}
}

// What was kept of a session is readable by nobody else, and goes with it.
func TestRequestsArePrivate(t *testing.T) {
	b := newBench(t)
	b.talk("s-other", pnpmTalk()...)
	done := b.learn(answer{})
	other, err := b.Reflect(ctx, "s-other", ScopeTurn)
	b.must(err)
	for name := range files(t, b.Requests.Root) {
		if info, err := os.Stat(filepath.Join(b.Requests.Root, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	b.must(b.Requests.Drop("s-talk"))
	if len(b.kept(done.Job.ID)) != 0 || len(b.kept(other.Job.ID)) != 1 {
		t.Error("what was kept of the wrong session went")
	}
}

// A record that is damaged is named, and not taken for one that is not there.
func TestDamagedRecord(t *testing.T) {
	b := newBench(t)
	b.failOnce()
	id := b.jobsIn()[0].ID
	b.must(os.WriteFile(filepath.Join(b.Requests.folder("s-talk", id), "001-1.request.json"), []byte("{"), 0o600))
	if kept, err := b.Requests.Of(id); err == nil {
		t.Errorf("%+v", kept)
	}
}

// A person who interrupts loses no attempt, and what was kept before is not
// taken for the answer to another request.
func TestInterrupted(t *testing.T) {
	b := newBench(t)
	stopped, stop := context.WithCancel(ctx)
	asked := 0
	p := b.process(b.stopping(stop, &asked), nil)
	done, err := p.Reflect(stopped, "s-talk", ScopeTurn)
	b.must(err)
	if list := b.jobsIn(); done.Err == nil || len(list) != 1 || list[0].Attempts != 0 || list[0].State != jobs.Queued {
		t.Fatalf("%+v, %+v", done, list)
	}
	was := b.outcomes(b.jobsIn()[0].ID)
	b.hand("Memory says something else now.")
	dead := func(step, path string) error {
		if step == "requests.save" && strings.HasSuffix(path, ".outcome.json") {
			return errors.New("dead")
		}
		return nil
	}
	later := always(answer{Experiences: []item{exp("of the later answer", byPerson)}}, &asked)
	_, err = b.process(later, dead).Reflect(ctx, "s-talk", ScopeTurn)
	b.must(err)
	done, err = b.process(later, nil).Reflect(ctx, "s-talk", ScopeTurn)
	b.must(errors.Join(err, done.Err))
	if got := done.Settlement.Experiences; len(got) != 1 || got[0].Title != "of the later answer" || asked != 3 {
		t.Errorf("asked %d times, first %q: %+v", asked, was, got)
	}
	b.sound()
}
