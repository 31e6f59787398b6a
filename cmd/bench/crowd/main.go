// Command crowd lets many processes work on one store at once: sixteen that
// propose a hundred times each, then eight that approve the same candidate.
// Every proposal must be kept, and the candidate applied by one commit.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gitmem/cmd/bench"
)

func main() {
	processes := flag.Int("processes", 16, "that propose at once")
	each := flag.Int("each", 100, "proposals of each")
	flag.Parse()
	os.Exit(bench.Status(true, run(*processes, *each)))
}

func run(processes, each int) error {
	b, gitmem, err := bench.NewProject()
	if err != nil {
		return err
	}
	defer b.Remove()
	if err := b.Settings("lock_timeout_ms: 120000\n"); err != nil {
		return err
	}
	if err := propose(b, gitmem, processes, each); err != nil {
		return err
	}
	if err := approve(b, gitmem); err != nil {
		return err
	}
	if _, err := b.Fsck(); err != nil {
		return err
	}
	_, err = b.Run(gitmem, "verify", "-q")
	return err
}

// propose runs the processes side by side and counts what is kept.
func propose(b *bench.Bench, program string, processes, each int) error {
	from := time.Now()
	var wg sync.WaitGroup
	errs := make(chan error, processes*each)
	for p := range processes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range each {
				if _, err := b.Run(program, "-q", "add", "--propose", fmt.Sprintf("Fact %d of process %d.", n, p)); err != nil {
					errs <- err
				}
			}
		}()
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		return err
	}
	kept, err := filepath.Glob(filepath.Join(b.Root, "candidates", "c*.md"))
	if err != nil {
		return err
	}
	log, err := b.Run("git", "log", "--format=%H", "--grep=^Memory-Op: propose$")
	if err != nil {
		return err
	}
	commits := len(strings.Fields(log))
	fmt.Printf("%d of %d proposals kept, %d commits, %.0f s\n", len(kept), processes*each, commits, time.Since(from).Seconds())
	if len(kept) != processes*each || commits != processes*each {
		return errors.New("proposals were lost or doubled")
	}
	return nil
}

// approve lets eight processes approve one candidate.
func approve(b *bench.Bench, program string) error {
	out, err := b.Run(program, "--json", "add", "--propose", "The one that all approve.")
	if err != nil {
		return err
	}
	id := bench.Field(out, "id")
	var wg sync.WaitGroup
	var won atomic.Int32
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if b.Command(program, "-q", "--yes", "approve", id).Run() == nil {
				won.Add(1)
			}
		}()
	}
	wg.Wait()
	log, err := b.Run("git", "log", "--format=%H", "--grep=^Memory-Id: "+id+"$", "--grep=^Memory-Op: apply$", "--all-match")
	if err != nil {
		return err
	}
	memory, err := os.ReadFile(filepath.Join(b.Root, "MEMORY.md"))
	if err != nil {
		return err
	}
	times := strings.Count(string(memory), "The one that all approve.")
	fmt.Printf("8 approved one candidate: %d won, %d commits, the entry stands %d times\n", won.Load(), len(strings.Fields(log)), times)
	if won.Load() != 1 || len(strings.Fields(log)) != 1 || times != 1 {
		return errors.New("it was applied more than once, or never")
	}
	return nil
}
