package retrieve

import (
	"errors"
	"strings"
	"testing"

	"gitmem/memfile"
)

// TestNothingIsSaidTwice: a promoted experience gives way to the entry that it
// became, as long as that stands in the context.
func TestNothingIsSaidTwice(t *testing.T) {
	s := newShop(t, memfile.ScopeProject)
	other := s.learned("pnpm two", "Use pnpm two.", "Use pnpm two.")
	promoted := s.experience("pnpm one", "Use pnpm one.", "Use pnpm one.")
	promoted.Status = memfile.StatusPromoted
	s.record(promoted)
	s.cited["c0000000000000001"] = []memfile.ID{promoted.ID} // proposed, and not applied

	wantHanded(t, build(t, request("pnpm", s, nil)), promoted, other)
	candidate := s.remember("Use pnpm one.")
	s.cited[candidate] = []memfile.ID{promoted.ID, other.ID}
	r := build(t, request("pnpm", s, nil))
	wantHanded(t, r, other) // cited as well, and not promoted
	if n := strings.Count(r.Text, "Use pnpm one."); n != 1 {
		t.Errorf("said %d times\n%s", n, r.Text)
	}

	q := request("pnpm", s, nil)
	q.NoResident = true
	wantHanded(t, build(t, q), promoted, other)

	q = request("pnpm", s, nil)
	q.Project.Cited = func() (map[memfile.ID][]memfile.ID, error) { return nil, errors.New("no history") }
	r = build(t, q)
	wantHanded(t, r, promoted, other)
	if !strings.Contains(said(r), "project experiences: which of them stand in memory is not known: no history") {
		t.Error(said(r))
	}

	s.file("# Project memory\n\n- Use yarn.\n")
	wantHanded(t, build(t, request("pnpm", s, nil)), promoted, other)
}

// TestSaidTwiceCountsAsNoMatch: what memory says already needs no tokens.
func TestSaidTwiceCountsAsNoMatch(t *testing.T) {
	s := newShop(t, memfile.ScopeProject)
	promoted := s.experience("pnpm one", "Use pnpm one.", "Use pnpm one.")
	promoted.Status = memfile.StatusPromoted
	s.record(promoted)
	s.cited[s.remember("Use pnpm one.")] = []memfile.ID{promoted.ID}
	q := request("pnpm", s, nil)
	q.MaxTokens = 1
	if r := build(t, q); r.Skipped != nil || len(handed(r)) != 0 {
		t.Errorf("%+v %s", r.Skipped, said(r))
	}
}
