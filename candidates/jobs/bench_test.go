package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gitmem/memfile"
)

var ctx = context.Background()

// began is long before the files of a test are written, so that none of them
// ever looks like the litter of a killed process.
var began = time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC)

// bench is a queue with a clock that stands still.
type bench struct {
	testing.TB
	folder string
	*Queue
	clock *clock
}

type clock struct {
	sync.Mutex
	now time.Time
}

func (c *clock) read() time.Time {
	c.Lock()
	defer c.Unlock()
	return c.now
}

func (c *clock) sleep(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.now = c.now.Add(d)
}

func newBench(t testing.TB) *bench {
	b := &bench{TB: t, folder: filepath.Join(t.TempDir(), "private", Folder), clock: &clock{now: began}}
	b.Queue = b.process("one", nil)
	return b
}

// process is the queue as another process sees it.
func (b *bench) process(owner string, probe func(step, path string) error) *Queue {
	return Open(b.folder, Options{Now: b.clock.read, Wait: 30 * time.Second, Owner: owner, Probe: probe})
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func named(n int) memfile.ID { return memfile.DeriveID(memfile.KindJob, fmt.Sprint(n)) }

// work is a job that is due n seconds after the beginning.
func work(n int) Job {
	return Job{
		ID: named(n), Kind: "extraction", Session: "s1", Message: fmt.Sprint("m", n), Agent: "claude-code", Extractor: "v1", Scope: "turn",
		Identity: "sha256:" + strings.Repeat("0", 64), Day: began.Add(-time.Hour), Admitted: began, Due: began.Add(time.Duration(n) * time.Second),
	}
}

func (b *bench) admit(list ...Job) {
	b.Helper()
	for _, j := range list {
		_, fresh, err := b.Admit(j)
		b.must(err)
		if !fresh {
			b.Fatalf("%s was there", j.ID)
		}
	}
}

func (b *bench) claim(q *Queue) *Claimed {
	b.Helper()
	c, err := q.Claim(ctx, nil)
	b.must(err)
	if c == nil {
		b.Fatal("nothing is due")
	}
	return c
}

func (b *bench) nothing(q *Queue) {
	b.Helper()
	if c, err := q.Claim(ctx, nil); c != nil || err != nil {
		b.Fatalf("claimed %+v, %v", c, err)
	}
}

func (b *bench) get(n int) Job {
	b.Helper()
	j, err := b.Get(named(n))
	b.must(err)
	return j
}

func (b *bench) lost(err error) {
	b.Helper()
	var lost *LostError
	if !errors.As(err, &lost) {
		b.Errorf("a lost lease gave %v", err)
	}
}

// litter are the names in the folder that are neither the lock nor a job.
func (b *bench) litter() []string {
	b.Helper()
	entries, err := os.ReadDir(b.folder)
	b.must(err)
	var names []string
	for _, e := range entries {
		if e.Name() != lockName && (strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), fileEnd)) {
			names = append(names, e.Name())
		}
	}
	return names
}

func ids(list []Job) []memfile.ID {
	var out []memfile.ID
	for _, j := range list {
		out = append(out, j.ID)
	}
	return out
}

func (b *bench) list() []Job {
	b.Helper()
	list, bad, err := b.List()
	b.must(err)
	if len(bad) > 0 {
		b.Fatalf("damaged: %v", bad)
	}
	return list
}

func sorted(list []memfile.ID) []memfile.ID {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
