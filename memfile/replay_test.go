package memfile

import (
	"errors"
	"testing"
)

func TestPerformBatch(t *testing.T) {
	c := Candidate{Operations: []Edit{
		{Action: ActionReplace, Locator: "npm", Content: "Use pnpm."},
		{Action: ActionRemove, Locator: "pnpm."},
		{Action: ActionAdd, Content: "Use bun."},
		{Action: ActionAdd, Content: "Use bun."},
	}}
	steps, err := parse(t, "- Use npm.\n- Use vim.\n").Perform(c)
	if err != nil {
		t.Fatal(err)
	}
	want := []EntryChange{{"- Use npm.", "- Use pnpm."}, {"- Use pnpm.", ""}, {"", "- Use bun."}, {"- Use bun.", "- Use bun."}}
	for i, s := range steps {
		if s.EntryChange != want[i] {
			t.Errorf("step %d: %+v", i, s.EntryChange)
		}
	}
	if got := string(steps[3].Resident.Bytes()); got != "- Use vim.\n- Use bun.\n" {
		t.Errorf("got %q", got)
	}
}

func TestPerformBatchNamesTheOperation(t *testing.T) {
	c := Candidate{Operations: []Edit{{Action: ActionAdd, Content: "a"}, {Action: ActionRemove, Locator: "zzz"}}}
	_, err := parse(t, "- b\n").Perform(c)
	var op *OperationError
	if !errors.As(err, &op) || op.Index != 2 || !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestTargetIsNeverReaimed(t *testing.T) {
	c := Candidate{Edit: Edit{Action: ActionReplace, Locator: "npm", Content: "Use pnpm."}, Target: []string{"- Use npm."}}
	for _, ok := range []struct{ name, in, want string }{
		{"it stands", "- Use npm.\n", "- Use pnpm.\n"},
		{"with another marker", "* Use npm.\n", "* Use pnpm.\n"},
		{"though the locator hits another now", "- npm is old\n- Use npm.\n", "- npm is old\n- Use pnpm.\n"},
		{"with CRLF", "- Use npm.\r\n", "- Use pnpm.\r\n"},
	} {
		got, err := Replay(parse(t, ok.in), c)
		if err != nil || string(got) != ok.want {
			t.Errorf("%s: %q, %v", ok.name, got, err)
		}
	}
	_, err := Replay(parse(t, "- Use npm 11.\n"), c)
	if !errors.Is(err, ErrGone) || err.Error() != `MEMORY.md: the entry that was reviewed has changed or is gone: "- Use npm."; line 1 now reads "Use npm 11."` {
		t.Errorf("changed: %v", err)
	}
	c.Locator = "yarn"
	if _, err = Replay(parse(t, "- Use npm.\n"), c); !errors.Is(err, ErrGone) {
		t.Errorf("another locator: %v", err)
	}
	c.Target = append(c.Target, "- x")
	if _, err = Replay(parse(t, "- Use npm.\n"), c); !errors.Is(err, ErrFields) {
		t.Errorf("a target too many: %v", err)
	}
}

func TestReplayCreatesTheFile(t *testing.T) {
	c := Candidate{Scope: ScopeGlobal, Edit: Edit{Action: ActionAdd, Content: "a"}}
	for _, before := range []*Resident{nil, EmptyResident("MEMORY.md", ScopeGlobal), parse(t, "")} {
		got, err := Replay(before, c)
		if err != nil || string(got) != "# Global memory\n\n- a\n" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

func TestV06BlankLineIsNoDisaster(t *testing.T) {
	c := Candidate{Edit: Edit{Action: ActionReplace, Locator: "b", Content: "c"}, Target: []string{"- b"}}
	const edited = "# M\n\n- a\n\n- b\n"
	if edits := Difference(parse(t, "# M\n\n- a\n- b\n"), parse(t, edited)); len(edits) != 0 {
		t.Errorf("a blank line is an edit: %+v", edits)
	}
	got, err := Replay(parse(t, edited), c)
	if err != nil || string(got) != "# M\n\n- a\n\n- c\n" {
		t.Errorf("%q, %v", got, err)
	}
}
