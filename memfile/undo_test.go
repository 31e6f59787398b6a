package memfile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// applied gives the file after a candidate and the candidate with its effect.
func applied(t *testing.T, r *Resident, c Candidate) (*Resident, Candidate) {
	t.Helper()
	steps, err := r.Perform(c)
	if err != nil {
		t.Fatal(err)
	}
	c.Effect = &Effect{}
	for _, s := range steps {
		c.Effect.Entries = append(c.Effect.Entries, s.EntryChange)
	}
	return steps[len(steps)-1].Resident, c
}

func one(action, locator, content string) Candidate {
	return Candidate{Edit: Edit{Action: action, Locator: locator, Content: content}}
}

func TestUndo(t *testing.T) {
	for _, c := range []struct {
		name, in string
		c        Candidate
		former   string // what somebody changes in between
		present  string
		want     string
	}{
		{"an add, at once", "", Candidate{Scope: ScopeProject, Edit: Edit{Action: ActionAdd, Content: "a"}}, "", "", ""},
		{"an add, later", "- a\n", one(ActionAdd, "", "b"), "- b\n", "- b\n- c\n", "- a\n- c\n"},
		{"an add that changed nothing", "- a\n", one(ActionAdd, "", "a"), "", "", "- a\n"},
		{"a replace, later, with another marker", "* a\n- b\n", one(ActionReplace, "a", "x\ny"), "- b\n", "", "* a\n"},
		{"a remove, at once", "# M\n\n- a\n\n- b\n\n- c\n", one(ActionRemove, "b", ""), "", "", "# M\n\n- a\n\n- b\n\n- c\n"},
		{"a remove, its neighbour is gone", "- a\n- b\n- c\n- d\n", one(ActionRemove, "c", ""), "- b\n", "", "- a\n- c\n- d\n"},
		{"a remove, all earlier ones are gone", "# M\n\n- a\n- b\n- c\n", one(ActionRemove, "b", ""), "- a\n", "- x\n", "# M\n\n- b\n- x\n- c\n"},
		{"a remove, all are gone", "# M\n\n- a\n- b\n", one(ActionRemove, "b", ""), "- a\n", "", "# M\n\n- b\n"},
		{"a remove, in its own section", "## S\n- a\n## T\n- b\n## U\n- c\n", one(ActionRemove, "b", ""), "", "", "## S\n- a\n## T\n- b\n## U\n- c\n"},
		{"a remove, its section is empty and changed", "## S\n- a\n## T\n- b\n## U\n- c\n", one(ActionRemove, "b", ""), "## T\n", "## T\ntext\n", "## S\n- a\n## T\n- b\ntext\n## U\n- c\n"},
		{"a remove, its section is gone", "## S\n- a\n## T\n- b\n## U\n- c\n", one(ActionRemove, "b", ""), "## T\n", "", "## S\n- a\n- b\n## U\n- c\n"},
		{"a remove, the file is CRLF now", "- a\n- b\n  x\n", one(ActionRemove, "b", ""), "- a\n", "- a\r\n", "- a\r\n- b\r\n  x\r\n"},
		{"a remove of a paragraph", "# M\n\none\n\ntwo\n\n- a\n", one(ActionRemove, "two", ""), "- a\n", "- b\n", "# M\n\none\n\ntwo\n\n- b\n"},
		{"a remove of a paragraph beside another", "one\n\ntwo\n- a\n", one(ActionRemove, "two", ""), "one\n\n", "one\n", "one\n\ntwo\n\n- a\n"},
		{"a file without a last line end", "- a\n- b", one(ActionRemove, "b", ""), "- a", "- x", "- b- x\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := parse(t, c.in)
			after, candidate := applied(t, before, c.c)
			now := parse(t, strings.Replace(string(after.Bytes()), c.former, c.present, 1))
			got, _, err := now.Undo(before, candidate)
			if c.name == "a file without a last line end" {
				c.want = "- b\n- x\n"
			}
			if err != nil || string(got.Bytes()) != c.want {
				t.Errorf("got %q, %v\nwant %q", got.Bytes(), err, c.want)
			}
		})
	}
}

