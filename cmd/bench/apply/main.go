// Command apply measures one durable apply against `git add` of the same files
// and `git commit`, in one run, on stores of several sizes: inside the process,
// and as a whole process against the start-up of an empty one.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gitmem/candidates"
	"gitmem/cmd/bench"
	"gitmem/memfile"
)

// targets are the ratios that an apply inside the process is held to.
var targets = map[int]float64{100: 0.30, 1000: 0.25, 10000: 0.20, 50000: 0.15}

func main() {
	sizes := flag.String("sizes", "100,1000,10000,50000", "numbers of files")
	rounds := flag.Int("rounds", 15, "rounds that count")
	oneFolder := flag.Bool("one-folder", true, "also 10,000 files in one folder")
	flag.Parse()
	met, err := bench.EachSize(*sizes, func(files int) (bool, error) {
		return measure(bench.Layout{Files: files, PerFolder: 200}, *rounds, targets[files])
	})
	if err == nil && *oneFolder {
		var ok bool
		ok, err = measure(bench.Layout{Files: 10000}, *rounds, 0.35)
		met = met && ok
	}
	os.Exit(bench.Status(met, err))
}

// measure compares on one store and prints the figures.
func measure(l bench.Layout, rounds int, target float64) (bool, error) {
	ours, err := bench.NewStore(l)
	if err != nil {
		return false, err
	}
	defer ours.Remove()
	gits, err := ours.Copy()
	if err != nil {
		return false, err
	}
	defer gits.Remove()
	empty, gitmem, err := ours.Programs()
	if err != nil {
		return false, err
	}
	r := &run{ours: ours, git: gits}
	medians, err := bench.Compare(rounds,
		bench.Timed{Name: "git add && git commit", Before: r.changeFiles, Run: r.gitCommit},
		bench.Timed{Name: "apply in process", Before: r.propose, Run: r.approve},
		bench.Timed{Name: "start-up", Run: func(int) error { return ours.Command(empty).Run() }},
		bench.Timed{Name: "gitmem approve", Before: r.propose, Run: func(int) error {
			_, err := ours.Run(gitmem, "--store", ours.Root, "--yes", "-q", "approve", string(r.pending))
			return err
		}},
		bench.Timed{Name: "git with core.fsync=all", Before: r.changeFiles, Run: r.gitCommitSynced},
	)
	if err != nil {
		return false, err
	}
	return report(l, medians, target), nil
}

func report(l bench.Layout, m []time.Duration, target float64) bool {
	spread := fmt.Sprintf("%d files", l.Files)
	if l.PerFolder == 0 {
		spread += " in one folder"
	}
	fmt.Printf("%s: git %.1f ms, apply in process %.1f ms, start-up %.1f ms, gitmem approve %.1f ms\n", spread, bench.Milliseconds(m[0]), bench.Milliseconds(m[1]), bench.Milliseconds(m[2]), bench.Milliseconds(m[3]))
	in := bench.Ratio{Name: "apply in process / git add && git commit", Got: bench.Over(m[1], m[0]), Target: target}.Print()
	whole := bench.Ratio{Name: "(gitmem approve - start-up) / git add && git commit", Got: bench.Over(m[3]-m[2], m[0]), Target: 0.30}.Print()
	bench.Ratio{Name: "apply in process / git, both durable (core.fsync=all)", Got: bench.Over(m[1], m[4])}.Print()
	return in && whole
}

// run holds what the rounds share.
type run struct {
	ours, git *bench.Bench
	pending   memfile.ID
	changed   []string
	count     int
	written   int
}

func (r *run) desk() (*candidates.Desk, error) {
	s, err := r.ours.Open()
	if err != nil {
		return nil, err
	}
	return candidates.Open(s, candidates.Rules{Cap: 1 << 20, Promotion: candidates.PolicyReview, AutoConfidence: 9000}), nil
}

// propose lays a candidate that replaces the one entry, so that the resident
// file stays as small as they are.
func (r *run) propose(int) error {
	d, err := r.desk()
	if err != nil {
		return err
	}
	r.count++
	p := candidates.Proposal{Reason: "benchmark", Confidence: 10000, Actor: candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag}}
	p.Edit = memfile.Edit{Action: memfile.ActionAdd, Content: fmt.Sprintf("Entry %d of the benchmark.", r.count)}
	if entries, _, err := d.Entries(); err == nil && len(entries) > 0 {
		p.Edit = memfile.Edit{Action: memfile.ActionReplace, Locator: entries[0].Text, Content: fmt.Sprintf("Entry %d of the benchmark.", r.count)}
	}
	out, err := d.Propose(context.Background(), p)
	r.pending = out.Candidate.ID
	return err
}

func (r *run) approve(int) error {
	d, err := r.desk()
	if err != nil {
		return err
	}
	_, err = d.Approve(context.Background(), r.pending, candidates.Actor{Kind: memfile.ActorUser, Via: candidates.ViaFlag})
	return err
}

// changeFiles makes the same change by hand: the resident file, one candidate.
func (r *run) changeFiles(int) error {
	r.written++
	r.changed = []string{"MEMORY.md", filepath.Join("candidates", "2026", "11", "30", fmt.Sprintf("%d.md", r.written))}
	for _, name := range r.changed {
		path := filepath.Join(r.git.Root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "# Project memory\n\n- Entry %d of the benchmark.\n", r.written), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) gitCommit(int) error { return r.commitWith("core.fsyncMethod=fsync") } // git's default

// gitCommitSynced is git as durable as an apply is: by default it syncs next to
// nothing.
func (r *run) gitCommitSynced(int) error { return r.commitWith("core.fsync=all") }

func (r *run) commitWith(setting string) error {
	if _, err := r.git.Run("git", append([]string{"-c", setting, "add"}, r.changed...)...); err != nil {
		return err
	}
	_, err := r.git.Run("git", "-c", setting, "commit", "-qm", "change")
	return err
}
