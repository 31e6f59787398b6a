package watch

import (
	"slices"
	"testing"
	"time"
)

func TestQuietWaitsForTheLastTouch(t *testing.T) {
	start := time.Unix(0, 0)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	q := newQuiet(100 * time.Millisecond)
	q.touch("b", at(0))
	q.touch("a", at(0))
	q.touch("b", at(60))
	if next, some := q.next(); !some || next != at(100) {
		t.Fatalf("next is %v", next)
	}
	if got := q.take(at(99)); got != nil {
		t.Fatalf("taken too early: %v", got)
	}
	if got := q.take(at(100)); !slices.Equal(got, []string{"a"}) {
		t.Fatalf("took %v", got)
	}
	if got := q.take(at(160)); !slices.Equal(got, []string{"b"}) {
		t.Fatalf("took %v", got)
	}
	if _, some := q.next(); some {
		t.Fatal("something is left")
	}
}

func TestQuietDoesNotWaitForEver(t *testing.T) {
	start := time.Unix(0, 0)
	q := newQuiet(100 * time.Millisecond)
	now := start
	for range 2 * patience {
		q.touch("busy", now)
		now = now.Add(50 * time.Millisecond)
	}
	if got := q.take(start.Add(patience * 100 * time.Millisecond)); !slices.Equal(got, []string{"busy"}) {
		t.Fatalf("took %v", got)
	}
}
