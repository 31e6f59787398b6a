package bench

import (
	"fmt"
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
		medians[i] = Median(times[i])
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
