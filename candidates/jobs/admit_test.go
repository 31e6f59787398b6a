package jobs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gitmem/memfile"
)

func TestAdmitTwiceIsOnce(t *testing.T) {
	b := newBench(t)
	j := work(1)
	j.State, j.Attempts, j.LastKind, j.Reason, j.Lease = Failed, 3, "x", "y", &Lease{Token: "t"} // what only the queue decides
	first, fresh, err := b.Admit(j)
	b.must(err)
	if want := work(1); !fresh || first.State != Queued || first.Attempts != 0 || first.Lease != nil || first.Reason+first.LastKind != "" || !first.Due.Equal(want.Due) {
		t.Errorf("%v %+v", fresh, first)
	}
	again := work(1)
	again.Session, again.Due, again.Manual = "s2", began, true
	second, fresh, err := b.Admit(again)
	b.must(err)
	if fresh || !second.same(first) || !b.get(1).same(first) {
		t.Errorf("%v %+v", fresh, second)
	}
	b.clock.sleep(time.Minute)
	c := b.claim(b.Queue)
	if there, fresh, err := b.Admit(work(1)); fresh || err != nil || !there.same(c.Job) {
		t.Errorf("a running job was admitted again: %v %v %+v", fresh, err, there)
	}
	b.must(c.Skip("no"))
	if there, fresh, err := b.Admit(work(1)); fresh || err != nil || there.State != Skipped {
		t.Errorf("a skipped job was admitted again: %v %v %+v", fresh, err, there)
	}
}

func TestAdmitKeepsEveryField(t *testing.T) {
	b := newBench(t)
	j := work(1)
	j.Manual, j.Scope, j.Session = true, "session", "ünïcode <&> \x01"
	j.Admitted = began.Add(1234567 * time.Microsecond).In(time.FixedZone("", 3600))
	given, _, err := b.Admit(j)
	b.must(err)
	j.Admitted, j.State = began.Add(1234*time.Millisecond), Queued
	if got := b.get(1); got != j || given != j {
		t.Errorf("got  %+v\nwant %+v", got, j)
	}
	var bare Job
	bare.ID, bare.Kind = named(2), "mining"
	got, _, err := b.Admit(bare)
	b.must(err)
	if !got.Admitted.Equal(began) || !got.Due.Equal(began) {
		t.Errorf("%+v", got)
	}
}

func TestAdmitByManyIsOnce(t *testing.T) {
	b := newBench(t)
	for n := range 20 {
		var start, done sync.WaitGroup
		var fresh atomic.Int32
		start.Add(1)
		for i := range 8 {
			q := b.process(fmt.Sprint(i), nil)
			done.Add(1)
			go func() {
				defer done.Done()
				start.Wait()
				_, isNew, err := q.Admit(work(n))
				if err != nil {
					t.Error(err)
				}
				if isNew {
					fresh.Add(1)
				}
			}()
		}
		start.Done()
		done.Wait()
		if fresh.Load() != 1 {
			t.Fatalf("%d of 8 admitted the job", fresh.Load())
		}
	}
	if n := len(b.list()); n != 20 {
		t.Errorf("%d jobs", n)
	}
	if l := b.litter(); len(l) > 0 {
		t.Errorf("litter: %v", l)
	}
}

// A file system without links falls back on the lock.
func TestAdmitWithoutLinks(t *testing.T) {
	b := newBench(t)
	b.link = func(from, to string) error {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.ENOTSUP}
	}
	b.admit(work(1))
	release, err := b.lock(ctx)
	b.must(err)
	other := b.process("two", nil)
	other.link, other.o.Wait = b.link, 0
	if _, _, err := other.Admit(work(2)); err == nil {
		t.Error("the lock was not asked for")
	}
	// Two that look, see nothing and write: the second sees the first under the lock.
	temp, _, err := other.beside(work(1).queued())
	b.must(err)
	release()
	if j, fresh, err := other.admitLocked(temp, work(1)); err != nil || fresh || j.ID != named(1) {
		t.Errorf("%v %v %v", j, fresh, err)
	}
	if l := b.litter(); len(l) > 0 {
		t.Errorf("litter: %v", l)
	}
}

