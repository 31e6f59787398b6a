package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"gitmem/memfile"
)

// answers are the hits of some questions, with their scores.
func answers(t *testing.T, x *Index) (all []string) {
	t.Helper()
	for _, q := range []Query{
		{Text: "pnpm install"},
		{Text: "lock file of pnpm", All: true},
		{Text: "retry"},
		{Text: "部署"},
		{Text: "pnpm", Kinds: []string{"memory"}},
		{Text: "pnpm", Since: someDay},
	} {
		r, err := x.Search(context.Background(), q)
		if err != nil || !r.CaughtUp {
			t.Fatalf("%q: %v, caught up %v", q.Text, err, r.CaughtUp)
		}
		for _, h := range r.Hits {
			all = append(all, fmt.Sprintf("%s: %s %.6f of %d", q.Text, h.ID, h.Score, r.Total))
		}
	}
	return all
}

// edit changes a few files as editors would: new, changed, gone, and the resident file.
func (f *fixture) edit(r *rand.Rand) {
	texts := []string{"pnpm install\nuse the lock file of pnpm", "retry\nretry.go tries pnpm again", "部署前必须运行迁移", "nothing of it", "pnpm\npnpm pnpm install"}
	for range 1 + r.IntN(4) {
		n := 1 + r.IntN(60)
		e := note(n, texts[r.IntN(len(texts))])
		if r.IntN(4) == 0 {
			_ = os.Remove(f.path(memfile.ExperiencePath(e.ID, e.Created)))
			continue
		}
		f.put(e)
	}
	if r.IntN(3) == 0 {
		f.write("MEMORY.md", fmt.Sprintf("# Memory\n\n- Use pnpm %d.\n- Retry %d times.\n", r.IntN(3), r.IntN(3)))
	}
}

func TestOverlayAnswersLikeARebuild(t *testing.T) {
	f := newFixture(t)
	for n := range 50 {
		f.put(note(n+1, fmt.Sprintf("pnpm %d\ninstall number %d", n, n*n)))
	}
	x := f.open(Options{Unwritten: defaultUnwritten})
	answers(t, x)
	r := rand.New(rand.NewPCG(1, 2))
	generation, overlaid := 0, 0
	for round := range 40 {
		f.edit(r)
		got := answers(t, x)
		fresh := Open(f.store, Options{ReadOnly: true, Unwritten: -1})
		want := answers(t, fresh)
		if err := fresh.Close(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("round %d:\n%q\nwant\n%q", round, got, want)
		}
		if x.overlaid != nil {
			overlaid++
		}
		if x.public.number != generation {
			generation = x.public.number
		}
	}
	if overlaid < 20 || generation < 2 {
		t.Errorf("%d answers with an overlay, %d generations: both ways should have been gone", overlaid, generation)
	}
}

func TestOverlayIsKeptUntilFilesChange(t *testing.T) {
	f := newFixture(t)
	f.put(note(1, "pnpm"))
	x := f.open(Options{Unwritten: 5})
	f.finds(x, "pnpm", "1")
	f.put(note(2, "pnpm"))
	f.finds(x, "pnpm", "1", "2")
	first := x.overlaid
	f.finds(x, "pnpm", "1", "2")
	if first == nil || x.overlaid != first {
		t.Errorf("%p, then %p", first, x.overlaid)
	}
	f.put(note(3, "pnpm"))
	f.finds(x, "pnpm", "1", "2", "3")
	if x.overlaid == first || first.users != 0 {
		t.Error("the former overlay is still open")
	}
	if s, err := x.Status(context.Background()); err != nil || s.Generation != 1 || s.Behind != 2 || !s.CaughtUp {
		t.Errorf("%+v %v", s, err)
	}
	for n := range 6 {
		f.put(note(n+16, "pnpm"))
	}
	f.finds(x, "pnpm", "1", "2", "3", "10", "11", "12", "13", "14", "15")
	if x.overlaid != nil || x.public.number != 2 {
		t.Errorf("generation %d, overlay %v: more than may stay unwritten was not written", x.public.number, x.overlaid)
	}
}

// After a checkout that stamps many files and changes one, an overlay would leave the old stamps on the shelf, and
// every process to come would read all those files again.
func TestManyTouchedFilesAreWrittenWithAChange(t *testing.T) {
	f := newFixture(t)
	for n := range mostTouched + 2 {
		f.put(note(n+1, "alpha"))
	}
	f.finds(f.open(Options{}), "pnpm")
	for n := range mostTouched + 1 {
		path := f.path(memfile.ExperiencePath(note(n+1, "").ID, someDay))
		if err := os.Chtimes(path, someDay, someDay); err != nil {
			t.Fatal(err)
		}
	}
	f.put(note(mostTouched+2, "pnpm"))
	changed := strconv.FormatInt(mostTouched+2, 16)

	reader := f.open(Options{Unwritten: 5, ReadOnly: true})
	f.finds(reader, "pnpm", changed)
	if reader.overlaid == nil || reader.private != nil || len(f.told) != 0 {
		t.Errorf("who must not write needs no more than an overlay: private %v, told %q", reader.private, f.told)
	}
	x := f.open(Options{Unwritten: 5})
	f.finds(x, "pnpm", changed)
	old := 0
	for _, r := range x.public.manifest.records[:mostTouched+1] {
		if r.modified != someDay.UnixNano() {
			old++
		}
	}
	if x.overlaid != nil || old > 0 {
		t.Errorf("%d files are read again in every search", old)
	}
}

func TestEverythingGoneUnderAnOverlay(t *testing.T) {
	f := newFixture(t)
	path := f.put(note(1, "pnpm"))
	x := f.open(Options{Unwritten: 5})
	f.finds(x, "pnpm", "1")
	if err := os.Remove(f.path(path)); err != nil {
		t.Fatal(err)
	}
	f.finds(x, "pnpm")
	f.put(note(1, "pnpm again"))
	f.finds(x, "pnpm", "1")
}
