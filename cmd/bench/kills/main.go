// Command kills runs the real program, kills it with SIGKILL at a random
// moment, recovers twice, and checks each time that what was reported is
// there, that nothing is there twice or half, and that git finds nothing wrong.
//
//	go run ./cmd/bench/kills -n 1000
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gitmem/cmd/bench"
)

func main() {
	n := flag.Int("n", 1000, "how many kills")
	seed := flag.Uint64("seed", 1, "of the random moments")
	flag.Parse()
	os.Exit(bench.Status(true, run(*n, rand.New(rand.NewPCG(*seed, 0)))))
}

// killer is one store on which commands are killed.
type killer struct {
	*bench.Bench
	program string
	random  *rand.Rand
	counts  map[string]int
	longest time.Duration // a command that is not killed takes so long
}

func run(n int, random *rand.Rand) error {
	b, gitmem, err := bench.NewProject()
	if err != nil {
		return err
	}
	defer b.Remove()
	k := &killer{Bench: b, program: gitmem, random: random, counts: map[string]int{}}
	if err := k.undisturbed(); err != nil {
		return err
	}
	for i := 0; k.counts["killed"] < n; i++ {
		if err := k.round(i); err != nil {
			return fmt.Errorf("command %d: %w", i+1, err)
		}
		if (i+1)%100 == 0 {
			fmt.Printf("%d commands: %v\n", i+1, k.counts)
		}
	}
	fmt.Printf("%d kills, 0 bad: %v\n", n, k.counts)
	return nil
}

// undisturbed measures a command that is not killed.
func (k *killer) undisturbed() error {
	from := time.Now()
	_, err := k.Run(k.program, "-q", "add", "The first entry.")
	k.longest = time.Since(from)
	return err
}

// kinds are the commands that are killed.
var kinds = []string{"add", "approve", "undo", "reject", "adopt", "import"}

// round kills one command and judges what is left of it.
func (k *killer) round(i int) error {
	kind := kinds[k.random.IntN(len(kinds))]
	args, marker, err := k.prepare(kind, i)
	if err != nil {
		return fmt.Errorf("preparing %s: %w", kind, err)
	}
	before, err := k.commits(kind)
	if err != nil {
		return err
	}
	reported := k.kill(args)
	if err := k.recover(); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	after, err := k.commits(kind)
	if err != nil {
		return err
	}
	if err := k.judge(kind, marker, after-before, reported); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	if i%25 != 24 {
		return nil
	}
	if _, err := k.Fsck(); err != nil {
		return err
	}
	_, err = k.Run(k.program, "verify", "-q")
	return err
}

// prepare sets the stage for a command and says how to run it, and by which
// words in the memory its effect is seen.
func (k *killer) prepare(kind string, i int) (args []string, marker string, err error) {
	marker = fmt.Sprintf("Entry of kill %d says %x.", i, k.random.Uint64())
	if err := k.makeRoom(); err != nil {
		return nil, "", err
	}
	switch kind {
	case "add":
		return []string{"add", marker}, marker, nil
	case "approve", "reject":
		id, err := k.propose(marker)
		return []string{kind, id, "--yes"}, marker, err
	case "undo":
		out, err := k.Run(k.program, "--json", "add", marker)
		return []string{"undo", bench.Field(out, "id"), "--yes"}, marker, err
	case "adopt":
		path := filepath.Join(k.Root, "MEMORY.md")
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, "", err
		}
		return []string{"adopt", "--yes"}, marker, os.WriteFile(path, append(data, []byte("- "+marker+"\n")...), 0o644)
	}
	file := filepath.Join(k.Home, "import.md")
	return []string{"import", file}, marker, os.WriteFile(file, []byte("- "+marker+"\n- And "+marker+"\n"), 0o644)
}

// makeRoom keeps the memory small and the desk empty, so that every round is
// as long as the first.
func (k *killer) makeRoom() error {
	data, err := os.ReadFile(filepath.Join(k.Root, "MEMORY.md"))
	if err != nil || len(data) < 1500 {
		return err
	}
	for line := range strings.Lines(string(data)) {
		if text, ok := strings.CutPrefix(line, "- "); ok && strings.HasPrefix(text, "Entry of kill") {
			if _, err := k.Run(k.program, "-q", "remove", strings.TrimSpace(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *killer) propose(text string) (string, error) {
	out, err := k.Run(k.program, "--json", "add", "--propose", text)
	return bench.Field(out, "id"), err
}

// kill runs a command and kills it somewhere in its life. It says whether the
// command had reported that it was done.
func (k *killer) kill(args []string) bool {
	cmd := k.Command(k.program, append([]string{"-q"}, args...)...)
	if err := cmd.Start(); err != nil {
		return false
	}
	timer := time.AfterFunc(time.Duration(k.random.Int64N(int64(k.longest)*5/4)), func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	if err == nil {
		k.counts["ended before"]++
	} else {
		k.counts["killed"]++
	}
	return err == nil
}

// recover runs twice; the second time there must be nothing to settle.
func (k *killer) recover() error {
	out, err := k.Run(k.program, "--json", "recover")
	if err != nil {
		return err
	}
	if result := bench.Field(out, "result"); result != "" {
		k.counts["settled: "+result]++
	}
	head, err := k.Run("git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	out, err = k.Run(k.program, "--json", "recover")
	if err != nil {
		return err
	}
	again, err := k.Run("git", "rev-parse", "HEAD")
	if err == nil && (bench.Field(out, "result") != "" || again != head) {
		err = fmt.Errorf("the second recover found work: %s", out)
	}
	return err
}
