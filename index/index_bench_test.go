package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// files is how many a benchmark has.
func files() int {
	if n, err := strconv.Atoi(os.Getenv("GITMEM_FILES")); err == nil {
		return n
	}
	return 10000
}

// filled is a store with many experiences of about a thousand bytes.
func filled(b *testing.B, n int) *fixture {
	f := newFixture(b)
	r := rand.New(rand.NewPCG(3, 4))
	zipf := rand.NewZipf(r, 1.1, 8, 8000)
	text := func(words int) string {
		var s strings.Builder
		for range words {
			fmt.Fprintf(&s, "w%dx ", zipf.Uint64())
		}
		return s.String()
	}
	for i := range n {
		e := note(i+1, text(6)+"\n"+text(40))
		e.Resolution = text(40)
		e.Created = someDay.AddDate(0, 0, -i%90)
		e.Updated = e.Created
		f.put(e)
	}
	return f
}

func BenchmarkRebuild(b *testing.B) {
	f := filled(b, files())
	x := f.open(Options{})
	for b.Loop() {
		if _, err := x.Rebuild(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOneShot is what a process pays: open, catch up, ask once, close.
func BenchmarkOneShot(b *testing.B) {
	f := filled(b, files())
	x := f.open(Options{})
	f.search(x, "w5x")
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			x := Open(f.store, Options{Unwritten: -1})
			f.results(x, Query{Text: "w100x w7x w2000x"})
			_ = x.Close()
		}
	})
	n := 0
	change := func(count int) {
		for range count {
			n++
			f.put(note(1+n%files(), fmt.Sprintf("changed w%dx\nagain and again %d", n, n)))
		}
	}
	for _, count := range []int{1, 100} {
		b.Run(fmt.Sprintf("changed-%d", count), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				change(count)
				time.Sleep(60 * time.Millisecond)
				b.StartTimer()
				x := Open(f.store, Options{Unwritten: -1})
				f.results(x, Query{Text: "w100x w7x w2000x"})
				_ = x.Close()
			}
		})
	}
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if _, err := list(f.store.Root); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWarm(b *testing.B) {
	f := filled(b, files())
	x := f.open(Options{})
	f.search(x, "w5x")
	for b.Loop() {
		f.results(x, Query{Text: "w100x w7x w2000x"})
	}
}
