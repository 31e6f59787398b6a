package memfile

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

const testDigest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// experienceText is the example of the format.
const experienceText = `---
gitmem: experience/1
id: e51b22c07aa000001
kind: procedure
status: active
confidence: 8800
source: {agent: claude-code, session: 0b1e77aa-1111, message: msg_12, job: j910000000000000a, ordinal: 0, extractor: gitmem-extractor/1}
evidence:
  - {kind: message, role: user, source: msg_12, digest: "` + testDigest + `", verified: true, excerpt: "no, we use pnpm here"}
guard: [injection.override]
created: 2026-11-30T10:15:02Z
---
# pnpm is the package manager

npm installs were rejected twice and broke the lock file.

## Resolution

Use ` + "`pnpm install --frozen-lockfile`" + `.
`

func procedure() Experience {
	return Experience{
		ID: "e51b22c07aa000001", Kind: KindProcedure, Status: StatusActive, Confidence: 8800,
		Source: Origin{
			Agent: "claude-code", Session: "0b1e77aa-1111", Message: "msg_12",
			Job: "j910000000000000a", Extractor: "gitmem-extractor/1",
		},
		Evidence: []Evidence{{
			Kind: EvidenceMessage, Role: ActorUser, Source: "msg_12", Digest: testDigest, Verified: true, Excerpt: "no, we use pnpm here",
		}},
		Guard: []string{"injection.override"}, Created: testTime, Updated: testTime,
		Title: "pnpm is the package manager", Summary: "npm installs were rejected twice and broke the lock file.",
		Resolution: "Use `pnpm install --frozen-lockfile`.",
	}
}

func issueOf(text string) string {
	text, _, _ = strings.Cut(strings.Replace(text, "kind: procedure", "kind: unresolved_issue", 1), "\n## Resolution")
	return text
}

func mustExperience(t *testing.T, text string) *ExperienceFile {
	t.Helper()
	f, err := ParseExperience("experiences/2026/11/30/e51b22c07aa000001.md", []byte(text))
	if err != nil {
		t.Fatalf("parse: %v\n%s", err, text)
	}
	return f
}

func TestFormatExperience(t *testing.T) {
	if got := string(FormatExperience(procedure())); got != experienceText {
		t.Errorf("got\n%s", got)
	}
	f := mustExperience(t, experienceText)
	if got := f.Experience(); !reflect.DeepEqual(got, procedure()) {
		t.Errorf("parsed\n%+v", got)
	}
	if f.NameFault() != nil || len(f.Notes()) != 0 || string(f.Bytes()) != experienceText {
		t.Errorf("%v %v", f.NameFault(), f.Notes())
	}
	if ExperiencePath(f.Experience().ID, testTime) != f.Path() {
		t.Error(f.Path())
	}
}

