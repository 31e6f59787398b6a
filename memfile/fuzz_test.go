package memfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzResident: what parses is its blocks without a gap; every edit changes only its entry or is refused; an undo brings
// the bytes back.
func FuzzResident(f *testing.F) {
	for _, in := range []string{
		"# Project memory\n\n- Use pnpm.\n- Run `make lint`;\n  it takes long.\n", "\uFEFF- a\r\n  b\r\n\r\n1) c", "<!-- x\n- a\n-->\n- b\n",
		"```\n- a\n```\n- ```\n  x\n- <!-- y", "A\n===\n\n* * *\n+ x <!-- y\n z --> q\n", "-\n- \n-\ta\n\t- b\n",
	} {
		f.Add([]byte(in), "a", "new\n\n  text", uint8(0))
		f.Add([]byte(in), "b", "<!-- -->", uint8(1))
		f.Add([]byte(in), "x", "", uint8(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, locator, content string, action uint8) {
		r, err := ParseResident("M", data)
		if err != nil {
			return
		}
		checkWhole(t, r, string(data))
		if !utf8.ValidString(r.Visible(nil)) || r.Usage() > utf8.RuneCount(data) {
			t.Errorf("visible %q, usage %d", r.Visible(nil), r.Usage())
		}
		Rubble(data, []byte(content))
		c := Candidate{Scope: ScopeProject, Edit: Edit{Action: []string{ActionAdd, ActionReplace, ActionRemove}[action%3]}}
		if c.Action != ActionRemove {
			c.Content = content
		}
		if c.Action != ActionAdd {
			c.Locator = locator
		}
		fuzzEdit(t, r, c)
	})
}

func fuzzEdit(t *testing.T, r *Resident, c Candidate) {
	steps, err := r.Perform(c)
	if err != nil {
		return
	}
	after := steps[0].Resident
	if c.Action != ActionRemove && ItemText(steps[0].After) != NormalContent(c.Content) {
		t.Errorf("%+v wrote %q", c.Edit, steps[0].After)
	}
	if change := len(after.Entries()) - len(r.Entries()); change > 1 || change < -1 {
		t.Errorf("%q %+v: %d entries more", r.Bytes(), c.Edit, change)
	}
	c.Effect = &Effect{Entries: []EntryChange{steps[0].EntryChange}}
	back, _, err := after.Undo(r, c)
	if errors.Is(err, ErrStands) { // the file held the former text twice
		return
	}
	if err != nil || !bytes.Equal(back.Bytes(), r.Bytes()) {
		t.Errorf("%q %+v\ngave %q\nback %v, %v", r.Bytes(), c.Edit, after.Bytes(), back, err)
	}
}

// FuzzFrontMatter: no panic, bytes kept, and a key that is set reads back with all others as they were.
func FuzzFrontMatter(f *testing.F) {
	for _, in := range []string{pendingText, handText, skillText, "---\na: {b: [c, 'd']}\n---", "---\r\na: \"x\r\n  y\"  # c\r\n\r\n# d\r\nb: >+\r\n  z\r\n\r\n---\r\n"} {
		f.Add([]byte(in), "value")
		f.Add([]byte(in), "two\nlines: x # y")
	}
	f.Fuzz(func(t *testing.T, data []byte, value string) {
		front, err := ParseFrontMatter("F", data)
		if err != nil {
			return
		}
		if !bytes.Equal(front.Bytes(), data) {
			t.Fatal("other bytes")
		}
		value = NormalContent(value)
		if !utf8.ValidString(value) || strings.ContainsAny(value, "\x00\r") {
			return
		}
		for _, key := range append(front.Keys(), "fresh") {
			fuzzSet(t, front, key, value)
		}
	})
}

func fuzzSet(t *testing.T, front *FrontMatter, key, value string) {
	data, err := front.spliced([]change{{key: key, value: optional(value)}}, nil)
	if err != nil {
		return
	}
	again, err := ParseFrontMatter("F", data)
	if err != nil {
		t.Fatalf("%q = %q: %v\nfrom %q\nto   %q", key, value, err, front.Bytes(), data)
	}
	if again.Body() != front.Body() {
		t.Errorf("%q: body %q", key, again.Body())
	}
	for _, one := range again.root.fields {
		if one.name == key {
			if got := strings.TrimSuffix(one.value.text, "\n"); got != value {
				t.Errorf("%q = %q reads %q\nfrom %q\nto   %q", key, value, got, front.Bytes(), data)
			}
		} else if was := front.root.get(one.name); was == nil || !sameValue(was, one.value) {
			t.Errorf("%q changed by %q\nfrom %q\nto   %q", one.name, key, front.Bytes(), data)
		}
	}
}

// FuzzCandidate: what parses prints back as a candidate that says the same, and an update to itself changes no byte.
func FuzzCandidate(f *testing.F) {
	for _, in := range []string{pendingText, handText, string(FormatCandidate(appliedCandidate())), string(FormatCandidate(batch()))} {
		f.Add([]byte(in), "text")
	}
	f.Add([]byte(pendingText), " - \"odd\": 'x' # y\n\ttab\n\n\u2028\x01\uFEFF 012 ")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		file, err := ParseCandidate("K", data)
		if err != nil {
			return
		}
		c := file.Candidate()
		if same, err := file.Update(c); err != nil || !bytes.Equal(same, data) {
			t.Errorf("update to itself: %v", err)
		}
		if utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\r") {
			c.Reason, c.Locator, c.Diagnostic, c.Section = text, text, text, text
			c.Target = []string{text}
			c.Source.Message = text
			c.Decided = &Decided{By: text, Via: "x", At: testTime, Reason: text}
			c.Effect = &Effect{Operation: "o5d0e7c1a22000001", Entries: []EntryChange{{text, text}}, Applied: testTime}
			if c.Batch() {
				c.Action, c.Locator, c.Section = "", "", ""
				c.Operations[0].Content = text
			} else {
				c.Content = text
			}
		}
		fuzzFormat(t, file, c)
	})
}

