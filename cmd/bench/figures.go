package bench

import (
	"fmt"
	"slices"
	"time"
)

// Median is the middle one of some times, of which there is at least one.
func Median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// Quantile is the time below which a share of some times lies, of which there is at least one; 0.95 is the 95th percentile.
func Quantile(times []time.Duration, share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// Milliseconds is a time as it is printed.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Over is how many times b goes into a.
func Over(a, b time.Duration) float64 { return float64(a) / float64(b) }

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