func TestUndoConflicts(t *testing.T) {
	for _, c := range []struct {
		name, in, now string
		c             Candidate
		is            error
		want          string
	}{
		{"what it added is gone", "- a\n", "- a\n", one(ActionAdd, "", "b"), ErrGone, `MEMORY.md: the entry no longer stands: "b"`},
		{"what it wrote was changed", "- a\n", "- c\n", one(ActionReplace, "a", "b"), ErrGone, `MEMORY.md: the entry no longer stands: "b"`},
		{"what it removed stands again", "- a\n- b\n", "- a\n* b\n", one(ActionRemove, "b", ""), ErrStands, `MEMORY.md:2:1: an equal entry stands: "b"`},
		{"what it replaced stands again", "- a\n", "- b\n- a\n", one(ActionReplace, "a", "b"), ErrStands, `MEMORY.md:2:1: an equal entry stands: "a"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := parse(t, c.in)
			_, candidate := applied(t, before, c.c)
			_, _, err := parse(t, c.now).Undo(before, candidate)
			if !errors.Is(err, c.is) || err.Error() != c.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestUndoWithoutTheFormerFile(t *testing.T) {
	_, candidate := applied(t, parse(t, "# M\n\n- a\n- b\n"), one(ActionRemove, "b", ""))
	got, _, err := parse(t, "# M\n\n- a\n").Undo(nil, candidate)
	if err != nil || string(got.Bytes()) != "# M\n\n- b\n- a\n" {
		t.Errorf("%q, %v", got.Bytes(), err)
	}
}

func TestUndoBatchWholeOrNot(t *testing.T) {
	before := parse(t, "- a\n- b\n- c\n- d\n")
	batch := Candidate{Operations: []Edit{
		{Action: ActionReplace, Locator: "b", Content: "x"},
		{Action: ActionRemove, Locator: "c"},
		{Action: ActionAdd, Content: "y"},
	}}
	after, candidate := applied(t, before, batch)
	now := parse(t, string(after.Bytes())+"- later\n")
	got, changes, err := now.Undo(before, candidate)
	if err != nil || string(got.Bytes()) != "- a\n- b\n- c\n- d\n- later\n" {
		t.Fatalf("%q, %v", got.Bytes(), err)
	}
	if want := fmt.Sprint([]EntryChange{{"- x", "- b"}, {"", "- c"}, {"- y", ""}}); fmt.Sprint(changes) != want {
		t.Errorf("changes %v", changes)
	}
	_, _, err = parse(t, "- a\n- d\n- y\n").Undo(before, candidate)
	var op *OperationError
	if !errors.As(err, &op) || op.Index != 1 || !errors.Is(err, ErrGone) {
		t.Errorf("got %v", err)
	}
}

func TestR06UndoAfterMoreWork(t *testing.T) {
	m0 := parse(t, "")
	m1, a := applied(t, m0, Candidate{Scope: ScopeProject, Edit: Edit{Action: ActionAdd, Content: "line one"}})
	m2, _ := applied(t, m1, one(ActionAdd, "", "line two"))
	m3, c := applied(t, m2, one(ActionReplace, "line one", "line three"))
	if _, _, err := m3.Undo(m0, a); !errors.Is(err, ErrGone) {
		t.Fatalf("undo A over C: %v", err)
	}
	m4, _, err := m3.Undo(m2, c)
	if err != nil || string(m4.Bytes()) != string(m2.Bytes()) {
		t.Fatalf("undo C: %q, %v", m4.Bytes(), err)
	}
	m5, _, err := m4.Undo(m0, a)
	if err != nil || string(m5.Bytes()) != "# Project memory\n\n- line two\n" {
		t.Fatalf("undo A: %q, %v", m5.Bytes(), err)
	}
	if _, _, err := m5.Undo(m0, a); !errors.Is(err, ErrGone) {
		t.Errorf("undo A again: %v", err)
	}
}

// TestTakeBackIsExact undoes random changes without the short way over the former file.
func TestTakeBackIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		in := randomFile(rng)
		before := parse(t, in)
		entries := before.Entries()
		if len(entries) == 0 {
			continue
		}
		target := entries[rng.IntN(len(entries))]
		for _, e := range []Edit{
			{Action: ActionRemove, Locator: target.Text},
			{Action: ActionReplace, Locator: target.Text, Content: "new words\n\n  and more"},
			{Action: ActionAdd, Content: "new words", Section: target.Section},
		} {
			step, err := before.Apply(e)
			if errors.Is(err, ErrAmbiguous) || errors.Is(err, ErrContent) {
				continue
			}
			if err != nil {
				t.Fatalf("%q %+v: %v", in, e, err)
			}
			back, err := step.Resident.takeBack(step.EntryChange, before)
			got := string(back.Resident.Bytes())
			if e.Action == ActionAdd { // the line end that the entry needed stays
				got = strings.TrimSuffix(strings.TrimSuffix(got, "\n"), "\r")
				in = strings.TrimSuffix(strings.TrimSuffix(in, "\n"), "\r")
			}
			if err != nil || got != in {
				t.Fatalf("%q %+v\n to %q\n back %q, %v", in, e, step.Resident.Bytes(), back.Resident.Bytes(), err)
			}
		}
	}
}

// randomFile makes a file of distinct entries with everything between them that a person could write.
func randomFile(rng *rand.Rand) string {
	var b strings.Builder
	pieces := []string{"\n", "\n", "# H%d\n", "- e%d\n", "- e%d\n", "- e%d\n", "* e%d\n  more\n", "1. e%d\n\n   more\n\n", "text%d\n", "<!-- c%d -->\n", "```\ncode%d\n```\n"}
	for i := range 1 + rng.IntN(12) {
		piece := pieces[rng.IntN(len(pieces))]
		if strings.Contains(piece, "%d") {
			piece = fmt.Sprintf(piece, 100+i)
		}
		b.WriteString(piece)
	}
	out := b.String()
	if rng.IntN(4) == 0 {
		out = strings.TrimSuffix(out, "\n")
	}
	if rng.IntN(4) == 0 {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	return out
}
