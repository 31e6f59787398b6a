package jobs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The test binary is also another process: with this variable it works on the
// queue in the folder that it names.
const otherVariable = "GITMEM_JOBS_OTHER"

const crowd = 200 // jobs

func TestMain(m *testing.M) {
	if folder := os.Getenv(otherVariable); folder != "" {
		if err := other(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// other admits all jobs and says how many were new, waits for the others, then
// claims and settles until nothing is left, and says what it did.
func other(folder string) error {
	q := Open(filepath.Join(folder, Folder), Options{Wait: time.Minute})
	fresh := 0
	for n := range crowd {
		_, isNew, err := q.Admit(work(n))
		if err != nil {
			return err
		}
		if isNew {
			fresh++
		}
	}
	fmt.Println("new", fresh)
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	for {
		c, err := q.Claim(context.Background(), nil)
		if c == nil || err != nil {
			return err
		}
		if err := settle(folder, c); err != nil {
			return err
		}
	}
}

// settle does the work of a job, which is a file that must not be there yet.
func settle(folder string, c *Claimed) error {
	if c.Attempts != 1 {
		return fmt.Errorf("%s: attempt %d", c.ID, c.Attempts)
	}
	f, err := os.OpenFile(filepath.Join(folder, string(c.ID)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(f.Close(), c.Beat(context.Background()), c.Holds(), c.Settled())
	fmt.Println("settled", c.ID)
	return err
}

// process is another one, and what it says.
type process struct {
	cmd    *exec.Cmd
	start  io.Closer
	says   *bufio.Scanner
	errors *strings.Builder
}

func startOther(t *testing.T, folder string) process {
	t.Helper()
	p := process{cmd: exec.Command(os.Args[0]), errors: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), otherVariable+"="+folder)
	p.cmd.Stderr = p.errors
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.start, p.says = in, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFourProcesses(t *testing.T) {
	folder := t.TempDir()
	var all []process
	for range 4 {
		all = append(all, startOther(t, folder))
	}
	total := 0
	for _, p := range all {
		fresh := 0
		if !p.says.Scan() {
			t.Fatal("a process said nothing: ", p.cmd.Wait(), p.errors)
		}
		if _, err := fmt.Sscanf(p.says.Text(), "new %d", &fresh); err != nil {
			t.Fatal(p.says.Text(), err)
		}
		total += fresh
	}
	if total != crowd {
		t.Errorf("%d new jobs, %d were admitted", total, crowd)
	}
	for _, p := range all {
		p.start.Close()
	}
	settled := map[string]int{}
	for _, p := range all {
		for p.says.Scan() {
			settled[strings.TrimPrefix(p.says.Text(), "settled ")]++
		}
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, p.errors)
		}
	}
	for n := range crowd {
		if settled[string(named(n))] != 1 {
			t.Errorf("%s was settled %d times", named(n), settled[string(named(n))])
		}
	}
	if list, bad, err := Open(filepath.Join(folder, Folder), Options{}).List(); len(list)+len(bad) > 0 || err != nil {
		t.Errorf("left: %v %v %v", list, bad, err)
	}
}

// What was claimed by a process that is gone is there again after its lease.
func TestLeaseOfADeadProcess(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	b.claim(b.process("dead", nil)) // and nothing more
	b.nothing(b.Queue)
	b.clock.sleep(LeaseTime)
	if c := b.claim(b.Queue); c.Attempts != 2 {
		t.Errorf("%+v", c.Job)
	}
}

func BenchmarkClaimOfTenThousand(b *testing.B) {
	bench := newBench(b)
	bench.must(os.MkdirAll(bench.folder, 0o700))
	for n := range 10_000 {
		data, err := encode(work(n).queued())
		bench.must(err)
		bench.must(os.WriteFile(bench.path(named(n)), data, 0o600))
	}
	for b.Loop() {
		bench.must(bench.claim(bench.Queue).Release())
	}
}

func BenchmarkAdmit(b *testing.B) {
	bench := newBench(b)
	for n := 0; b.Loop(); n++ {
		bench.admit(work(n))
	}
}
