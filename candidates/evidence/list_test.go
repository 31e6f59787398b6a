package evidence

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
)

func TestListAndCounts(t *testing.T) {
	b := newBench(t)
	active := b.note("One.")
	issue := b.record(IssueOf("Two."), ada)
	waits := b.record(held("s1", "Three."), agent)
	gone := b.note("Four.")
	b.must(b.ledger.Forget(ctx, []memfile.ID{gone}, ada))
	for _, c := range []struct {
		f    Filter
		want []memfile.ID
	}{
		{Filter{}, []memfile.ID{gone, waits, issue, active}},
		{Filter{Status: "held"}, []memfile.ID{waits}},
		{Filter{Kind: "unresolved_issue"}, []memfile.ID{issue}},
		{Filter{Session: "s1"}, []memfile.ID{waits}},
		{Filter{Session: "s1", Status: "active"}, nil},
		{Filter{Status: "forgotten"}, []memfile.ID{gone}},
	} {
		l, err := b.ledger.List(c.f)
		var got []memfile.ID
		for _, r := range l.Records {
			got = append(got, r.ID)
		}
		if err != nil || len(l.Invalid) != 0 || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%+v: %v, want %v; %v, %v", c.f, got, c.want, l.Invalid, err)
		}
	}
	b.checkCounts()
	for name, spoil := range map[string]func(path string) error{
		"missing": os.Remove,
		"damaged": func(path string) error { return os.WriteFile(path, []byte("experiences 1\nx"), 0o600) },
		"torn": func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, data[:len(data)-7], 0o600))
		},
	} {
		b.must(nil, spoil(b.ledger.Desk.Store.CachePath(memfile.ExperienceFolder)))
		b.ledger = b.open(nil)
		t.Run(name, func(t *testing.T) { b.TB = t; b.checkCounts() })
	}
}

func (b *bench) checkCounts() {
	b.Helper()
	c, err := b.ledger.Counts()
	if err != nil || c.Total != 3 || !maps.Equal(c.Statuses, map[string]int{"active": 2, "held": 1, "forgotten": 1}) || !maps.Equal(c.Kinds, map[string]int{"procedure": 2, "unresolved_issue": 1}) {
		b.Errorf("%+v, %v", c, err)
	}
}

// What git takes back is not counted any more, and can be recorded again.
func TestCountsFollowHead(t *testing.T) {
	b := newBench(t)
	b.note("One.")
	head := b.head()
	two := b.note("Two.")
	b.must(b.ledger.Forget(ctx, []memfile.ID{two}, ada))
	b.must(b.ledger.Counts())
	b.git("reset", "-q", "--hard", head)
	if c, err := b.ledger.Counts(); err != nil || c.Total != 1 || c.Statuses["forgotten"] != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if again := b.note("Two."); again != two {
		t.Errorf("%s, was %s", again, two)
	}
}

// A file that no operation made, a second file of an id, a damaged one and a
// link are named, and never stop the others.
func TestInvalidExperiences(t *testing.T) {
	b := newBench(t)
	good, doubled, damaged := b.note("One."), b.note("Two."), b.note("Three.")
	forged := memfile.ID("e0123456789abcdef")
	text := b.read(b.at(good).Path)
	b.save("experiences/2026/11/30/"+string(forged)+".md", strings.Replace(text, string(good), string(forged), 1))
	b.save("experiences/2026/11/29/"+string(doubled)+".md", b.read(b.at(doubled).Path))
	b.edit(b.at(damaged).Path, "status: active", "status: great")
	b.save("experiences/2026/11/30/.swap.md", "x")
	invalid := 4
	if err := os.Symlink("/etc/passwd", b.root+"/experiences/2026/11/30/e00000000000000ff.md"); err == nil { // not everywhere allowed
		invalid++
	}
	l, err := b.ledger.List(Filter{})
	if err != nil || len(l.Records) != 1 || l.Records[0].ID != good || len(l.Invalid) != invalid {
		t.Errorf("%d records, invalid %+v, %v", len(l.Records), l.Invalid, err)
	}
	for id, rule := range map[memfile.ID]string{forged: "experience.forged", doubled: "id.twice", damaged: memfile.RuleValue} {
		var fault *memfile.Fault
		if _, err := b.ledger.Forget(ctx, []memfile.ID{id}, ada); !errors.As(err, &fault) || fault.Rule != rule {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestFindByABeginning(t *testing.T) {
	b := newBench(t)
	for i := range 20 {
		b.note(fmt.Sprint("Fact ", i))
	}
	id := b.note("The one.")
	if rec, err := b.ledger.Find(string(id)[:12]); err != nil || rec.ID != id {
		t.Errorf("%v, %v", rec.ID, err)
	}
	var ambiguous *candidates.AmbiguousError
	if _, err := b.ledger.Find("e"); !errors.As(err, &ambiguous) || len(ambiguous.IDs) != 21 {
		t.Errorf("e: %v", err)
	}
	for _, none := range []string{"", "e0123456789abcdef", "x", "../MEMORY"} {
		if _, err := b.ledger.Find(none); !errors.Is(err, candidates.ErrNotFound) {
			t.Errorf("%q: %v", none, err)
		}
	}
	b.must(nil, os.Remove(b.root+"/"+b.at(id).Path))
	if _, err := b.ledger.Find(string(id)); !errors.Is(err, candidates.ErrNotFound) || !strings.Contains(err.Error(), "deleted by hand") {
		t.Errorf("deleted: %v", err)
	}
}

// A dry run finds every error and writes nothing.
func TestDryRunWritesNothing(t *testing.T) {
	b := newBench(t)
	id, waits, issue := b.note("Use pnpm."), b.record(held("s1", "Use make."), agent), b.record(IssueOf("Slow."), ada)
	supported := b.note("Use go.")
	b.applied(supported)
	head := b.head()
	b.ledger.Desk.DryRun = true
	if out, err := b.ledger.Record(ctx, NoteOf("New."), ada); err != nil || out.Experience.ID == "" || out.Path == "" {
		t.Errorf("record: %+v, %v", out, err)
	}
	if out, err := b.ledger.Confirm(ctx, []memfile.ID{waits}, "", ada); err != nil || out.Experiences[0].Status != "active" {
		t.Errorf("confirm: %+v, %v", out, err)
	}
	if out, err := b.ledger.Solve(ctx, issue, "Cache.", ada); err != nil || out.Experience.Kind != "problem" {
		t.Errorf("solve: %+v, %v", out, err)
	}
	if out, err := b.ledger.Promote(ctx, id, Promotion{}, ada); err != nil || out.Candidate.Content != "Use pnpm." {
		t.Errorf("promote: %+v, %v", out, err)
	}
	if out, err := b.ledger.Forget(ctx, []memfile.ID{supported}, ada); err != nil || len(out.Revocations) != 1 {
		t.Errorf("forget: %+v, %v", out, err)
	}
	if f, changed, err := b.ledger.Feedback(ctx, rate("positive", "", 0), ada); err != nil || !changed || f.Revision != 1 {
		t.Errorf("feedback: %+v, %v", f, err)
	}
	if _, err := b.ledger.Forget(ctx, []memfile.ID{id, "e0123456789abcdef"}, ada); !errors.Is(err, candidates.ErrNotFound) {
		t.Errorf("an error: %v", err)
	}
	b.unchanged(head)
}
