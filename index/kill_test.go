//go:build unix

package index

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// steps are those of a search that must write; a rebuild has them but two.
var steps = []string{"index.lock", "index.build", "index.copy", "index.change", "index.manifest", "index.marker", "index.publish", "index.sweep"}

func TestKilledAtEveryStep(t *testing.T) {
	for _, step := range steps {
		f := newFixture(t)
		for n := range 5 {
			f.put(note(n+1, "alpha"))
		}
		want := "found 1 2 3 4 5"
		kill := func(words string) {
			t.Helper()
			err := f.other(words).Run()
			if err == nil {
				t.Errorf("%s: it was not killed", words)
			}
		}
		if step != "index.copy" && step != "index.change" {
			kill("die " + step + " 1") // the first build
			if got := f.says("search alpha"); got != want {
				t.Errorf("%s: after the first build: %q", step, got)
			}
			kill("die " + step + " 1 rebuild")
			if got := f.says("search alpha"); got != want {
				t.Errorf("%s: after a rebuild: %q", step, got)
			}
		} else {
			f.says("search alpha")
		}
		f.put(note(6, "alpha"))
		if step != "index.build" {
			kill("die " + step + " 1") // catching up
		}
		if got := f.says("search alpha"); got != want+" 6" {
			t.Errorf("%s: after a catch-up: %q", step, got)
		}
		f.put(note(7, "alpha"))
		f.says("search alpha")
		entries, err := os.ReadDir(filepath.Join(f.store.State, "index"))
		if err != nil || len(entries) > keptGenerations+1 {
			t.Errorf("%s: left behind: %v %v", step, entries, err)
		}
	}
}

// TestKilledAnywhere kills a writer at any moment, bleve's own work among them.
func TestKilledAnywhere(t *testing.T) {
	f := newFixture(t)
	for n := range 5 {
		f.put(note(n+1, "alpha"))
	}
	x := f.open(Options{})
	r := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		cmd := f.other("busy")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+r.IntN(150)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		f.finds(x, "alpha", "1", "2", "3", "4", "5")
		if got := f.says("search alpha"); got != "found 1 2 3 4 5" {
			t.Errorf("%q", got)
		}
	}
	if len(f.told) != 0 {
		t.Errorf("told %q", f.told)
	}
}
