package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// Timed is something to be timed; it is run once before it counts.
type Timed struct {
	Name string
	// Before prepares one run and is not timed.
	Before func(round int) error
	Run    func(round int) error
}

// Compare times several things in turns and returns the median of each.
func Compare(rounds int, things ...Timed) ([]time.Duration, error) {
	times := make([][]time.Duration, len(things))
	for round := range rounds + 1 {
		for i, t := range things {
			took, err := t.once(round)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.Name, err)
			}
			if round > 0 {
				times[i] = append(times[i], took)
			}
		}
	}
	medians := make([]time.Duration, len(things))
	for i := range times {
		slices.Sort(times[i])
		medians[i] = times[i][len(times[i])/2]
	}
	return medians, nil
}

func (t Timed) once(round int) (time.Duration, error) {
	if t.Before != nil {
		if err := t.Before(round); err != nil {
			return 0, err
		}
	}
	from := time.Now()
	err := t.Run(round)
	return time.Since(from), err
}

// Ratio is one figure with its target.
type Ratio struct {
	Name   string
	Got    float64
	Target float64 // 0: reported only
}

// Print prints the figure and says whether the target is met.
func (r Ratio) Print() bool {
	met := r.Target == 0 || r.Got <= r.Target
	switch {
	case r.Target == 0:
		fmt.Printf("  %-58s %7.2f\n", r.Name, r.Got)
	case met:
		fmt.Printf("  %-58s %7.2f   at most %.2f: met\n", r.Name, r.Got, r.Target)
	default:
		fmt.Printf("  %-58s %7.2f   at most %.2f: MISSED\n", r.Name, r.Got, r.Target)
	}
	return met
}

// Build compiles programs of this module into a folder and returns their paths.
func Build(folder string, tags string, packages ...string) ([]string, error) {
	var paths []string
	for _, pkg := range packages {
		path := filepath.Join(folder, filepath.Base(pkg))
		cmd := exec.Command("go", "build", "-tags", tags, "-o", path, pkg)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("go build %s: %w", pkg, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}
