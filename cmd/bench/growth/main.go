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
	"slices"
	"strings"
	"time"

	"gitmem/candidates"
	"gitmem/cmd/bench"
	"gitmem/memfile"
)

func main() {
	operations := flag.Int("operations", 10000, "how many")
	rounds := flag.Int("rounds", 7, "rounds that count")
	flag.Parse()
	met, err := run(*operations, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !met {
		os.Exit(1)
	}
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
	first, last := median(times[:min(200, len(times))]), median(times[max(0, len(times)-200):])
	fmt.Printf("%d operations: %.1f ms each at the beginning, %.1f ms at the end\n", operations, ms(first), ms(last))
	met := bench.Ratio{Name: "the last operations / the first", Got: ratio(last, first), Target: 3}.Print()
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
	out, err := b.Run("git", "fsck", "--strict", "--no-dangling")
	if out = strings.TrimSpace(out); out != "" {
		fmt.Println("  git fsck:", out)
	}
	return err
}

// readers compares blame and log with git.
func readers(b *bench.Bench, rounds int) (bool, error) {
	programs, err := bench.Build(b.Home, "", "./cmd/bench/empty", "./cmd/gitmem")
	if err != nil {
		return false, err
	}
	met, err := compare(b, programs, rounds, true)
	if err != nil {
		return false, err
	}
	loose, err := b.Loose()
	if err != nil {
		return false, err
	}
	defer loose.Remove()
	ok, err := compare(loose, programs, max(3, rounds/2), false)
	return met && ok, err
}

// compare times the commands on one repository. Without the cache it is
// removed before every run.
func compare(b *bench.Bench, programs []string, rounds int, cached bool) (bool, error) {
	forget := func(int) error {
		if cached {
			return nil
		}
		return os.RemoveAll(b.Env.StateHome)
	}
	command := func(args ...string) func(int) error {
		return func(int) error {
			_, err := b.Run(programs[1], append([]string{"--store", b.Root}, args...)...)
			return err
		}
	}
	m, err := bench.Compare(rounds,
		bench.Timed{Name: "start-up", Run: func(int) error { return b.Command(programs[0]).Run() }},
		bench.Timed{Name: "git log -- MEMORY.md", Run: func(int) error { _, err := b.Run("git", "log", "--", "MEMORY.md"); return err }},
		bench.Timed{Name: "gitmem log", Before: forget, Run: command("log")},
		bench.Timed{Name: "gitmem blame", Before: forget, Run: command("blame")},
	)
	if err != nil {
		return false, err
	}
	base, how := m[0]+m[1], "start-up + git log -- MEMORY.md, with the cache"
	target := 1.0
	if !cached {
		base, how, target = m[1], "git log -- MEMORY.md, no cache, loose objects", 1.5
	}
	fmt.Printf("%s: start-up %.1f ms, git log %.1f ms, gitmem log %.1f ms, blame %.1f ms\n", how, ms(m[0]), ms(m[1]), ms(m[2]), ms(m[3]))
	met := bench.Ratio{Name: "gitmem log / " + how, Got: ratio(m[2], base), Target: target}.Print()
	return bench.Ratio{Name: "gitmem blame / " + how, Got: ratio(m[3], base), Target: target}.Print() && met, nil
}

func median(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }
