package memfile

import (
	"strings"
	"testing"
	"time"
)

// updated gives the file after a change of its candidate.
func updated(t *testing.T, text string, edit func(*Candidate)) string {
	t.Helper()
	f := mustParse(t, text)
	c := f.Candidate()
	edit(&c)
	got, err := f.Update(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestUpdateChangesNothingElse(t *testing.T) {
	const by = "decided: {by: user, via: flag, at: 2026-11-30T10:15:02Z}\n"
	for _, c := range []struct {
		name     string
		edit     func(*Candidate)
		old, new string
	}{
		{"nothing", func(*Candidate) {}, "", ""},
		{"a word", func(c *Candidate) { c.Status = StatusApplied }, "status: pending", "status: applied"},
		{"a word with a comment, in its column", func(c *Candidate) { c.Action = ActionAdd }, "action: replace              #", "action: add                  #"},
		{"a value where none was", func(c *Candidate) { c.Decision = "reject too vague" }, "decision:                    #", "decision: reject too vague   #"},
		{"a value longer than the room", func(c *Candidate) { c.Decision = "reject it is far too vague to be of use" }, "decision:                    #", "decision: reject it is far too vague to be of use #"},
		{"a number", func(c *Candidate) { c.Confidence = 10000 }, "confidence: 9200             #", "confidence: 10000            #"},
		{"a block", func(c *Candidate) { c.Reason = "one\n\ntwo" }, "  The user corrected the package manager twice.\n", "  one\n\n  two\n"},
		{"a block with a comment", func(c *Candidate) { c.Target = []string{"* x\n  y"} }, "  - Use npm for installs.\n", "  * x\n    y\n"},
		{"a key that goes", func(c *Candidate) { c.Evidence = nil }, "evidence: [e51b22c07aa000001]\n", ""},
		{"a key that comes", func(c *Candidate) { c.Decided = &Decided{By: "user", Via: "flag", At: testTime} }, "---\nUse", by + "---\nUse"},
		{"a key that comes in the middle", func(c *Candidate) { c.Section = "Tools" }, "reason: |", "section: Tools\nreason: |"},
		{"the body", func(c *Candidate) { c.Content = "a\n\n  b" }, "---\nUse pnpm, never npm, in this repository.\n", "---\na\n\n  b\n"},
		{"no body", func(c *Candidate) { c.Content = "" }, "---\nUse pnpm, never npm, in this repository.\n", "---\n"},
		{"a map", func(c *Candidate) { c.Source.Message = "msg 13" }, "message: msg_12}", "message: msg 13}"},
		{"another time", func(c *Candidate) { c.Updated = testTime.Add(time.Hour) }, "updated: 2026-11-30T10", "updated: 2026-11-30T11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Replace(pendingText, c.old, c.new, 1)
			if got := updated(t, pendingText, c.edit); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			crlf := strings.ReplaceAll(pendingText, "\n", "\r\n")
			if got := updated(t, crlf, c.edit); got != strings.ReplaceAll(want, "\n", "\r\n") {
				t.Errorf("with CRLF got\n%q", got)
			}
		})
	}
}

// handText is what a person can make of a candidate.
const handText = `---
# mine
"decision" :
status: 'pending'   # theirs

  # indented
action:   "add"
reason: >-
  folded
  text  # is text

# between
confidence: 0
gitmem: candidate/1
id: c7f3a9c2d1012345a
kind: memory
scope: project
actor: user
source:
  agent: x   # inside
  # inside too
created: 2026-11-30T10:15:02Z
evidence:
- e51b22c07aa000001
updated: "2026-11-30T10:15:02Z"
# the end
---
x
`

func TestUpdateKeepsAPersonsHand(t *testing.T) {
	for _, c := range []struct {
		name     string
		edit     func(*Candidate)
		old, new string
	}{
		{"single quotes", func(c *Candidate) { c.Status = StatusFailed }, "'pending'   #", "'failed'    #"},
		{"double quotes", func(c *Candidate) { c.Action = ActionRemove }, `action:   "add"`, `action:   "remove"`},
		{"a quoted key", func(c *Candidate) { c.Decision = "approve" }, `"decision" :`, `"decision" : approve`},
		{"folded becomes a block", func(c *Candidate) { c.Reason = "new" }, ">-\n  folded\n  text  # is text\n", "|\n  new\n"},
		{"a block map", func(c *Candidate) { c.Source.Agent = "z" }, "source:\n  agent: x   # inside\n", "source: {agent: z}\n"},
		{"a block list", func(c *Candidate) { c.Evidence = []ID{"e51b22c07aa000002"} }, "evidence:\n- e51b22c07aa000001\n", "evidence: [e51b22c07aa000002]\n"},
		{"a key that comes last", func(c *Candidate) { c.Diagnostic = "gone" }, "# the end\n", "diagnostic: gone\n# the end\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Replace(handText, c.old, c.new, 1)
			if got := updated(t, handText, c.edit); got != want || want == handText {
				t.Errorf("got\n%s", got)
			}
		})
	}
}

func TestUpdateRefusesWhatCannotBeSpliced(t *testing.T) {
	for name, text := range map[string]string{
		"in braces": "---\n{gitmem: candidate/1, id: c7f3a9c2d1012345a, kind: memory, scope: project, status: pending, actor: user, action: add, reason: x, confidence: 1, created: 2026-11-30T10:15:02Z, updated: 2026-11-30T10:15:02Z}\n---\nx\n",
		"indented":  strings.ReplaceAll(strings.Replace(handText, "---\n", "", 1), "\n", "\n "),
	} {
		if name == "indented" {
			text = "---\n " + strings.Replace(text, "\n ---\n x\n ", "\n---\nx\n", 1)
		}
		_, err := ParseCandidate("K", []byte(text))
		if err == nil || !strings.Contains(err.Error(), "keys must") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUpdateWithoutABody(t *testing.T) {
	text := strings.TrimSuffix(pendingText, "\nUse pnpm, never npm, in this repository.\n")
	got := updated(t, text, func(c *Candidate) { c.Content = "x" })
	if want := text + "\nx\n"; got != want {
		t.Errorf("got %q", got)
	}
}
