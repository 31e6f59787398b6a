package bench

import (
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	var times []time.Duration
	for n := 100; n > 0; n-- {
		times = append(times, time.Duration(n))
	}
	for share, want := range map[float64]time.Duration{0: 1, 0.5: 51, 0.95: 96, 1: 100} {
		if got := Quantile(times, share); got != want {
			t.Errorf("quantile %v is %d, want %d", share, got, want)
		}
	}
	if times[0] != 100 {
		t.Error("the times were sorted in place")
	}
}
