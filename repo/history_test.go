package repo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile"
)

// commits are the ids of a history, to be compared with git's.
func (j *journal) commits(f Filter) string {
	j.Helper()
	h, err := j.s.History(context.Background())
	if err != nil {
		j.Fatal(err)
	}
	var out []string
	for r := range h.Select(f) {
		out = append(out, r.Commit)
	}
	return strings.Join(out, "\n")
}

// cache is the file in which the history is kept.
func (j *journal) cache() string { return j.s.CachePath(historyName) }

func TestHistoryIsThatOfGit(t *testing.T) {
	j, last := life(t)
	j.save(ResidentPath, j.read(ResidentPath)+"- By hand.\n")
	j.byHand("a note")
	j.save("notes.txt", "x\n")
	j.byHand("nothing that is watched")
	for range 2 { // from git, then from the cache
		j.reopen()
		if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
			t.Errorf("history\n%s\nwant\n%s", got, want)
		}
		if got, want := j.commits(Filter{Path: ResidentPath}), j.git("log", "--format=%H", "--", ResidentPath); got != want {
			t.Errorf("of the resident file\n%s\nwant\n%s", got, want)
		}
		if got, want := j.commits(Filter{Op: "undo"}), j.git("log", "--format=%H", "--grep=^Memory-Op: undo$"); got != want || strings.Count(got, "\n") != 1 {
			t.Errorf("undos\n%s\nwant\n%s", got, want)
		}
		if got, want := j.commits(Filter{Op: ByHandWord, Max: 1}), j.git("rev-parse", "HEAD"); got != want {
			t.Errorf("by hand %s, want %s", got, want)
		}
		if got, want := j.commits(Filter{ID: string(last.ID)[:9]}), j.git("log", "--format=%H", "--grep=^Memory-Id: "+string(last.ID)+"$"); got != want || strings.Count(got, "\n") != 3 {
			t.Errorf("of one candidate\n%s\nwant\n%s", got, want)
		}
		if got, want := j.commits(Filter{ID: string(last.Effect.Operation)}), j.git("log", "--format=%H", "--grep="+string(last.Effect.Operation)); got != want || got == "" {
			t.Errorf("of one operation %s, want %s", got, want)
		}
	}
}

func TestHistoryRecords(t *testing.T) {
	j := newJournal(t)
	c := j.propose(add("Use npm."))
	_, r := j.apply(c)
	j.save(ResidentPath, j.read(ResidentPath)+"- By hand.\n")
	j.save("skills/a/SKILL.md", "a skill\n")
	j.save("skills/a/notes.md", "not watched\n")
	hand := j.byHand("a note\n\nwith more")
	records := j.history()
	if fmt.Sprint(records) != fmt.Sprint(j.history()) {
		t.Error("the cache says something else than git")
	}
	h := records[0]
	blob := func(rev string) string { return j.git("rev-parse", rev) }
	changed := []memfile.PathChange{
		{Path: ResidentPath, Before: blob("HEAD^:MEMORY.md"), After: blob("HEAD:MEMORY.md")},
		{Path: "skills/a/SKILL.md", After: blob("HEAD:skills/a/SKILL.md")},
	}
	if h.Commit != hand || !h.ByHand || h.Message.Subject != "a note" || h.Author != "ada" || h.Email != "ada@example.org" {
		t.Errorf("by hand %+v", h)
	}
	if !slices.Equal(h.Changed, changed) || !slices.Equal(h.Added, []EntryDigest{DigestEntry("By hand.")}) || h.Removed != nil {
		t.Errorf("changed %+v, added %v", h.Changed, h.Added)
	}
	a := records[1]
	paths := []memfile.PathChange{{Path: ResidentPath, Before: r.Before, After: r.After}}
	if a.Commit != r.Commit || a.ByHand || a.Message.Op != "apply" || a.Message.Operation != r.Operation || a.Message.Via != "terminal" {
		t.Errorf("apply %+v", a)
	}
	if !slices.Equal(a.Paths(), paths) || !slices.Equal(a.Message.IDs, []memfile.ID{c.ID}) || !slices.Equal(a.Added, []EntryDigest{DigestEntry("Use npm.")}) {
		t.Errorf("apply %+v", a)
	}
	if p := records[2]; p.Message.Source.Session != "s1" || p.Message.Agent != "claude-code" || p.Author != "gitmem (claude-code)" {
		t.Errorf("propose %+v", p)
	}
}

// A history that was replaced is read anew; what is no longer in it is not shown.
func TestHistoryRewritten(t *testing.T) {
	j, _ := life(t)
	j.history()
	j.git("reset", "-q", "--hard", "HEAD~3")
	if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
		t.Errorf("after a reset\n%s\nwant\n%s", got, want)
	}
	j.now(add("Another way."))
	if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
		t.Errorf("after another operation\n%s\nwant\n%s", got, want)
	}
	j.rewrite(func(n int, r *rewritten) {
		if n == 0 {
			r.message = "forged\n"
		}
	})
	before := len(j.mustRead(j.cache()))
	for range 3 {
		if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
			t.Errorf("after a rewrite\n%s\nwant\n%s", got, want)
		}
	}
	if after := len(j.mustRead(j.cache())); after > before*2 {
		t.Errorf("the cache went from %d to %d bytes", before, after)
	}
}

