package memfile

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseDecision(t *testing.T) {
	for in, want := range map[string][2]string{
		"": {}, "approve": {"approve"}, "Approve ": {"approve"}, "reject": {"reject"},
		"reject too vague": {"reject", "too vague"}, "reject: too vague": {"reject", "too vague"},
	} {
		verb, reason, err := ParseDecision(in)
		if err != nil || verb != want[0] || reason != want[1] {
			t.Errorf("%q: %q %q %v", in, verb, reason, err)
		}
	}
	for _, bad := range []string{"yes", "approve all", "rejected"} {
		if _, _, err := ParseDecision(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestCandidatePath(t *testing.T) {
	c := pending()
	for status, want := range map[string]string{
		StatusPending: "candidates/c7f3a9c2d1012345a.md", StatusFailed: "candidates/c7f3a9c2d1012345a.md",
		StatusApplied: "candidates/2026/11/30/c7f3a9c2d1012345a.md", StatusRejected: "candidates/2026/11/30/c7f3a9c2d1012345a.md",
		StatusUndone: "candidates/2026/11/30/c7f3a9c2d1012345a.md",
	} {
		c.Status = status
		if got := CandidatePath(c); got != want {
			t.Errorf("%s: %s", status, got)
		}
	}
}

func TestNameFault(t *testing.T) {
	if f := mustParse(t, pendingText).NameFault(); f != nil {
		t.Error(f)
	}
	f, err := ParseCandidate("candidates/k1~.md", []byte(pendingText))
	if err != nil || f.NameFault() == nil || f.NameFault().Rule != RuleName || f.NameFault().Line != 10 {
		t.Errorf("%v %v", f.NameFault(), err)
	}
}

func TestOwnKeys(t *testing.T) {
	committed := mustParse(t, pendingText)
	edited := strings.NewReplacer("decision:    ", "decision: approve", "never npm\n", "npm\n", "9200", "1000", "twice", "often", "Use pnpm", "Use bun").Replace(pendingText)
	if faults := OwnKeys(committed, mustParse(t, edited)); len(faults) != 0 {
		t.Errorf("a person's keys: %v", faults)
	}
	forged := strings.NewReplacer("status: pending", "status: applied", "for installs.", "for installs!", "c7f3a9c2d1012345a", "c7f3a9c2d1012345b", "evidence: [e51b22c07aa000001]\n", "").Replace(pendingText)
	var got []string
	for _, f := range OwnKeys(committed, mustParse(t, forged)) {
		got = append(got, f.Error())
	}
	want := []string{
		"candidates/c7f3a9c2d1012345a.md:1:1: the key evidence is gitmem's own and was changed by hand",
		"candidates/c7f3a9c2d1012345a.md:10:5: the key id is gitmem's own and was changed by hand",
		"candidates/c7f3a9c2d1012345a.md:13:9: the key status is gitmem's own and was changed by hand",
		"candidates/c7f3a9c2d1012345a.md:16:9: the key target is gitmem's own and was changed by hand",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestCandidateIsACopy(t *testing.T) {
	f := mustParse(t, string(FormatCandidate(batch())))
	c := f.Candidate()
	c.Operations[0].Content, c.Target[0], c.Effect.Entries[0].After = "x", "x", "x"
	if again := f.Candidate(); again.Operations[0].Content == "x" || again.Target[0] == "x" || again.Effect.Entries[0].After == "x" {
		t.Error("a change of the copy reached the file")
	}
}

func TestMended(t *testing.T) {
	got := Mended([]byte("\uFEFF" + strings.ReplaceAll(pendingText, "\n", "\r\n")))
	if string(got) != pendingText {
		t.Errorf("got %q", got)
	}
}