func TestExperienceFaults(t *testing.T) {
	long := strings.Repeat("é", MaxExcerpt+1)
	for name, c := range map[string]struct{ old, new, want string }{
		"promoted issue":      {"", "", ""}, // below
		"another form":        {"experience/1", "experience/2", ":2:9: gitmem must be experience/1"},
		"another kind of id":  {"id: e5", "id: c5", ":3:5: id must be an id: e and sixteen lowercase hex digits"},
		"kind":                {"kind: procedure", "kind: hint", ":4:7: kind must be outcome, problem, unresolved_issue, user_correction, explicit_feedback or procedure"},
		"status":              {"status: active", "status: pending", ":5:9: status must be held, active, promoted or forgotten"},
		"confidence":          {"8800", "0.88", ":6:13: confidence must be a whole number of basis points, 0 to 10000"},
		"unknown key":         {"guard:", "guards:", ":10:1: unknown key guards"},
		"unknown part":        {"agent:", "agents:", ":7:10: unknown key agents"},
		"job alone":           {", ordinal: 0", "", ":7:9: job and ordinal stand together or not at all"},
		"ordinal":             {"ordinal: 0", "ordinal: -1", ":7:104: ordinal must be a whole number from 0"},
		"evidence is no list": {"evidence:\n  - {", "evidence:\n    {", ":9:5: evidence must be a list"},
		"no evidence":         {evidenceLine, " []\n", ":8:11: an experience needs evidence"},
		"evidence kind":       {"{kind: message", "{kind: mail", ":9:5: evidence 1: kind must be message, tool, feedback, artifact or user"},
		"role":                {"role: user", "role: system", ":9:5: evidence 1: role must be user or assistant"},
		"role of a call":      {"{kind: message", "{kind: tool", ":9:5: evidence 1: only a message has a role"},
		"digest":              {"sha256:e3", "sha256:E3", ":9:5: evidence 1: digest must be sha256: and sixty-four hex digits"},
		"verified":            {"verified: true", `verified: "true"`, ":9:142: verified must be true or false"},
		"no excerpt":          {`"no, we use pnpm here"`, `" "`, ":9:5: evidence 1: excerpt must not be empty"},
		"long excerpt":        {"no, we use pnpm here", long, ":9:5: evidence 1: excerpt is longer than 300 characters"},
		"NUL in an excerpt":   {"no, we", `no\u0000, we`, ":9:5: evidence 1: excerpt holds a NUL or what is not UTF-8"},
		"guard":               {"[injection.override]", "injection", ":10:8: guard must be a list of words"},
		"empty guard":         {"[injection.override]", `[""]`, ":10:8: guard must not be empty"},
		"created":             {"10:15:02Z", "10:15", ":11:10: created must be a time in UTC to the second, such as 2026-11-30T10:15:02Z"},
		"no title":            {"# pnpm is the package manager", "pnpm", ":13:1: the title is missing"},
		"blank title":         {"# pnpm is the package manager", "#  ", ":13:1: title must not be empty"},
		"long title":          {"# pnpm", "# " + strings.Repeat("x", MaxTitle), ":13:1: title has 535 bytes, at most 512 are allowed"},
		"no summary":          {"npm installs were rejected twice and broke the lock file.", "", ":13:1: summary must not be empty"},
		"long summary":        {"npm installs", strings.Repeat("x", MaxSummary), ":15:1: summary has 8237 bytes, at most 8192 are allowed"},
		"long resolution":     {"Use ", strings.Repeat("x", MaxSummary), ":17:1: resolution has 8225 bytes, at most 8192 are allowed"},
		"second resolution":   {"Use ", "##  resolution\n", ":19:1: a second section ## Resolution"},
		"no front matter":     {"---\ngitmem", "gitmem", ":1:1: the front matter is missing"},
	} {
		text := strings.Replace(experienceText, c.old, c.new, 1)
		if name == "promoted issue" {
			text, c.want = strings.Replace(issueOf(experienceText), "active", "promoted", 1), ":5:9: an unresolved issue is never promoted"
		}
		_, err := ParseExperience("E", []byte(text))
		if err == nil || err.Error() != "E"+c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

const evidenceLine = "\n  - {kind: message, role: user, source: msg_12, digest: \"" + testDigest + "\", verified: true, excerpt: \"no, we use pnpm here\"}\n"

func TestAnUnresolvedIssueSupportsNothing(t *testing.T) {
	issue := mustExperience(t, issueOf(experienceText)).Experience()
	promoted, solved := issue, issue
	promoted.Status = StatusPromoted
	solved.Resolution = "done"
	for name, e := range map[string]Experience{"promoted": promoted, "with a resolution": solved} {
		var broken *RecordError
		if err := e.Check(); !errors.As(err, &broken) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := ParseExperience("E", FormatExperience(e)); err == nil {
			t.Errorf("%s: it was read", name)
		}
		if _, err := mustExperience(t, issueOf(experienceText)).Update(e); !errors.As(err, &broken) {
			t.Errorf("%s: update: %v", name, err)
		}
	}
	_, err := ParseExperience("E", []byte(strings.Replace(experienceText, "kind: procedure", "kind: unresolved_issue", 1)))
	if err == nil || err.Error() != "E:17:1: an unresolved issue has no resolution" {
		t.Error(err)
	}
	var none *SupportError
	if id, err := SupportingID(issue); id != "" || !errors.As(err, &none) || !strings.HasPrefix(err.Error(), "e51b22c07aa000001: an unresolved issue") {
		t.Errorf("%s %v", id, err)
	}
	forgotten := procedure()
	forgotten.Status = StatusForgotten
	if _, err := SupportingID(forgotten); !errors.As(err, &none) {
		t.Error(err)
	}
	if id, err := SupportingID(procedure()); id != "e51b22c07aa000001" || err != nil {
		t.Errorf("%s %v", id, err)
	}
}

func TestUpdateExperience(t *testing.T) {
	hand := strings.Replace(experienceText, "status: active\n", "status: 'active'  # so\n# mine\n", 1)
	hand = strings.Replace(hand, "# pnpm", "\n#   pnpm", 1)
	for _, c := range []struct {
		name     string
		text     string
		edit     func(*Experience)
		old, new string
	}{
		{"nothing", hand, func(*Experience) {}, "", ""},
		{"a status", hand, func(e *Experience) { e.Status = StatusForgotten }, "'active'  #", "'forgotten' #"},
		{"the time", hand, func(e *Experience) { e.Updated = testTime.Add(time.Hour) }, "02Z\n---", "02Z\nupdated: 2026-11-30T11:15:02Z\n---"},
		{"marks that go", hand, func(e *Experience) { e.Guard = nil }, "guard: [injection.override]\n", ""},
		{"a resolution", hand, func(e *Experience) { e.Resolution = "x\n\n## Resolution" }, "Use `pnpm install --frozen-lockfile`.", "x\n\n\\## Resolution"},
		{"no resolution", hand, func(e *Experience) { e.Resolution = "" }, "\n## Resolution\n\nUse `pnpm install --frozen-lockfile`.\n", ""},
		{"a title", experienceText, func(e *Experience) { e.Title = "# pnpm\nonly" }, "# pnpm is the package manager", "# # pnpm only"},
		{"solved", issueOf(hand), func(e *Experience) { e.Kind, e.Resolution = KindProblem, "done" }, "", ""},
	} {
		f := mustExperience(t, c.text)
		e := f.Experience()
		c.edit(&e)
		got, err := f.Update(e)
		want := strings.Replace(c.text, c.old, c.new, 1)
		if c.name == "solved" {
			want = strings.Replace(c.text, "unresolved_issue", "problem", 1) + "\n## Resolution\n\ndone\n"
		}
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", c.name, err, got)
		}
	}
}

func TestExperienceOwnKeys(t *testing.T) {
	committed := mustExperience(t, experienceText)
	body := strings.Replace(experienceText, "npm installs", "Installs", 1)
	if faults := ExperienceOwnKeys(committed, mustExperience(t, body)); len(faults) != 0 {
		t.Error(faults)
	}
	text := strings.Replace(strings.Replace(body, "active", "promoted", 1), "no, we", "yes, we", 1)
	faults := ExperienceOwnKeys(committed, mustExperience(t, text))
	if len(faults) != 2 || faults[0].Line != 5 || faults[1].Rule != RuleOwnKey {
		t.Error(faults)
	}
}

func TestPlacesInAnExperience(t *testing.T) {
	f := mustExperience(t, experienceText)
	for key, want := range map[string]int{"title": 13, "summary": 15, "resolution": 17, "body": 13, "status": 5, "nothing": 1} {
		if got := f.Fault(key, "r", "m", "").Line; got != want {
			t.Errorf("%s: line %d", key, got)
		}
	}
	if at := f.EvidenceFault(0, "r", "m", ""); at.Line != 9 || at.Column != 5 {
		t.Error(at)
	}
}

// TestExperienceBodies: no line of a title, a summary or a resolution moves into another part.
func TestExperienceBodies(t *testing.T) {
	lines := []string{"", "text", "# x", "## Resolution", `\## Resolution`, `\\##  resolution `, "##\tRESOLUTION", "## Resolution:", "---", "  ## Resolution", "\u2028## Resolution", "\\"}
	random := rand.New(rand.NewPCG(1, 2))
	some := func() string {
		out := make([]string, random.IntN(5))
		for i := range out {
			out[i] = lines[random.IntN(len(lines))]
		}
		return strings.Join(out, "\n")
	}
	written := 0
	for range 5000 {
		e := procedure()
		e.Title, e.Summary, e.Resolution = lines[random.IntN(len(lines))], some(), some()
		if e.Check() != nil {
			continue
		}
		written++
		f, err := ParseExperience("E", FormatExperience(e))
		if err != nil || !sameExperience(f.experience, e.normal()) {
			t.Fatalf("%v\n%+v\n%q", err, e, FormatExperience(e))
		}
		next := e
		next.Resolution = some()
		if data, err := f.Update(next); err != nil || string(data) != string(FormatExperience(next)) {
			t.Fatalf("%v\n%q\n%q", err, data, FormatExperience(next))
		}
	}
	if written < 1000 {
		t.Errorf("only %d could be written", written)
	}
}
