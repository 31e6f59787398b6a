// Command read measures the reading commands against git on the same store, in
// one run: status and list against `git status` at several sizes, version
// against an empty program, and the peak memory of each.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"

	"gitmem/cmd/bench"
)

func main() {
	sizes := flag.String("sizes", "100,1000,10000,50000", "numbers of files")
	rounds := flag.Int("rounds", 15, "rounds that count")
	flag.Parse()
	os.Exit(bench.Status(bench.EachSize(*sizes, func(files int) (bool, error) { return measure(files, *rounds) })))
}

// memoryLimit is the most that any command may take on 50,000 files, in bytes.
const memoryLimit = 200 << 20

func measure(files, rounds int) (bool, error) {
	b, err := bench.NewStore(bench.Layout{Files: files, PerFolder: 200})
	if err != nil {
		return false, err
	}
	defer b.Remove()
	empty, gitmem, err := b.Programs()
	if err != nil {
		return false, err
	}
	peak := int64(0)
	run := func(name string, args ...string) func(int) error {
		return func(int) error {
			cmd := b.Command(name, args...)
			err := cmd.Run()
			if name == gitmem {
				peak = max(peak, bench.PeakMemory(cmd.ProcessState))
			}
			return err
		}
	}
	commands := [][]string{{"add", "One entry to begin with."}, {"add", "--propose", "One that waits."}}
	for _, c := range commands {
		if out, err := b.Run(gitmem, append([]string{"-q", "--store", b.Root}, c...)...); err != nil {
			return false, fmt.Errorf("%w\n%s", err, out)
		}
	}
	m, err := bench.Compare(rounds,
		bench.Timed{Name: "start-up", Run: run(empty)},
		bench.Timed{Name: "git status", Run: run("git", "status", "--porcelain")},
		bench.Timed{Name: "gitmem status", Run: run(gitmem, "--store", b.Root, "status")},
		bench.Timed{Name: "gitmem list", Run: run(gitmem, "--store", b.Root, "list")},
		bench.Timed{Name: "gitmem version", Run: run(gitmem, "version")},
	)
	if err != nil {
		return false, err
	}
	others(b, gitmem, &peak)
	return report(files, m, peak), nil
}

// others runs the commands that are not timed, for their memory.
func others(b *bench.Bench, gitmem string, peak *int64) {
	for _, args := range [][]string{{"log", "-n", "10"}, {"blame"}, {"list", "--all"}, {"verify"}, {"check"}} {
		cmd := exec.Command(gitmem, append([]string{"--store", b.Root}, args...)...)
		cmd.Dir, cmd.Env = b.Root, b.Command(gitmem).Env
		_ = cmd.Run() // its verdict on files that no operation made does not matter here
		if p := bench.PeakMemory(cmd.ProcessState); p > *peak {
			*peak = p
			fmt.Printf("  peak so far: gitmem %s, %d MiB\n", args[0], p>>20)
		}
	}
}

func report(files int, m []time.Duration, peak int64) bool {
	fmt.Printf("%d files: start-up %.1f ms, git status %.1f ms, gitmem status %.1f ms, list %.1f ms, version %.1f ms\n",
		files, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]), bench.Milliseconds(m[3]), bench.Milliseconds(m[4]))
	base, what := m[1], "git status"
	if files < 10000 {
		base, what = m[0]+m[1], "(start-up + git status)"
	}
	met := bench.Ratio{Name: "gitmem status / " + what, Got: bench.Over(m[2], base), Target: 1}.Print()
	met = bench.Ratio{Name: "gitmem list / " + what, Got: bench.Over(m[3], base), Target: 1}.Print() && met
	met = bench.Ratio{Name: "gitmem version / start-up", Got: bench.Over(m[4], m[0]), Target: 1.1}.Print() && met
	return bench.Ratio{Name: "peak memory of any command / 200 MiB", Got: float64(peak) / memoryLimit, Target: 1}.Print() && met
}
