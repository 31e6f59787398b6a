package index
import ("testing";"time";"fmt";"context")
func BenchmarkH3(b *testing.B) {
	f := filled(b, files())
	x := f.open(Options{})
	f.search(x, "w5x")
	for b.Loop() {
		f.put(note(1+b.N%100, fmt.Sprintf("changed w%dx\nagain and again %d", b.N, time.Now().Nanosecond())))
		time.Sleep(60*time.Millisecond)
		last := time.Now()
		lap := func(s string) { fmt.Printf("%s %v; ", s, time.Since(last).Round(10*time.Microsecond)); last = time.Now() }
		x := Open(f.store, Options{Probe: func(step, _ string) error { lap(step); return nil }})
		g, err := x.newest(); lap("newest")
		x.compare(context.Background(), g); lap("compare")
		if err != nil { b.Fatal(err) }
		f.results(x, Query{Text: "w100x w7x w2000x"})
		lap("end")
		x.Close(); lap("close"); fmt.Println()
	}
}