// With branches the order is that of git, however the cache came about.
func TestHistoryMerges(t *testing.T) {
	j, _ := life(t)
	j.git("switch", "-q", "-c", "side")
	j.now(add("On the side."))
	j.history()
	j.git("switch", "-q", "main")
	j.save("notes.txt", "1\n")
	j.byHand("one")
	j.history()
	j.git("switch", "-q", "side")
	j.propose(add("A proposal."))
	j.git("switch", "-q", "main")
	j.save("notes.txt", "2\n")
	j.byHand("two")
	j.git("merge", "-q", "side", "-m", "join")
	merge := j.history()[0]
	if merge.Changed != nil || len(merge.Parents) != 2 || !merge.ByHand {
		t.Errorf("the merge is said to have changed %+v", merge)
	}
	j.now(add("After it."))
	for range 3 {
		if got, want := j.commits(Filter{}), j.git("log", "--date-order", "--format=%H"); got != want {
			t.Errorf("history\n%s\nwant\n%s", got, want)
		}
	}
	os.Remove(j.cache())
	if got, want := j.commits(Filter{}), j.git("log", "--date-order", "--format=%H"); got != want {
		t.Errorf("history without a cache\n%s\nwant\n%s", got, want)
	}
}

// A merge that was resolved by hand shows what is in neither parent.
func TestHistoryMergeByHand(t *testing.T) {
	j, _ := life(t)
	j.git("switch", "-q", "-c", "side")
	j.now(add("On the side."))
	j.git("switch", "-q", "main")
	j.now(add("On main."))
	text := j.read(ResidentPath)
	if _, err := j.tryGit("merge", "-q", "side"); err == nil {
		t.Fatal("the merge does not conflict")
	}
	j.save(ResidentPath, text+"- On the side.\n- In neither.\n")
	j.byHand("join")
	merge := j.history()[0]
	if len(merge.Changed) != 1 || !slices.Equal(merge.Added, []EntryDigest{DigestEntry("In neither.")}) {
		t.Errorf("the merge: %+v", merge)
	}
}

// A shallow history says so, and once it is deepened the rest is read too.
func TestHistoryShallow(t *testing.T) {
	j, _ := life(t)
	full := j.store
	shallow := j.path("shallow")
	j.surroundings.git("", "clone", "-q", "--depth", "4", "file://"+full, shallow)
	j.store = shallow
	j.reopen()
	for range 2 {
		h, err := j.s.History(t.Context())
		if err != nil || h.Len() != 4 || len(h.Missing) != 1 || h.Missing[0] != j.git("-C", full, "rev-parse", "HEAD~4") {
			t.Fatalf("%d commits, missing %v, %v", h.Len(), h.Missing, err)
		}
	}
	j.git("-c", "protocol.file.allow=always", "fetch", "-q", "--unshallow")
	for range 2 {
		j.reopen()
		h, err := j.s.History(t.Context())
		if err != nil || h.Missing != nil {
			t.Fatalf("missing %v, %v", h.Missing, err)
		}
		if got, want := j.commits(Filter{}), j.git("log", "--format=%H"); got != want {
			t.Errorf("history\n%s\nwant\n%s", got, want)
		}
	}
}

func TestHistoryOfDamagedMemory(t *testing.T) {
	j := newJournal(t)
	j.now(add("One."))
	good := j.read(ResidentPath)
	j.save(ResidentPath, "<<<<<<< HEAD\n- One.\n=======\n- Two.\n>>>>>>> side\n")
	j.byHand("conflict")
	j.save(ResidentPath, good)
	j.byHand("mend")
	if r := j.history(); len(r) != 4 || len(r[1].Changed) != 1 || r[1].Added != nil {
		t.Errorf("%+v", r)
	}
	j.sound()
}

// A commit whose trailers are no ids is shown as it is, and breaks nothing.
func TestHistoryOfForgedTrailers(t *testing.T) {
	j := newJournal(t)
	j.now(add("One."))
	j.save("notes.txt", "x\n")
	j.git("add", "-A")
	j.git("commit", "-qm", "x\n\nMemory-Op: apply\nMemory-Id: nobody\nMemory-Path: MEMORY.md\nMemory-Before: "+strings.Repeat("z", 90)+"\nMemory-After: 12\n")
	r := j.history()[0]
	if r.ByHand || r.Message.IDs[0] != "nobody" {
		t.Errorf("%+v", r)
	}
	if got := fmt.Sprint(j.history()[0]); got != fmt.Sprint(r) {
		t.Errorf("cached %s, want %+v", got, r)
	}
	if r := j.verify(); len(r.Problems) < 3 {
		t.Errorf("%+v", r.Problems)
	}
	if b, err := j.s.Blame(t.Context(), -1); err != nil || len(b) != 0 {
		t.Errorf("blame of what the forged commit names: %+v, %v", b, err)
	}
}

func TestHistoryOfNoCommit(t *testing.T) {
	root := filepath.Join(t.TempDir(), "s")
	e := newEngine(t)
	e.surroundings.git("", "init", "-q", "-b", "main", root)
	if err := os.WriteFile(filepath.Join(root, StoreFileName), []byte(e.read(StoreFileName)), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Open(root, Options{Env: e.Env})
	if err != nil {
		t.Fatal(err)
	}
	if h, err := s.History(t.Context()); err != nil || h.Len() != 0 {
		t.Errorf("%v, %v", h, err)
	}
	if r, err := s.Verify(t.Context(), nil); err != nil || !r.Sound(true) {
		t.Errorf("%+v, %v", r, err)
	}
}
