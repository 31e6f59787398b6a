package memfile

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

var testTime = time.Date(2026, 11, 30, 10, 15, 2, 0, time.UTC)

// pendingText is the example of the format.
const pendingText = "---\n" +
	"decision:                    # approve, or reject REASON, then run `gitmem apply`\n" +
	"action: replace              # add, replace or remove\n" +
	"locator: never npm\n" +
	"reason: |\n" +
	"  The user corrected the package manager twice.\n" +
	"confidence: 9200             # basis points\n" +
	"# below: gitmem's own, not to be changed\n" +
	"gitmem: candidate/1\n" +
	"id: c7f3a9c2d1012345a\n" +
	"kind: memory\n" +
	"scope: project\n" +
	"status: pending\n" +
	"actor: reflection\n" +
	"source: {agent: claude-code, session: 0b1e77aa-1111, message: msg_12}\n" +
	"evidence: [e51b22c07aa000001]\n" +
	"target: |                    # the entry that this was reviewed against\n" +
	"  - Use npm for installs.\n" +
	"created: 2026-11-30T10:15:02Z\n" +
	"updated: 2026-11-30T10:15:02Z\n" +
	"---\n" +
	"Use pnpm, never npm, in this repository.\n"

func pending() Candidate {
	return Candidate{
		Edit:   Edit{Action: ActionReplace, Locator: "never npm", Content: "Use pnpm, never npm, in this repository."},
		Reason: "The user corrected the package manager twice.", Confidence: 9200,
		ID: "c7f3a9c2d1012345a", Kind: MemoryCandidate, Scope: ScopeProject, Status: StatusPending, Actor: ActorReflection,
		Source:   Source{Agent: "claude-code", Session: "0b1e77aa-1111", Message: "msg_12"},
		Evidence: []ID{"e51b22c07aa000001"}, Target: []string{"- Use npm for installs."}, Created: testTime, Updated: testTime,
	}
}

func appliedCandidate() Candidate {
	c := pending()
	c.Status = StatusApplied
	c.Decided = &Decided{By: ActorUser, Via: "terminal", At: testTime, Reason: "as said: yes"}
	c.Effect = &Effect{
		Operation: "o5d0e7c1a22000001",
		File:      FileChange{"3b18e512dba79e4c8300dd08aeb37f8e728b8dad", "9daeafb9864cf43055ae93beb0afd6c7d144bfa4"},
		Entries:   []EntryChange{{"- Use npm for installs.", "- Use pnpm,\n  \"never\" npm."}}, Applied: testTime,
	}
	return c
}

func batch() Candidate {
	c := pending()
	c.Edit = Edit{}
	c.Operations = []Edit{
		{Action: ActionReplace, Locator: "npm", Content: "Use pnpm.\n\nAlways."},
		{Action: ActionRemove, Locator: "- vim"},
		{Action: ActionAdd, Section: "Build: tools", Content: "yes"},
	}
	c.Target = []string{"- Use npm.", "- vim\n  and more"}
	c.Source = Source{Agent: "cursor", Client: "mcp client, 2", Connection: "7"}
	c.Effect = &Effect{
		Operation: "o5d0e7c1a22000001", File: FileChange{After: "1234567890123456789012345678901234567890"},
		Entries: []EntryChange{{"- a", "- b"}, {"- vim", ""}, {"", "- yes"}}, Applied: testTime,
	}
	c.Undo = &Effect{Operation: "o5d0e7c1a22000002", File: FileChange{Before: c.Effect.File.After}, Entries: []EntryChange{}, Applied: testTime}
	c.Diagnostic = "null"
	return c
}

func mustParse(t *testing.T, text string) *CandidateFile {
	t.Helper()
	f, err := ParseCandidate("candidates/c7f3a9c2d1012345a.md", []byte(text))
	if err != nil {
		t.Fatalf("parse: %v\n%s", err, text)
	}
	return f
}

func TestFormatCandidate(t *testing.T) {
	if got := string(FormatCandidate(pending())); got != pendingText {
		t.Errorf("got\n%s", got)
	}
	got := mustParse(t, pendingText).Candidate()
	if !reflect.DeepEqual(got, pending()) {
		t.Errorf("parsed\n%+v", got)
	}
}