func (j Job) queued() Job {
	j.State = Queued
	return j
}

// Admission holds up no conversation: one file, one folder, no lock.
func TestAdmitIsCheap(t *testing.T) {
	b := newBench(t)
	b.admit(work(1))
	release, err := b.lock(ctx) // somebody holds the queue
	b.must(err)
	defer release()
	b.must(os.WriteFile(filepath.Join(b.folder, string(named(3))+fileEnd), []byte("damaged"), 0o600))
	var steps []string
	q := b.process("two", func(step, _ string) error {
		steps = append(steps, step)
		return nil
	})
	q.o.Wait = 0
	_, fresh, err := q.Admit(work(2))
	if want := []string{"queue.write", "queue.link", "queue.clean", "queue.sync"}; err != nil || !fresh || !slices.Equal(steps, want) {
		t.Errorf("%v %v %v", steps, fresh, err)
	}
	steps = nil
	if _, fresh, err = q.Admit(work(2)); err != nil || fresh || len(steps) > 0 {
		t.Errorf("known: %v %v %v", steps, fresh, err)
	}
}

func TestAdmitRefusesWhatIsNoJob(t *testing.T) {
	b := newBench(t)
	for field, spoil := range map[string]func(*Job){
		"id":        func(j *Job) { j.ID = memfile.DeriveID(memfile.KindExperience, "1") },
		"kind":      func(j *Job) { j.Kind = "" },
		"session":   func(j *Job) { j.Session = strings.Repeat("x", maxName+1) },
		"message":   func(j *Job) { j.Message = "\xff" },
		"agent":     func(j *Job) { j.Agent = strings.Repeat("x", maxName+1) },
		"extractor": func(j *Job) { j.Extractor = strings.Repeat("x", maxName+1) },
		"scope":     func(j *Job) { j.Scope = strings.Repeat("x", maxName+1) },
		"identity":  func(j *Job) { j.Identity = strings.Repeat("x", maxName+1) },
	} {
		j := work(1)
		spoil(&j)
		var invalid *InvalidError
		if _, fresh, err := b.Admit(j); !errors.As(err, &invalid) || invalid.Field != field || fresh {
			t.Errorf("%s: %v", field, err)
		}
	}
	j := work(1)
	j.ID = "../../../x"
	if _, _, err := b.Admit(j); err == nil {
		t.Error("an id led out of the folder")
	}
	if _, err := os.Lstat(b.folder); !errors.Is(err, os.ErrNotExist) {
		t.Error("something was written")
	}
}

// The largest job that is admitted goes through every state.
func TestLargestJob(t *testing.T) {
	b := newBench(t)
	most := strings.Repeat("\x01", maxName)
	j := work(1)
	j.Kind, j.Session, j.Message, j.Agent, j.Extractor, j.Scope, j.Identity = most, most, most, most, most, most, most
	b.admit(j)
	q := b.process(strings.Repeat("\x01", 5000), nil)
	for range MaxAttempts {
		b.clock.sleep(time.Hour)
		b.must(b.claim(q).Retry(most, strings.Repeat("\x01", 5000), 0))
	}
	b.clock.sleep(time.Hour)
	c := b.claim(q)
	b.must(c.Fail(most, strings.Repeat("\x01", 5000)))
	b.must(c.Settled())
}

func TestQueueIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes on Windows")
	}
	b := newBench(t)
	b.admit(work(0), work(1), work(2))
	b.must(b.claim(b.Queue).Retry("timeout", "slow", 0))
	b.clock.sleep(time.Minute)
	b.claim(b.Queue)
	seen := 0
	b.must(filepath.WalkDir(b.folder, func(path string, e os.DirEntry, err error) error {
		b.must(err)
		info, err := e.Info()
		b.must(err)
		want := os.FileMode(0o600)
		if e.IsDir() {
			want = 0o700 | os.ModeDir
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		seen++
		return nil
	}))
	if seen != 5 {
		t.Errorf("%d files", seen)
	}
}
