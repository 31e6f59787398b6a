package memfile

import (
	"errors"
	"strings"
	"testing"
)

func TestAdd(t *testing.T) {
	for _, c := range []struct{ name, in, section, content, want string }{
		{"to the list", "# M\n\n- a\n\ntext\n", "", "b", "# M\n\n- a\n- b\n\ntext\n"},
		{"several lines", "- a\n", "", "b\nc\n\n  d", "- a\n- b\n  c\n\n    d\n"},
		{"no last line end", "- a", "", "b", "- a\n- b"},
		{"CRLF", "- a\r\n", "", "b\nc", "- a\r\n- b\r\n  c\r\n"},
		{"content with CRLF into LF", "- a\n", "", "b\r\nc\r\n", "- a\n- b\n  c\n"},
		{"a byte order mark stays", "\uFEFF- a\n", "", "b", "\uFEFF- a\n- b\n"},
		{"the marker of the list", "* a\n", "", "b", "* a\n* b\n"},
		{"a wide marker", "-   a\n", "", "b\nc", "-   a\n-   b\n    c\n"},
		{"the next number", "1. a\n9) b\n", "", "c\nd", "1. a\n9) b\n10) c\n    d\n"},
		{"an empty last item", "-\n", "", "b", "-\n- b\n"},
		{"no list yet", "# M\n", "", "a", "# M\n\n- a\n"},
		{"no list, no line end", "# M", "", "a", "# M\n\n- a\n"},
		{"no list, blank lines at the end", "# M\n\ntext\n\n", "", "a", "# M\n\ntext\n\n- a\n"},
		{"ends in a heading", "- a\n\n## Later\n", "", "b", "- a\n- b\n\n## Later\n"},
		{"ends in a comment", "- a\n<!-- end -->\n", "", "b", "- a\n- b\n<!-- end -->\n"},
		{"only a comment", "<!-- x -->\n", "", "a", "<!-- x -->\n\n- a\n"},
		{"under a section", "# M\n- a\n## S\n- b\n## T\n- c\n", "S", "d", "# M\n- a\n## S\n- b\n- d\n## T\n- c\n"},
		{"under an empty section", "## S\n\n## T\n- c\n", "## S", "d", "## S\n\n- d\n\n## T\n- c\n"},
		{"under a section without a blank line", "## S\n## T\n", "s", "d", "## S\n\n- d\n\n## T\n"},
		{"under a section, not its children", "# S\n- a\n## T\n- b\n", "S", "c", "# S\n- a\n- c\n## T\n- b\n"},
		{"a section in another normal form", "## Café\n- a\n", "Cafe\u0301", "b", "## Café\n- a\n- b\n"},
		{"what looks like a heading inside", "- a\n", "", "b\n# c\n- d", "- a\n- b\n  # c\n  - d\n"},
		{"white space at the ends", "- a\n", "", "\n b \t\n", "- a\n- b\n"},
		{"blank lines lose their spaces", "- a\n", "", "b\n   \nc", "- a\n- b\n\n  c\n"},
		{"a comment of its own", "- a\n", "", "b <!-- why -->", "- a\n- b <!-- why -->\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parse(t, c.in)
			got, err := r.Apply(Edit{Action: ActionAdd, Section: c.section, Content: c.content})
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Resident.Bytes()) != c.want {
				t.Errorf("got %q\nwant %q", got.Resident.Bytes(), c.want)
			}
			if got.Before != "" || ItemText(got.After) != NormalContent(c.content) {
				t.Errorf("change %+v", got.EntryChange)
			}
		})
	}
}

func TestAddToEmptyMemory(t *testing.T) {
	for scope, want := range map[string]string{
		ScopeProject: "# Project memory\n\n- a\n  b\n",
		ScopeGlobal:  "# Global memory\n\n- a\n  b\n",
		"":           "- a\n  b\n",
	} {
		got, err := EmptyResident("MEMORY.md", scope).Apply(Edit{Action: ActionAdd, Content: "a\nb"})
		if err != nil || string(got.Resident.Bytes()) != want || got.After != "- a\n  b" {
			t.Errorf("%s: %q, %+v, %v", scope, got.Resident.Bytes(), got.EntryChange, err)
		}
	}
}