func TestFormatAppliedCandidate(t *testing.T) {
	text := string(FormatCandidate(appliedCandidate()))
	want := "status: applied\n"
	tail := "updated: 2026-11-30T10:15:02Z\n" +
		"decided: {by: user, via: terminal, at: 2026-11-30T10:15:02Z, reason: \"as said: yes\"}\n" +
		"effect:\n" +
		"  operation: o5d0e7c1a22000001\n" +
		"  file: {before: 3b18e512dba79e4c8300dd08aeb37f8e728b8dad, after: 9daeafb9864cf43055ae93beb0afd6c7d144bfa4}\n" +
		"  entry: {before: \"- Use npm for installs.\", after: \"- Use pnpm,\\n  \\\"never\\\" npm.\"}\n" +
		"  applied: 2026-11-30T10:15:02Z\n" +
		"---\n"
	if !strings.Contains(text, want) || !strings.Contains(text, tail) {
		t.Errorf("got\n%s", text)
	}
	if got := mustParse(t, text).Candidate(); !reflect.DeepEqual(got, appliedCandidate()) {
		t.Errorf("parsed\n%+v", got)
	}
}

func TestFormatBatch(t *testing.T) {
	text := string(FormatCandidate(batch()))
	for _, want := range []string{
		"decision:                    # approve, or reject REASON, then run `gitmem apply`\nreason: |\n",
		"operations:\n  - action: replace\n    locator: npm\n    content: |\n      Use pnpm.\n\n      Always.\n  - action: remove\n    locator: \"- vim\"\n" +
			"  - action: add\n    section: \"Build: tools\"\n    content: |\n      yes\n",
		"source: {agent: cursor, client: \"mcp client, 2\", connection: \"7\"}\n",
		"target:                      # the entries that this was reviewed against\n  - |\n    - Use npm.\n  - |\n    - vim\n      and more\n",
		"  file: {before: none, after: \"1234567890123456789012345678901234567890\"}\n" +
			"  entry:\n    - {before: \"- a\", after: \"- b\"}\n    - {before: \"- vim\"}\n    - {after: \"- yes\"}\n",
		"diagnostic: \"null\"\n---\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no\n%s\nin\n%s", want, text)
		}
	}
	want := batch()
	want.Undo.Entries = nil
	if got := mustParse(t, text).Candidate(); !reflect.DeepEqual(got, want) {
		t.Errorf("parsed\n%+v\nwant\n%+v", got, want)
	}
}

func TestCandidateFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, rule, want string }{
		{"an unknown key", "scope: project", "scope: project\ndesicion: approve", RuleUnknownKey, "13:1: unknown key desicion"},
		{"a key twice", "kind: memory", "kind: memory\nkind: memory", RuleTwiceKey, "12:1: the key kind stands twice, first in line 11"},
		{"a key that is missing", "kind: memory\n", "", RuleMissingKey, "2:1: the key kind is missing"},
		{"a number for a text", "locator: never npm", "locator:   7", RuleType, "4:12: locator must be text"},
		{"a list for a text", "locator: never npm", "locator: [é, a]", RuleType, "4:10: locator must be text"},
		{"a share for basis points", "confidence: 9200", "confidence: 0.92", RuleValue, "7:13: confidence must be a whole number of basis points, 0 to 10000"},
		{"too sure", "confidence: 9200", "confidence: 10001", RuleValue, "7:13: confidence must be a whole number of basis points, 0 to 10000"},
		{"a word that is none", "status: pending", "status: applying", RuleValue, "13:9: status must be pending, applied, rejected, undone or failed"},
		{"another format", "candidate/1", "candidate/2", RuleValue, "9:9: gitmem must be candidate/1"},
		{"half an id", "id: c7f3a9c2d1012345a", "id: c7f3a9", RuleValue, "10:5: id must be an id: c and sixteen lowercase hex digits"},
		{"a local time", "created: 2026-11-30T10:15:02Z", "created: 2026-11-30T10:15:02+01:00", RuleValue, "19:10: created must be a time in UTC to the second, such as 2026-11-30T10:15:02Z"},
		{"evidence that is no list", "evidence: [e51b22c07aa000001]", "evidence: e51b22c07aa000001", RuleType, "16:11: evidence must be a list of ids"},
		{"an unknown key inside", "{agent: claude-code,", "{agent: claude-code, sesion: x,", RuleUnknownKey, "15:30: unknown key sesion"},
		{"a decision that is none", "decision:                    #", "decision: aprove #", RuleValue, `2:11: the decision "aprove" is not known`},
		{"something behind approve", "decision:                    #", "decision: approve it #", RuleValue, "2:11: nothing may follow approve"},
		{"a quote that is not closed", "locator: never npm", "locator: \"never npm", RuleSyntax, "4:10: not YAML: could not find end character of double-quoted text"},
		{"a tab", "locator: never npm", "locator:\n\t- x", RuleSyntax, "5:1: not YAML: found character '\t' that cannot start any token"},
		{"an alias", "locator: never npm", "locator: *x", RuleAlias, "4:10: anchors, aliases and tags are not allowed"},
		{"too deep", "locator: never npm", "locator: " + strings.Repeat("[", 40), RuleDepth, "4:1: values are nested too deeply"},
		{"batch and change", "reason: |", "operations:\n  - action: add\n    content: x\nreason: |", RuleValue, "6:3: a batch has action, locator and section in its operations only"},
		{"an operation with an unknown key", "reason: |", "operations:\n  - action: add\n    contents: x\nreason: |", RuleUnknownKey, "7:5: unknown key contents"},
		{"effect without its parts", "---\nUse", "effect: {operation: o5d0e7c1a22000001}\n---\nUse", RuleMissingKey, "21:9: the key file is missing"},
		{"a blob that is none", "---\nUse", "effect:\n  operation: o5d0e7c1a22000001\n  file: {before: x, after: none}\n  entry: []\n  applied: 2026-11-30T10:15:02Z\n---\nUse", RuleValue, "23:18: before must be the blob id that git gives, forty hex digits, or none"},
		{"no front matter", "---\ndecision", "decision", RuleFrontMatter, "1:1: the front matter is missing"},
		{"never closed", "---\nUse", "Use", RuleFrontMatter, "1:1: the front matter is never closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(pendingText, c.old, c.new, 1)
			if text == pendingText {
				t.Fatal("nothing was changed")
			}
			_, err := ParseCandidate("K", []byte(text))
			var faults Faults
			if !errors.As(err, &faults) {
				t.Fatalf("got %v", err)
			}
			for _, f := range faults {
				if f.Rule == c.rule && f.Error() == "K:"+c.want {
					return
				}
			}
			t.Errorf("got %v, %q", faults.Unwrap(), faults[0].Rule)
		})
	}
}

