package retrieve

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gitmem/memfile"
)

// holding lists which receipts hold a text, and where in them.
func holding(t *testing.T, s Receipts, text string) []string {
	t.Helper()
	found, err := s.Holding(text)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for h, err := range found {
		if err != nil {
			out = append(out, "damaged")
			continue
		}
		for _, p := range h.Places {
			out = append(out, h.Receipt.Turn+" "+p.Section.Name+" "+string(p.Item.ID)+" "+p.Item.Source+": "+p.Text)
		}
	}
	return out
}

func TestHolding(t *testing.T) {
	project, global := full(t)
	project.file(strings.Replace(string(project.present("MEMORY.md").Data), "# Project memory", "# How we work here", 1))
	s := Receipts{State: project.State}
	q := request("pnpm install", project, global)
	for _, turn := range []string{"1", "2"} {
		q.Turn = turn
		q.NewID = func() (memfile.ID, error) { return memfile.DeriveID(memfile.KindReceipt, turn), nil }
		if err := s.Append(build(t, q)); err != nil {
			t.Fatal(err)
		}
	}
	r := build(t, q)
	lint, lock := r.Sections[1].Items[1], r.Sections[2].Items[0]
	for text, want := range map[string]string{
		"RUN  `make\u200b lint` before":  " memory.project " + string(lint.ID) + " MEMORY.md#2: Run `make lint` before a commit;\nit takes twenty seconds.",
		"broke the lock file":            " learning.experiences " + string(lock.ID) + " " + lock.Source + ": pnpm is the package manager\nnpm installs",
		"How we work here":               " memory.project  : # How we work here",
		"never npm, in this repository.": " memory.project " + string(r.Sections[1].Items[0].ID) + " MEMORY.md#1: Use pnpm",
	} {
		got := holding(t, s, text)
		if len(got) != 2 || !strings.HasPrefix(got[0], "2"+want) || !strings.HasPrefix(got[1], "1"+want) {
			t.Errorf("%q: %q\nwant %q", text, got, want)
		}
	}
	if got := holding(t, s, "yarn"); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if _, err := s.Holding(" \u200b\n"); !errors.Is(err, ErrNothing) {
		t.Error(err)
	}
	days, _ := s.days()
	data, err := os.ReadFile(days[0])
	if err != nil || os.WriteFile(days[0], append(data, "{\n"...), 0o600) != nil {
		t.Fatal(err)
	}
	if got := holding(t, s, "twenty seconds"); len(got) != 3 || got[0] != "damaged" {
		t.Errorf("%q", got)
	}
}

// TestReplayNeedsNothing: the index was never there, and the experiences and
// the memory are gone.
func TestReplayNeedsNothing(t *testing.T) {
	project, global := full(t)
	q := request("pnpm install", project, global)
	r := build(t, q)
	s := Receipts{State: project.State}
	if err := s.Append(r); err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{project.Root, global.Root} {
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := s.Replay(string(r.ID)); err != nil || text != r.Text || len(text) < 1000 {
		t.Errorf("%v\n%s", err, text)
	}
}