func fuzzFormat(t *testing.T, file *CandidateFile, c Candidate) {
	text := FormatCandidate(c)
	again, err := ParseCandidate("K", text)
	if err != nil {
		if c.Decided != nil && strings.TrimSpace(c.Decided.By) == "" { // what is needed is missing
			return
		}
		t.Fatalf("printed: %v\n%s", err, text)
	}
	if got := again.Candidate(); !sameCandidate(got, c.normal()) {
		t.Errorf("reads\n%+v\nnot\n%+v\n%s", got, c.normal(), text)
	}
	data, err := file.Update(c)
	if err != nil {
		t.Fatalf("update: %v\n%q", err, file.Bytes())
	}
	updated, err := ParseCandidate("K", data)
	if err != nil || !reflect.DeepEqual(updated.Candidate(), again.Candidate()) {
		t.Errorf("updated %v\n%+v\nprinted\n%+v", err, updated, again.Candidate())
	}
}

// FuzzMessage: what is read prints so that it reads the same, and no text forms a trailer.
func FuzzMessage(f *testing.F) {
	f.Add(exampleText, "Memory-Op: purge")
	f.Add("fix\n\nMemory-Op: apply\n b\nSigned-off-by: A\n", "x\n\nMemory-Id: c1\n")
	f.Add("fix\n\nMemory-Op:00", "A  0")
	f.Add("Memory-Op:0-:", "")
	f.Add("a\n\nb\nc\n\nMemory-Op: a\nMemory-Path: \"x\\ny\"\nMemory-Before: z\nMemory-Source: - %zz - d\n", "---")
	f.Fuzz(func(t *testing.T, text, free string) {
		if m, ok := ParseMessage(text); ok {
			printed := m.String()
			again, ok := ParseMessage(printed)
			if !ok || again.String() != printed {
				t.Errorf("%q\nprints %q\nthen   %q", text, printed, again.String())
			}
		}
		m := exampleMessage
		m.Subject, m.Paragraphs, m.Actor, m.Agent, m.Source = free, []string{free}, free, free, Source{free, free, free, "", ""}
		m.Paths = []PathChange{{free, "", ""}}
		m.Extra = []Trailer{{"X-Free", free}}
		got, ok := ParseMessage(m.String())
		if !ok || !reflect.DeepEqual(got.trailers(), m.trailers()) {
			t.Errorf("%q forms a trailer:\n%s", free, m)
		}
	})
}

// TestRealFiles parses real memory files whole, and edits each.
func TestRealFiles(t *testing.T) {
	root := sharedData(t)
	files, err := filepath.Glob(filepath.Join(root, "memory-files", "*", "*", "*", "*.md"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	entries := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseResident(name, data)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		checkWhole(t, r, string(data))
		entries += len(r.Entries())
		for _, c := range []Candidate{one(ActionAdd, "", "a new entry\nof two lines"), one(ActionRemove, "npm", "")} {
			fuzzEdit(t, r, c)
		}
	}
	t.Logf("%d files, %d entries", len(files), entries)
}

// sharedData finds ../shared/data beside the module.
func sharedData(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Skip("no go.mod above the test")
		}
	}
	data := filepath.Join(filepath.Dir(dir), "shared", "data")
	if _, err := os.Stat(data); err != nil {
		t.Skip("the real files are not here: " + data)
	}
	return data
}
