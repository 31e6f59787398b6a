package extract

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gitmem/candidates/jobs"
	"gitmem/memfile"
	"gitmem/repo/session"
)

// The test binary is also another process: with this variable it learns in the
// home that it names.
const otherVariable = "GITMEM_EXTRACT_OTHER"

const crowd = 200 // jobs

func TestMain(m *testing.M) {
	if home := os.Getenv(otherVariable); home != "" {
		if err := other(home); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// alone stands for a test in another process, which has none.
type alone struct{ testing.TB }

func (alone) Helper()         {}
func (alone) TempDir() string { dir, _ := os.MkdirTemp("", "gitmem-"); return dir }
func (alone) Fatal(a ...any)  { fmt.Fprintln(os.Stderr, a...); os.Exit(1) }

// other waits for its start, then carries out jobs until none is left, and says
// which it settled.
func other(home string) error {
	b := benchIn(alone{}, home)
	b.clock.now = time.Now()
	p := b.process(always(answer{Experiences: []item{exp("use pnpm", byPerson)}}, new(int)), nil)
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	for {
		report, err := p.Run(ctx, 2*crowd)
		if err != nil {
			return err
		}
		for _, d := range report.Done {
			if d.Err != nil {
				return d.Err
			}
			if !d.Existing {
				fmt.Println("settled", d.Job.ID)
			}
		}
		if len(report.Done) == 0 {
			return nil
		}
	}
}

// Four processes that learn at once settle each job once, in a commit each.
func TestFourProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes 200 commits in four processes")
	}
	b := newBench(t)
	b.clock.now = time.Now().Add(-12 * time.Hour) // so that all are due
	var queued []jobs.Job
	for n := range crowd {
		id := fmt.Sprint("s-", n)
		talk := pnpmTalk()
		for i := range talk {
			talk[i].Time = time.Time{} // said when it was taken in
		}
		b.talk(id, talk...)
		s, err := b.Shelf.Find(id)
		b.must(err)
		j := b.job(s, session.Message{ID: "a3"}, ScopeTurn)
		_, _, err = b.Queue.Admit(j)
		b.must(err)
		queued = append(queued, j)
	}
	head, began := b.head(), time.Now()
	said := b.inProcesses(4)
	t.Logf("%d settlements in %v", crowd, time.Since(began).Round(time.Millisecond))
	for _, j := range queued {
		if n := said[string(j.ID)]; n != 1 {
			t.Errorf("%s was settled %d times", j.ID, n)
		}
	}
	if n := b.commits(head); n != crowd {
		t.Errorf("%d commits", n)
	}
	all := b.settled()
	for _, j := range all {
		if j.Attempts != 1 || j.Outcome != memfile.JobCompleted {
			t.Errorf("%+v", j)
		}
	}
	if len(all) != crowd || len(b.jobsIn()) != 0 {
		t.Errorf("%d settled, %d left", len(all), len(b.jobsIn()))
	}
	b.sound()
}

// inProcesses lets processes learn at once, and counts what they say of each job.
func (b *bench) inProcesses(many int) map[string]int {
	b.Helper()
	var starts []io.Closer
	var wait []func() error
	outs := make([]strings.Builder, many)
	for i := range many {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), otherVariable+"="+b.home)
		cmd.Stdout, cmd.Stderr = &outs[i], os.Stderr
		in, err := cmd.StdinPipe()
		b.must(err)
		b.must(cmd.Start())
		starts, wait = append(starts, in), append(wait, cmd.Wait)
	}
	for _, s := range starts {
		b.must(s.Close())
	}
	said := map[string]int{}
	for i, w := range wait {
		if err := w(); err != nil {
			b.Error(errors.Join(err, fmt.Errorf("process %d", i)))
		}
		for _, line := range strings.Fields(strings.ReplaceAll(outs[i].String(), "settled ", "")) {
			said[line]++
		}
	}
	return said
}
