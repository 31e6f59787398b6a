package repo

import (
	"fmt"
	"strings"
	"testing"

	"gitmem/memfile"
)

// words prints what blame says in short: each entry with its candidate or the
// commit by hand, then its earlier wordings.
func words(all []Blamed, names map[string]string) string {
	name := func(w Wording) string {
		by := names[string(w.Candidate)]
		if w.ByHand {
			by = "by hand"
			if w.Commit != "" {
				by += " " + names[w.Commit]
			}
		}
		return fmt.Sprintf("%s (%s)", w.Text, by)
	}
	var lines []string
	for _, b := range all {
		line := name(b.Wording)
		for _, e := range b.Earlier {
			line += " < " + name(e)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// scene is a history and what blame must say of it.
type scene struct {
	*journal
	names map[string]string
}

func newScene(t *testing.T) *scene {
	return &scene{journal: newJournal(t), names: map[string]string{}}
}

func (s *scene) as(name string, c memfile.Candidate) memfile.Candidate {
	s.names[string(c.ID)] = name
	return c
}

func (s *scene) change(name string, edits ...memfile.Edit) memfile.Candidate {
	s.Helper()
	c, _ := s.now(edits...)
	return s.as(name, c)
}

func (s *scene) hand(name, text string) string {
	s.Helper()
	s.save(ResidentPath, text)
	commit := s.byHand(name)
	s.names[commit] = name
	return commit
}

func (s *scene) adopted(commit string, names ...string) {
	s.Helper()
	cs, _ := s.adopt(commit)
	if len(cs) != len(names) {
		s.Fatalf("%d hand edits, want %v", len(cs), names)
	}
	for i, c := range cs {
		s.as(names[i], c)
	}
}

// says compares; the history is read once from git and once from the cache.
func (s *scene) says(want ...string) {
	s.Helper()
	for range 2 {
		s.reopen()
		if got := words(s.blame(), s.names); got != strings.Join(want, "\n") {
			s.Errorf("blame says\n%s\nwant\n%s", got, strings.Join(want, "\n"))
		}
	}
}

func TestBlameChains(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."))
	s.change("b", add("Run the tests."))
	s.change("c", replace("Use npm.", "Use pnpm."))
	s.change("d", replace("Use pnpm.", "Use pnpm, never npm."))
	s.says("Use pnpm, never npm. (d) < Use pnpm. (c) < Use npm. (a)", "Run the tests. (b)")
}

func TestBlameSaysWhoAndHow(t *testing.T) {
	s := newScene(t)
	c := s.propose(add("Use npm."))
	_, r := s.apply(c)
	b := s.blame()[0]
	want := Wording{
		Text: "Use npm.", Candidate: c.ID, Actor: memfile.ActorReflection, ApprovedBy: "ada", Via: "terminal",
		Commit: r.Commit, Operation: r.Operation, Agent: "claude-code", Session: "s1", Message: c.Source.Message, Time: b.Time,
	}
	if b.Wording != want || b.Index != 1 || b.Time.IsZero() {
		t.Errorf("blame %+v\nwant %+v", b, want)
	}
}

func TestBlameNamesThePolicy(t *testing.T) {
	s := newScene(t)
	c, changes := s.applied(s.propose(add("Use npm.")))
	m := s.message("apply", c)
	m.Operation, m.Actor, m.Via, m.Policy = c.Effect.Operation, memfile.ActorSystem, "policy", "high_confidence"
	s.do(Operation{Message: m, Changes: changes, Author: Person{Name: "gitmem", Email: "system@gitmem.invalid"}})
	if b := s.blame()[0]; b.ApprovedBy != "high_confidence" || b.Via != "policy" || b.Actor != memfile.ActorReflection {
		t.Errorf("blame %+v", b)
	}
}

// An undo is looked through: what it puts back has the origin that it had.
func TestBlameUndo(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."))
	s.change("b", add("Run the tests."))
	c := s.change("c", replace("Use npm.", "Use pnpm."))
	d := s.change("d", remove("Run the tests."))
	s.undo(d)
	s.undo(c)
	s.says("Use npm. (a)", "Run the tests. (b)")
}

func TestBlameUndoneAndRevived(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."))
	c := s.change("c", replace("Use npm.", "Use pnpm."))
	c, _ = s.undo(c)
	c = s.move("revive", memfile.StatusPending, c)
	_, again := s.apply(c)
	s.says("Use pnpm. (c) < Use npm. (a)")
	if b := s.blame()[0]; b.Commit != again.Commit {
		t.Errorf("commit %s, want that of the second apply %s", b.Commit, again.Commit)
	}
}

// What was removed and written anew belongs to the new one.
func TestBlameRemovedAndAddedAgain(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."), add("Run the tests."))
	s.change("b", remove("Use npm."))
	s.change("c", add("Use npm."))
	s.says("Run the tests. (a)", "Use npm. (c)")
}

func TestBlameBatch(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."))
	s.change("b", add("Never yarn."))
	s.change("c", replace("Use npm.", "Use pnpm."), remove("Never yarn."), replace("Use pnpm.", "Use pnpm, never yarn."), add("Commit often."))
	s.says("Use pnpm, never yarn. (c) < Use pnpm. (c) < Use npm. (a)", "Commit often. (c)")
}

func TestBlameAdopt(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm."))
	s.change("b", add("Run the tests."))
	text := strings.Replace(s.read(ResidentPath), "Use npm.", "Use pnpm.", 1) + "- Commit often.\n"
	commit := s.hand("hand", text)
	s.says("Use npm. (a)", "Run the tests. (b)") // what is not adopted yet is not in the base
	s.adopted(commit, "x", "y")
	s.says("Use pnpm. (x) < Use npm. (a)", "Run the tests. (b)", "Commit often. (y)")
	s.save(ResidentPath, strings.Replace(s.read(ResidentPath), "Commit often.", "Commit seldom.", 1))
	s.adopted("", "z")
	s.says("Use pnpm. (x) < Use npm. (a)", "Run the tests. (b)", "Commit seldom. (z) < Commit often. (y)")
}

// Moving lines, or another marker, changes no origin.
func TestBlameMovedLines(t *testing.T) {
	s := newScene(t)
	s.change("a", add("One."))
	s.change("b", add("Two."))
	s.change("c", add("Three."))
	s.save(ResidentPath, "# Project memory\n\n* Three.\n* One.\n\n## More\n\n* Two.\n")
	s.adopted("")
	s.says("Three. (c)", "One. (a)", "Two. (b)")
}

// Equal entries can only come by hand; the later one is the newer one.
func TestBlameTwins(t *testing.T) {
	s := newScene(t)
	s.change("a", add("One."))
	s.change("b", add("Two."))
	s.save(ResidentPath, "# Project memory\n\n- One.\n- Two.\n- One.\n")
	s.adopted("", "x")
	s.says("One. (a)", "Two. (b)", "One. (x)")
	s.save(ResidentPath, "# Project memory\n\n- Two.\n- One.\n")
	s.adopted("", "y")
	s.says("Two. (b)", "One. (a)")
}

// An operation on top of a hand edit that nobody adopted takes it over; blame
// says that no operation explains it.
func TestBlameSweptIn(t *testing.T) {
	s := newScene(t)
	s.change("a", add("Use npm here."))
	text := strings.Replace(s.read(ResidentPath), "Use npm here.", "Use pnpm here.", 1)
	s.hand("first", text+"- Two.\n")
	s.hand("second", text+"- Two.\n- Three.\n")
	s.change("b", add("Four."))
	s.says("Use pnpm here. (by hand first) < Use npm here. (a)", "Two. (by hand first)", "Three. (by hand second)", "Four. (b)")
}

// A record that is no longer there leaves the word of the commit.
func TestBlameWithoutTheRecord(t *testing.T) {
	s := newScene(t)
	s.change("a", add("One."))
	c := s.change("b", replace("One.", "Two."))
	s.rewrite(func(n int, r *rewritten) {
		if n == 2 {
			r.tree = s.withFile(r.tree, memfile.CandidatePath(c), "")
		}
	})
	s.says("Two. (b) < One. (a)")
}

func TestBlameMerge(t *testing.T) {
	s := newScene(t)
	s.change("a", add("One."))
	s.git("switch", "-q", "-c", "side")
	s.change("side", replace("One.", "Two."))
	s.git("switch", "-q", "main")
	s.save("notes.txt", "x\n")
	s.byHand("notes")
	s.git("merge", "-q", "side", "-m", "join")
	s.change("b", add("Three."))
	s.says("Two. (side) < One. (a)", "Three. (b)")
}

func TestBlameBoundsWhatIsEarlier(t *testing.T) {
	s := newScene(t)
	s.change("c0", add("Number 0."))
	for n := 1; n < 6; n++ {
		s.change(fmt.Sprint("c", n), replace(fmt.Sprintf("Number %d.", n-1), fmt.Sprintf("Number %d.", n)))
	}
	for _, c := range []struct{ earlier, want int }{{0, 0}, {3, 3}, {BlameEarlier, 5}, {-1, 5}} {
		b, err := s.s.Blame(t.Context(), c.earlier)
		if err != nil || len(b) != 1 || len(b[0].Earlier) != c.want {
			t.Errorf("earlier %d: %+v, %v", c.earlier, b, err)
		}
	}
}

func TestBlameEmpty(t *testing.T) {
	s := newScene(t)
	if b := s.blame(); len(b) != 0 {
		t.Errorf("%+v", b)
	}
	c := s.change("a", add("One."))
	s.undo(c)
	if b := s.blame(); len(b) != 0 {
		t.Errorf("%+v", b)
	}
}

// Where the history is cut off, nothing is claimed.
func TestBlameShallow(t *testing.T) {
	s := newScene(t)
	s.change("a", add("One."))
	s.change("b", add("Two."))
	s.change("c", add("Three."))
	shallow := s.path("shallow")
	s.surroundings.git("", "clone", "-q", "--depth", "2", "file://"+s.store, shallow)
	s.store = shallow
	s.says("One. ()", "Two. ()", "Three. (c)")
}