func TestEveryFaultIsGiven(t *testing.T) {
	text := strings.NewReplacer("kind: memory", "kind: skil", "confidence: 9200", "confidence: x", "scope: project\n", "").Replace(pendingText)
	_, err := ParseCandidate("K", []byte(text))
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != 3 || faults[0].Line != 2 || faults[1].Line != 7 || faults[2].Line != 11 {
		t.Errorf("got %v", faults)
	}
	if want := "K:2:1: the key scope is missing (and 2 more)"; err.Error() != want {
		t.Errorf("got %s", err)
	}
}

func TestE03Notepad(t *testing.T) {
	notepad := "\uFEFF" + strings.TrimSuffix(strings.ReplaceAll(pendingText, "\n", "\r\n"), "\r\n")
	f := mustParse(t, notepad)
	if !reflect.DeepEqual(f.Candidate(), pending()) {
		t.Errorf("parsed\n%+v", f.Candidate())
	}
	if len(f.Notes()) != 2 || string(f.Bytes()) != notepad {
		t.Errorf("notes %v", f.Notes())
	}
	got, err := Replay(parse(t, "- never npm is nothing\n- Use npm for installs.\n"), Candidate{
		Edit: Edit{Action: ActionReplace, Locator: "Use npm", Content: f.Candidate().Content}, Target: f.Candidate().Target,
	})
	if err != nil || string(got) != "- never npm is nothing\n- Use pnpm, never npm, in this repository.\n" {
		t.Errorf("applied %q, %v", got, err)
	}
	utf16 := []byte{0xff, 0xfe}
	for _, c := range []byte(pendingText) {
		utf16 = append(utf16, c, 0)
	}
	_, err = ParseCandidate("K", utf16)
	if err == nil || err.Error() != "K:1:1: the encoding is UTF-16LE, not UTF-8" {
		t.Errorf("UTF-16: %v", err)
	}
}

func TestE04BrokenFilesNameTheirPlace(t *testing.T) {
	k5 := strings.Replace(pendingText, "reason: |\n  The user corrected the package manager twice.", "reason: fixes: quoting", 1)
	_, err := ParseCandidate("K5", []byte(k5))
	if err == nil || err.Error() != "K5:5:9: not YAML: mapping value is not allowed in this context" {
		t.Errorf("K5: %v", err)
	}
	_, err = ParseCandidate("K6", []byte("---\nid: z\n---\n\n---\nreal: block\n---\n"))
	var faults Faults
	if !errors.As(err, &faults) {
		t.Fatalf("K6: %v", err)
	}
	var rules []string
	for _, f := range faults {
		rules = append(rules, f.Error())
	}
	all := strings.Join(rules, "\n")
	for _, want := range []string{"K6:2:5: id must be an id", "K6:2:1: the key gitmem is missing", "K6:2:1: the key kind is missing"} {
		if !strings.Contains(all, want) {
			t.Errorf("K6: no %q in\n%s", want, all)
		}
	}
}

func TestBodyMayBeginWithAFence(t *testing.T) {
	f := mustParse(t, strings.Replace(pendingText, "---\nUse", "---\n---\nUse", 1))
	if want := "---\nUse pnpm, never npm, in this repository."; f.Candidate().Content != want {
		t.Errorf("content %q", f.Candidate().Content)
	}
}
