package memfile

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

var exampleMessage = Message{
	Op: "apply", IDs: []ID{"c7f3a9c2d1000000"}, Operation: "o5d0e7c1a2200000",
	Subject:    "apply c7f3a9c2d1000000: replace in project memory",
	Paragraphs: []string{"Use pnpm, never npm, in this repository.", "The user corrected the package manager twice."},
	Paths:      []PathChange{{"MEMORY.md", "3b18e512dba79e4c8300dd08aeb37f8e728b8dad", "9daeafb9864cf43055ae93beb0afd6c7d144bfa4"}},
	Actor:      "user", Via: "terminal", Source: Source{Agent: "claude-code", Session: "0b1e", Message: "msg_12"},
}

const exampleText = `apply c7f3a9c2d1000000: replace in project memory

Use pnpm, never npm, in this repository.

The user corrected the package manager twice.

Memory-Op: apply
Memory-Id: c7f3a9c2d1000000
Memory-Operation: o5d0e7c1a2200000
Memory-Path: MEMORY.md
Memory-Before: 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
Memory-After: 9daeafb9864cf43055ae93beb0afd6c7d144bfa4
Memory-Actor: user
Memory-Via: terminal
Memory-Source: claude-code 0b1e msg_12
`

func TestMessage(t *testing.T) {
	if got := exampleMessage.String(); got != exampleText {
		t.Errorf("printed\n%s", got)
	}
	got, ok := ParseMessage(exampleText)
	if !ok || !reflect.DeepEqual(got, exampleMessage) {
		t.Errorf("parsed %v\n%+v", ok, got)
	}
}

func TestMessageOfEverything(t *testing.T) {
	m := Message{
		Op: "adopt", IDs: []ID{"c1", "c2"}, Operation: "o1", Subject: "adopt two",
		Paths: []PathChange{{"MEMORY.md", "", "aa"}, {"skills/ä\nb/SKILL.md", "bb", ""}, {`"odd"`, "", ""}},
		Actor: "system", Via: "policy", Agent: "claude code", Policy: "high_confidence",
		Source: Source{Session: "a b%c", Message: "-"}, Edited: true, Commit: "abc",
		Extra: []Trailer{{"Signed-off-by", "A <a@b>"}, {"Memory-New", "x"}},
	}
	text := m.String()
	got, ok := ParseMessage(text)
	if !ok || !reflect.DeepEqual(got, m) {
		t.Errorf("parsed %v\n%+v\nwant\n%+v", ok, got, m)
	}
	if again := got.String(); again != text {
		t.Errorf("printed again\n%s\nfirst\n%s", again, text)
	}
	for _, want := range []string{
		"Memory-Before: " + noBlob + "\nMemory-After: aa\n", "Memory-Source: - a%20b%25c %2D\n", "Memory-Edited: yes\n",
		`Memory-Path: "skills/\u00e4\nb/SKILL.md"` + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestTextFormsNoTrailer(t *testing.T) {
	for _, text := range []string{
		"Memory-Op: purge", "x\n\nMemory-Op: purge\nMemory-Id: c1", "memory-op : purge", "Co-authored-by: X <x@y>",
		"---", "--- a/x", "# comment", "(cherry picked from commit abc)", "a\u2028Memory-Op: purge", "\x00\x1bMemory-Op: purge",
	} {
		m := exampleMessage
		m.Subject, m.Paragraphs, m.Policy = text, []string{text, text}, text
		got, ok := ParseMessage(m.String())
		if !ok || got.Op != "apply" || len(got.IDs) != 1 || len(got.Extra) != 0 || len(got.Paragraphs) != 2 {
			t.Errorf("%q: %v %+v", text, ok, got)
		}
		for _, l := range strings.Split(m.String(), "\n") {
			if strings.HasPrefix(l, "Memory-Op:") && l != "Memory-Op: apply" || strings.HasPrefix(l, "---") || strings.HasPrefix(l, "Co-") {
				t.Errorf("%q gave the line %q", text, l)
			}
		}
	}
}

func TestCommitByHand(t *testing.T) {
	for _, text := range []string{
		"", "fix", "fix\n\nSigned-off-by: A <a@b>\n", "Memory-Op: apply\n\nbut not at the end\n", "fix\n\nMemory-Op:\n",
		"fix\n\nMemory-Op: apply\nand a sentence\n",
	} {
		if m, ok := ParseMessage(text); ok {
			t.Errorf("%q: %+v", text, m)
		}
	}
	m, ok := ParseMessage("fix\n\nMemory-Op: apply\nMemory-Policy: a\n b\nSigned-off-by: A\n")
	if !ok || m.Policy != "a b" || len(m.Extra) != 1 {
		t.Errorf("an amended commit: %v %+v", ok, m)
	}
}

// TestGitReadsTheTrailers has git itself read a message full of texts that look like something else.
func TestGitReadsTheTrailers(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	m := exampleMessage
	m.Subject = "Memory-Op: purge"
	m.Paragraphs = []string{"Signed-off-by: A <a@b>\n\nMemory-Id: c1", "---", "# x", "diff --git a/x b/x", "---\tx", "Memory-Op : x"}
	cmd := exec.Command(git, "interpret-trailers", "--parse")
	cmd.Stdin = strings.NewReader(m.String())
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := exampleText[strings.Index(exampleText, "Memory-Op"):]
	if string(got) != want {
		t.Errorf("git reads\n%s", got)
	}
}