func TestReplaceAndRemove(t *testing.T) {
	for _, c := range []struct{ name, in, locator, content, want, before, after string }{
		{"only those bytes", "# M\n\n* a\n\n- b <!-- x -->\n  c\n\n\n1. d\n", "b <!--", "e\nf", "# M\n\n* a\n\n- e\n  f\n\n\n1. d\n", "- b <!-- x -->\n  c", "- e\n  f"},
		{"CRLF", "- a\r\n  b\r\n- c\r\n", "a", "d\ne", "- d\r\n  e\r\n- c\r\n", "- a\n  b", "- d\n  e"},
		{"no last line end", "- a", "a", "b", "- b", "- a", "- b"},
		{"its marker stays", "12.  a\n", "a", "b\nc", "12.  b\n     c\n", "12.  a", "12.  b\n     c"},
		{"a paragraph", "- a\n\nloose\ntext\n\n- b\n", "loose", "x\ny", "- a\n\nx\ny\n\n- b\n", "loose\ntext", "x\ny"},
		{"remove", "- a\n- b\n\n- c\n", "b", "", "- a\n\n- c\n", "- b", ""},
		{"remove the last", "- a\n- b", "b", "", "- a\n", "- b", ""},
		{"remove a paragraph", "loose\n- a\n", "loose", "", "- a\n", "loose", ""},
		{"the first of equal ones", "- a\n- x\n- a\n", "a", "", "- x\n- a\n", "- a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := Edit{Action: ActionReplace, Locator: c.locator, Content: c.content}
			if c.content == "" {
				e.Action = ActionRemove
			}
			got, err := parse(t, c.in).Apply(e)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Resident.Bytes()) != c.want || got.Before != c.before || got.After != c.after {
				t.Errorf("got %q %+v", got.Resident.Bytes(), got.EntryChange)
			}
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		e        Edit
		is       error
		want     string
	}{
		{"an unknown action", "", Edit{Action: "append"}, ErrFields, `action "append": fields do not fit the action: it is add, replace or remove`},
		{"add without content", "", Edit{Action: "add", Content: " \n"}, ErrFields, "add: fields do not fit the action: it needs a content"},
		{"add with locator", "", Edit{Action: "add", Content: "a", Locator: "b"}, ErrFields, "add: fields do not fit the action: it takes no locator"},
		{"replace without content", "", Edit{Action: "replace", Locator: "b"}, ErrFields, "replace: fields do not fit the action: it needs a content; to take an entry away use remove"},
		{"remove with content", "", Edit{Action: "remove", Locator: "b", Content: "c"}, ErrFields, "remove: fields do not fit the action: it takes no content"},
		{"remove with section", "", Edit{Action: "remove", Locator: "b", Section: "c"}, ErrFields, "remove: fields do not fit the action: it takes no section"},
		{"a list marker", "- a\n", Edit{Action: "add", Content: "- b\n- c"}, ErrContent, `MEMORY.md: content: it begins with the list marker "-"`},
		{"a number", "- a\n", Edit{Action: "add", Content: "1. b"}, ErrContent, `MEMORY.md: content: it begins with the list marker "1."`},
		{"a break", "- a\n", Edit{Action: "add", Content: "---"}, ErrContent, "MEMORY.md: content: it does not read back as exactly that one entry"},
		{"CR", "- a\n", Edit{Action: "add", Content: "b\rc"}, ErrContent, "MEMORY.md: content: it holds a control character"},
		{"it opens a comment that swallows others", "- a\n- b -->\n", Edit{Action: "replace", Locator: "a", Content: "x <!-- y"}, ErrContent, "MEMORY.md: content: it does not read back as exactly that one entry"},
		{"it closes an open comment", "- a <!-- x\n- b\n", Edit{Action: "add", Content: "y -->"}, ErrContent, "MEMORY.md: content: it does not read back as exactly that one entry"},
		{"into an open code block", "```\ntext\n", Edit{Action: "add", Content: "y"}, ErrContent, "MEMORY.md: content: it does not read back as exactly that one entry"},
		{"a paragraph of two", "text\n", Edit{Action: "replace", Locator: "text", Content: "a\n\nb"}, ErrContent, "MEMORY.md: content: it does not read back as exactly that one paragraph"},
		{"a replacement that stands", "- a\n- b\n", Edit{Action: "replace", Locator: "a", Content: "b"}, ErrDuplicate, `MEMORY.md:2:1: duplicate: "b"`},
		{"no such section", "# M\n## S\n", Edit{Action: "add", Content: "a", Section: "T"}, ErrNotFound, `MEMORY.md: section "T" not found; the headings are "M", "S"`},
		{"no section at all", "- a\n", Edit{Action: "add", Content: "a b", Section: "T"}, ErrNotFound, `MEMORY.md: section "T" not found; the file has no headings`},
		{"a section twice", "# S\n## S\n", Edit{Action: "add", Content: "a", Section: "S"}, ErrAmbiguous, `MEMORY.md: section "S" is ambiguous: line 1 "S", line 2 "S"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parse(t, c.in).Apply(c.e)
			if !errors.Is(err, c.is) || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestV01ShortEntryInsideLongerOne(t *testing.T) {
	const in = "- test\n- echo tests pass via twins\n"
	for locator, want := range map[string]string{
		"test":  "- echo tests pass via twins\n",
		"tests": "- test\n",
	} {
		got, err := parse(t, in).Apply(Edit{Action: ActionRemove, Locator: locator})
		if err != nil || string(got.Resident.Bytes()) != want {
			t.Errorf("%s: %q, %v", locator, got.Resident.Bytes(), err)
		}
	}
	_, err := parse(t, in).Locate("te")
	var located *LocateError
	if !errors.As(err, &located) || !errors.Is(err, ErrAmbiguous) || len(located.Hits) != 2 {
		t.Fatalf("te: %v", err)
	}
	want := `MEMORY.md: locator "te" is ambiguous, it hits 2 entries: line 1 "test", line 2 "echo tests pass via twins"`
	if err.Error() != want {
		t.Errorf("got %s", err)
	}
}

func TestV02SameFactTwice(t *testing.T) {
	r := parse(t, "# M\n\n- Use pnpm, never npm.\n")
	for _, text := range []string{"Use pnpm, never npm.", "Use pnpm, never npm.  "} {
		b, ok := Duplicate(r, text)
		if !ok || b.Text != "Use pnpm, never npm." || b.Line != 3 {
			t.Errorf("%q: %v %+v", text, ok, b)
		}
		got, err := r.Apply(Edit{Action: ActionAdd, Content: text})
		if err != nil || !got.Unchanged() || got.Resident != r {
			t.Errorf("%q: %+v, %v", text, got.EntryChange, err)
		}
	}
	const near = "use PNPM, never npm."
	if _, ok := Duplicate(r, near); ok {
		t.Error("another case is no duplicate")
	}
	if b, score, ok := Nearest(r, near); !ok || score != 1 || b.Line != 3 {
		t.Errorf("near duplicate: %v %v %+v", ok, score, b)
	}
	if _, _, ok := Nearest(r, "Run make lint before a commit."); ok {
		t.Error("another fact is not near")
	}
}

func TestV04AlreadyOverTheCap(t *testing.T) {
	long := "# M\n\n- " + strings.Repeat("x", 500) + "\n- " + strings.Repeat("y", 7448) + "\n"
	r := parse(t, long)
	if r.Usage() != 7958 {
		t.Fatalf("usage %d", r.Usage())
	}
	got, err := r.Apply(Edit{Action: ActionReplace, Locator: strings.Repeat("x", 500), Content: strings.Repeat("z", 100)})
	if err != nil || got.Resident.Usage() != r.Usage()-400 {
		t.Errorf("replace: %v, %v", got.Resident.Usage(), err)
	}
	got, err = r.Apply(Edit{Action: ActionRemove, Locator: strings.Repeat("x", 500)})
	if err != nil || got.Resident.Usage() != r.Usage()-503 {
		t.Errorf("remove: %v, %v", got.Resident.Usage(), err)
	}
}

func TestU01TwoSpellingsOfEAcute(t *testing.T) {
	const composed, decomposed = "café on Fridays", "cafe\u0301 on Fridays"
	for _, in := range []string{composed, decomposed} {
		r := parse(t, "- "+in+"\n- tea\n")
		for _, locator := range []string{composed, decomposed, decomposed[:6]} {
			b, err := r.Locate(locator)
			if err != nil || b.Text != in {
				t.Errorf("%q in %q: %+v, %v", locator, in, b, err)
			}
		}
		got, err := r.Apply(Edit{Action: ActionReplace, Locator: "tea", Content: "milk"})
		if err != nil || string(got.Resident.Bytes()) != "- "+in+"\n- milk\n" {
			t.Errorf("the file keeps its own form: %q, %v", got.Resident.Bytes(), err)
		}
	}
}

func TestLocate(t *testing.T) {
	const in = "# Memory\n\nloose text\n\n- Use npm for installs.\n- Use npm for installs.\n- Run it;\n  it takes long.\n"
	for _, c := range []struct{ locator, want string }{
		{"npm", "Use npm for installs."},
		{"- Use npm for installs.", "Use npm for installs."},
		{"- Run", "Run it;\nit takes long."},
		{"- Run it;\n  it takes long.", "Run it;\nit takes long."},
		{"Run it;\r\nit takes long.\r\n", "Run it;\nit takes long."},
		{"loose", "loose text"},
	} {
		b, err := parse(t, in).Locate(c.locator)
		if err != nil || b.Text != c.want {
			t.Errorf("%q: %q, %v", c.locator, b.Text, err)
		}
	}
	for _, locator := range []string{"", "  ", "Memory", "NPM", "Use pnpm for installs"} {
		_, err := parse(t, in).Locate(locator)
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", locator, err)
		}
	}
	_, err := parse(t, in).Locate("Use pnpm for installs")
	if want := `MEMORY.md: locator "Use pnpm for installs" is in no entry; the nearest is "Use npm for installs."; the entries are: line 5 "Use npm for installs.", line 6 "Use npm for installs.", line 7 "Run it; it takes long."`; err.Error() != want {
		t.Errorf("got %s", err)
	}
	if _, err := parse(t, "").Locate("x"); err == nil || err.Error() != `MEMORY.md: locator "x" is in no entry; there are no entries` {
		t.Errorf("got %v", err)
	}
}

func TestNumbersAreKept(t *testing.T) {
	got, err := parse(t, "1. a\n2. b\n7. c\n").Apply(Edit{Action: ActionRemove, Locator: "a"})
	if err != nil || string(got.Resident.Bytes()) != "2. b\n7. c\n" {
		t.Errorf("%q, %v", got.Resident.Bytes(), err)
	}
}
