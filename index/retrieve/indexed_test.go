package retrieve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/index"
	"gitmem/memfile"
)

// indexed is a request that searches by a real index.
func indexed(t *testing.T, query string, project, global *shop) Request {
	q := request(query, project, global)
	for _, s := range []*Scope{q.Project, q.Global} {
		if s != nil {
			x := index.Open(s.Store, index.Options{})
			t.Cleanup(func() { _ = x.Close() })
			s.Search = byIndex{x}
		}
	}
	return q
}

// TestWithTheIndex: what was recorded is found, what was forgotten, held or
// edited by hand is gone at once, and an index that was deleted changes no byte.
func TestWithTheIndex(t *testing.T) {
	project, global := full(t)
	q := indexed(t, "Which package manager do we install with, pnpm?", project, global)
	first := build(t, q)
	if len(handed(first)) != 3 || !strings.Contains(first.Text, "pnpm hangs behind the proxy") || len(first.Notices) > 0 {
		t.Fatalf("%q\n%s", first.Notices, first.Text)
	}
	if err := os.RemoveAll(filepath.Join(project.State, "index")); err != nil {
		t.Fatal(err)
	}
	if again := build(t, indexed(t, q.Query, project, global)); again.Text != first.Text {
		t.Errorf("another text:\n%s", again.Text)
	}
	e := project.learned("pnpm workspaces", "One lock file for all packages.", "")
	held := project.experience("pnpm store", "pnpm pnpm pnpm", "")
	held.Status = memfile.StatusHeld
	project.record(held)
	if got := handed(build(t, q)); len(got) != 4 {
		t.Errorf("%v", got)
	}
	e.Status = memfile.StatusForgotten
	project.record(e)
	if again := build(t, q); len(handed(again)) != 3 || strings.Contains(again.Text, "workspaces") {
		t.Errorf("%s", again.Text)
	}
}

func TestNewestByTheIndex(t *testing.T) {
	s := newShop(t, "project")
	old, middle, young := s.learned("one", "x", ""), s.learned("two", "x", ""), s.learned("three", "x", "")
	for _, query := range []string{"", " \n"} {
		q := indexed(t, query, s, nil)
		wantHanded(t, build(t, q), young, middle, old)
		q.MaxItems = 1
		wantHanded(t, build(t, q), young)
	}
}

// TestQueryIsDataAndIsBounded: the index says what it cut; no operator is one.
func TestQueryIsDataAndIsBounded(t *testing.T) {
	s := newShop(t, "project")
	e := s.learned("pnpm is the package manager", "x", "")
	q := indexed(t, `pnpm" OR (NEAR:* -- +title:^2 ~ \ [`+"\x00\n", s, nil)
	wantHanded(t, build(t, q), e)
	q.Query = "pnpm " + strings.Repeat("mountain river ", 9000)
	r := build(t, q)
	wantHanded(t, r, e)
	if len(r.Notices) == 0 || len(r.Notices) > 2 {
		t.Errorf("%q", r.Notices)
	}
}

// byIndex finds the experiences of a store by its index.
type byIndex struct{ Index *index.Index }

// Experiences implements Searcher. The order of the matches is that of the
// index: score, then confidence, then what changed later, then id.
func (s byIndex) Experiences(ctx context.Context, text string, most int) (Found, error) {
	q := index.Query{Text: text, Limit: most, Experiences: true, Statuses: []string{memfile.StatusActive, memfile.StatusPromoted}}
	search := s.Index.Search
	if strings.TrimSpace(text) == "" {
		search = s.Index.Recent
	}
	results, err := search(ctx, q)
	if err != nil {
		return Found{}, err
	}
	found := Found{Notices: results.Cut}
	for _, hit := range results.Hits {
		found.Hits = append(found.Hits, Hit{Path: hit.Path, Blob: hit.Blob})
	}
	return found, nil
}
