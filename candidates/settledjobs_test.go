package candidates

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
	"gitmem/repo"
)

// jobNumber is a settled job of which every number is another.
func jobNumber(n int) memfile.Job {
	at := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Minute)
	j := memfile.Job{
		Kind: memfile.JobExtraction, Session: "s1", Message: fmt.Sprint("m", n), Extractor: "1", Attempts: 1, Outcome: memfile.JobCompleted,
		Created: at, Finished: at,
	}
	j.ID, j.Identity = memfile.JobID(j.Kind, j.Session, j.Message, j.Extractor)
	return j
}

func pathOfJob(j memfile.Job) string { return memfile.JobPath(j.ID, j.Created) }

// settle commits jobs by one operation each, or all by one.
func (b *bench) settle(op string, jobs ...memfile.Job) {
	b.Helper()
	_, err := b.desk.Store.Run(ctx, func() (*repo.Operation, error) {
		o := &repo.Operation{Message: memfile.Message{Op: op, Subject: jobs[0].Subject(), Actor: memfile.ActorReflection}}
		for _, j := range jobs {
			c := repo.Change{Path: pathOfJob(j), After: repo.Of(memfile.FormatJob(j))}
			if data, err := b.desk.Store.Read(c.Path); err == nil {
				c.Before = repo.Of(data)
			}
			o.Message.IDs, o.Changes = append(o.Message.IDs, j.ID), append(o.Changes, c)
		}
		return o, nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) settledJob(id memfile.ID) (memfile.Job, string, bool) {
	b.Helper()
	j, file, ok, err := b.desk.SettledJob(id)
	if err != nil {
		b.Fatal(err)
	}
	return j, file, ok
}

func (b *bench) newestJobs(limit int) string {
	b.Helper()
	jobs, err := b.desk.SettledJobs(limit)
	if err != nil {
		b.Fatal(err)
	}
	var out []string
	for _, j := range jobs {
		out = append(out, j.Message+":"+j.Outcome)
	}
	return strings.Join(out, " ")
}

func TestSettledJobs(t *testing.T) {
	b := newBench(t)
	one, two, three := jobNumber(1), jobNumber(2), jobNumber(3)
	if _, _, ok := b.settledJob(one.ID); ok || b.newestJobs(0) != "" {
		t.Error("there is a job before any")
	}
	two.Outcome, two.Error = memfile.JobFailed, "timeout"
	b.settle("record", two)
	b.settle("record", three)
	b.settle("record", one)
	if got := b.newestJobs(0); got != "m3:completed m2:failed m1:completed" {
		t.Error(got)
	}
	if got := b.newestJobs(2); got != "m3:completed m2:failed" {
		t.Error(got)
	}
	j, file, ok := b.settledJob(two.ID)
	if !ok || j.Error != "timeout" || file != pathOfJob(two) {
		t.Errorf("%+v %s %v", j, file, ok)
	}
	if _, _, ok := b.settledJob(jobNumber(4).ID); ok {
		t.Error("a job that was never settled is there")
	}
	two.Session, two.Message = "", ""
	b.settle("detach", two)
	if j, _, _ := b.settledJob(two.ID); j.Session != "" {
		t.Errorf("%+v", j)
	}
}

// What is not committed, or was committed by hand, settles no job and unsettles none.
func TestSettledJobsOfHands(t *testing.T) {
	b := newBench(t)
	one, two := jobNumber(1), jobNumber(2)
	b.settle("record", one)
	b.save(pathOfJob(two), string(memfile.FormatJob(two)))
	if _, _, ok := b.settledJob(two.ID); ok {
		t.Error("a file settles a job")
	}
	if err := os.Remove(filepath.Join(b.root, pathOfJob(one))); err != nil {
		t.Fatal(err)
	}
	b.git("add", "-A")
	b.git("commit", "-qm", "tidy")
	if _, _, ok := b.settledJob(two.ID); ok {
		t.Error("a commit by hand settles a job")
	}
	if j, _, ok := b.settledJob(one.ID); !ok || j.Message != "m1" {
		t.Error("a commit by hand unsettles a job")
	}
}

// BenchmarkSettledJobs: a question among 10,000 jobs.
func BenchmarkSettledJobs(b *testing.B) {
	t := newBench(b)
	var jobs []memfile.Job
	for n := range 10_000 {
		jobs = append(jobs, jobNumber(n))
	}
	t.settle("record", jobs...)
	t.settledJob(jobs[0].ID)
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			if _, _, ok := t.settledJob(jobs[5000].ID); !ok {
				b.Fatal("it is not there")
			}
		}
	})
	b.Run("newest", func(b *testing.B) {
		for b.Loop() {
			t.newestJobs(20)
		}
	})
}
