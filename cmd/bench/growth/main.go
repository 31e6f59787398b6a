// Command growth makes ten thousand operations on one resident file and looks
// at what they leave: packs, size, the time of an operation at the beginning and
// at the end, and `blame` and `log` against `git log -- MEMORY.md`, with the
// private cache and without it on a copy whose objects are all loose.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gitmem/candidates"
	"gitmem/cmd/bench"
	"gitmem/memfile"
)

func main() {
	operations := flag.Int("operations", 10000, "how many")
	rounds := flag.Int("rounds", 7, "rounds that count")
	flag.Parse()
	os.Exit(bench.Status(run(*operations, *rounds)))
}

func run(operations, rounds int) (bool, error) {
	b, err := bench.NewStore(bench.Layout{Files: 100, PerFolder: 200})
	if err != nil {
		return false, err
	}
	defer b.Remove()
	if err := b.AllowUpkeep(); err != nil {
		return false, err
	}
	times, err := operate(b, operations)
	if err != nil {
		return false, err
	}
	first, last := bench.Median(times[:min(200, len(times))]), bench.Median(times[max(0, len(times)-200):])
	fmt.Printf("%d operations: %.1f ms each at the beginning, %.1f ms at the end\n", operations, bench.Milliseconds(first), bench.Milliseconds(last))
	met := bench.Ratio{Name: "the last operations / the first", Got: bench.Over(last, first), Target: 3}.Print()
	if err := shape(b); err != nil {
		return false, err
	}
	ok, err := readers(b, rounds)
	return met && ok, err
}

// operate replaces the one entry again and again, each time in one commit.
func operate(b *bench.Bench, operations int) ([]time.Duration, error) {
	times := make([]time.Duration, 0, operations)
	for n := range operations {
		s, err := b.OpenAt(day(n))
		if err != nil {
			return nil, err
		}
		d := candidates.Open(s, candidates.Rules{Cap: 3000, Promotion: candidates.PolicyReview, AutoConfidence: 9000})
		p := candidates.Proposal{Reason: "benchmark", Confidence: 10000, Apply: true, Actor: candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}}
		p.Edit = memfile.Edit{Action: memfile.ActionReplace, Locator: fmt.Sprintf("Wording %d.", n-1), Content: fmt.Sprintf("Wording %d.", n)}
		if n == 0 {
			p.Edit = memfile.Edit{Action: memfile.ActionAdd, Content: "Wording 0."}
		}
		from := time.Now()
		if _, err := d.Propose(context.Background(), p); err != nil {
			return nil, fmt.Errorf("operation %d: %w", n, err)
		}
		times = append(times, time.Since(from))
		if (n+1)%1000 == 0 {
			fmt.Fprintf(os.Stderr, "%d operations\n", n+1)
		}
	}
	return times, nil
}

// day spreads the operations over days, two hundred on each.
func day(n int) time.Time {
	return time.Date(2024, 1, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, n/200).Add(time.Duration(n%200) * time.Minute)
}

// shape tells packs and sizes, and lets git judge.
func shape(b *bench.Bench) error {
	time.Sleep(2 * time.Second) // git packs in the background
	packs, _ := filepath.Glob(filepath.Join(b.Root, ".git/objects/pack/*.pack"))
	size := int64(0)
	err := filepath.WalkDir(filepath.Join(b.Root, ".git"), func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if info, err := e.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	fmt.Printf("  %d packs, %.1f MiB in .git\n", len(packs), float64(size)/(1<<20))
	if err != nil {
		return err
	}
	out, err := b.Fsck()
	if out != "" {
		fmt.Println("  git fsck:", out)
	}
	return err
}

// readers compares blame and log with git.
func readers(b *bench.Bench, rounds int) (bool, error) {
	empty, gitmem, err := b.Programs()
	if err != nil {
		return false, err
	}
	c := comparison{empty: empty, gitmem: gitmem, rounds: rounds, cached: true}
	met, err := c.run(b)
	if err != nil {
		return false, err
	}
	loose, err := b.Loose()
	if err != nil {
		return false, err
	}
	defer loose.Remove()
	c.rounds, c.cached = max(3, rounds/2), false
	ok, err := c.run(loose)
	return met && ok, err
}

// comparison times the commands on one repository.
type comparison struct {
	empty, gitmem string // programs
	rounds        int
	cached        bool // else the cache is removed before every run
}

func (c comparison) run(b *bench.Bench) (bool, error) {
	forget := func(int) error {
		if c.cached {
			return nil
		}
		return os.RemoveAll(b.Env.StateHome)
	}
	command := func(args ...string) func(int) error {
		return func(int) error {
			_, err := b.Run(c.gitmem, append([]string{"--store", b.Root}, args...)...)
			return err
		}
	}
	m, err := bench.Compare(c.rounds,
		bench.Timed{Name: "start-up", Run: func(int) error { return b.Command(c.empty).Run() }},
		bench.Timed{Name: "git log -- MEMORY.md", Run: func(int) error { _, err := b.Run("git", "log", "--", "MEMORY.md"); return err }},
		bench.Timed{Name: "gitmem log", Before: forget, Run: command("log")},
		bench.Timed{Name: "gitmem blame", Before: forget, Run: command("blame")},
	)
	if err != nil {
		return false, err
	}
	return c.report(m), nil
}

func (c comparison) report(m []time.Duration) bool {
	base, how := m[0]+m[1], "start-up + git log -- MEMORY.md, with the cache"
	target := 1.0
	if !c.cached {
		base, how, target = m[1], "git log -- MEMORY.md, no cache, loose objects", 1.5
	}
	fmt.Printf("%s: start-up %.1f ms, git log %.1f ms, gitmem log %.1f ms, blame %.1f ms\n", how, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]), bench.Milliseconds(m[3]))
	met := bench.Ratio{Name: "gitmem log / " + how, Got: bench.Over(m[2], base), Target: target}.Print()
	return bench.Ratio{Name: "gitmem blame / " + how, Got: bench.Over(m[3], base), Target: target}.Print() && met
}
