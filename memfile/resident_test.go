package memfile

import (
	"errors"
	"strings"
	"testing"
)

func parse(t *testing.T, text string) *Resident {
	t.Helper()
	r, err := ParseResident("MEMORY.md", []byte(text))
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return r
}

// outline names the blocks of a file in short: "H:Title E:text B".
func outline(r *Resident) string {
	letters := map[BlockKind]string{Blank: "", Entry: "E", Paragraph: "P", Heading: "H", Comment: "C", Fence: "F", Break: "-"}
	var parts []string
	for _, b := range r.Blocks() {
		if b.Kind != Blank {
			parts = append(parts, letters[b.Kind]+":"+strings.ReplaceAll(b.Text, "\n", "|"))
		}
	}
	return strings.Join(parts, " / ")
}

func TestParseResidentBlocks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"the example of the format", "# Project memory\n\n- Use pnpm.\n- Run `make lint`;\n  it takes long.\n", "H:Project memory / E:Use pnpm. / E:Run `make lint`;|it takes long."},
		{"every marker", "- a\n* b\n+ c\n1. d\n2) e\n", "E:a / E:b / E:c / E:d / E:e"},
		{"no marker without a space", "-a\n\n1.b\n", "P:-a / P:1.b"},
		{"a marker not in the first column", " - a\n", "P:- a"},
		{"a nested item continues", "- a\n  - b\n- c\n", "E:a|- b / E:c"},
		{"a blank line that an indented one follows", "- a\n\n  b\n\nc\n", "E:a||b / P:c"},
		{"a blank line that none follows", "- a\n\n- b\n", "E:a / E:b"},
		{"an unindented line ends it", "- a\nb\n", "E:a / P:b"},
		{"one space is no indentation", "- a\n b\n", "E:a / P:b"},
		{"a tab is one", "-\ta\n\tb\n", "E:a|b"},
		{"numbers wider than two", "10. a\n    b\n", "E:a|b"},
		{"two columns under a number", "1. a\n  b\n     c\n", "E:a|b|   c"},
		{"code in an entry", "- a\n  ```sh\n  - x\n  ```\n- b\n", "E:a|```sh|- x|``` / E:b"},
		{"an open code block ends with its entry", "- ```\n  a\n- b\n", "E:```|a / E:b"},
		{"code outside", "```\n- a\n```\n- b\n", "F:```|- a|``` / E:b"},
		{"tildes, longer at the end", "~~~\n- a\n~~~~\n- b\n", "F:~~~|- a|~~~~ / E:b"},
		{"code that is never closed", "- a\n```\n- b\n", "E:a / F:```|- b"},
		{"a comment", "<!-- x\n- a\n-->\n- b\n", "C:<!-- x|- a|--> / E:b"},
		{"a comment with text beside it", "<!-- x --> y\n- b\n", "P:<!-- x --> y / E:b"},
		{"a comment inside an entry", "- a <!-- x\n- y -->\n- b\n", "E:a <!-- x|- y --> / E:b"},
		{"a comment in a code span is text", "- `<!--` a\n- b -->\n", "E:`<!--` a / E:b -->"},
		{"an escaped comment is text", "- \\<!-- a\n- b -->\n", "E:\\<!-- a / E:b -->"},
		{"a comment that is never closed is text", "<!-- x\n- a\n", "P:<!-- x / E:a"},
		{"the shortest comments", "<!-->\n- a\n<!--->\n- b -->\n", "C:<!--> / E:a / C:<!---> / E:b -->"},
		{"headings", "# A #\n## B\n###### C\n####### d\n#e\n", "H:A / H:B / H:C / P:####### d|#e"},
		{"an underlined heading", "A\nb\n===\n- c\n", "H:A b / E:c"},
		{"a dash under a paragraph underlines it", "A\n-\n", "H:A"},
		{"a break is no entry", "- a\n* * *\n---\n- - -\n", "E:a / -: / -: / -:"},
		{"an empty item", "-\n- \n- a\n", "E: / E: / E:a"},
		{"content on the next line", "-\n  a\n", "E:a"},
		{"CRLF", "# A\r\n\r\n- a\r\n  b\r\n", "H:A / E:a|b"},
		{"a byte order mark", "\uFEFF- a\n", "E:a"},
		{"no last line end", "- a\n- b", "E:a / E:b"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := parse(t, c.in)
			if got := outline(r); got != c.want {
				t.Errorf("%q\n got %s\nwant %s", c.in, got, c.want)
			}
			checkWhole(t, r, c.in)
		})
	}
}

// checkWhole proves that the blocks are the file, without a gap.
func checkWhole(t *testing.T, r *Resident, in string) {
	t.Helper()
	if string(r.Bytes()) != in {
		t.Errorf("bytes differ: %q", r.Bytes())
	}
	at := r.textStart()
	for _, b := range r.Blocks() {
		if b.Start != at || b.End < b.Start {
			t.Fatalf("block %+v begins at %d, not at %d", b, b.Start, at)
		}
		if want := 1 + strings.Count(in[:b.Start], "\n"); b.Line != want {
			t.Errorf("block %+v: line %d, want %d", b, b.Line, want)
		}
		at = b.End
	}
	if at != len(in) {
		t.Errorf("blocks end at %d of %d", at, len(in))
	}
}

func TestSections(t *testing.T) {
	r := parse(t, "- a\n# One\n- b\n## Two\ntext\n")
	var got []string
	for _, b := range r.Blocks() {
		got = append(got, b.Section)
	}
	if want := ",,One,One,Two"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseResidentRefuses(t *testing.T) {
	long := strings.Repeat("x", MaxFile+1)
	for _, c := range []struct{ name, in, rule, want string }{
		{"UTF-16 with a mark", "\xff\xfe-\x00 \x00a\x00", RuleEncoding, "MEMORY.md:1:1: the encoding is UTF-16LE, not UTF-8"},
		{"UTF-16 big end first", "\xfe\xff\x00-\x00 ", RuleEncoding, "MEMORY.md:1:1: the encoding is UTF-16BE, not UTF-8"},
		{"UTF-16 without a mark", "-\x00 \x00a\x00", RuleEncoding, "MEMORY.md:1:1: the encoding is UTF-16LE, not UTF-8"},
		{"not UTF-8", "- a\n- é \xe9\n", RuleEncoding, "MEMORY.md:2:5: not UTF-8"},
		{"NUL", "- a\n- \x00\n", RuleEncoding, "MEMORY.md:2:3: a NUL byte"},
		{"CR alone", "- a\r- b\r", RuleLineEnds, "MEMORY.md:1:4: a line that ends in CR alone"},
		{"size", long, RuleSize, "MEMORY.md: larger than 1 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseResident("MEMORY.md", []byte(c.in))
			var f *Fault
			if !errors.As(err, &f) || f.Rule != c.rule || err.Error() != c.want {
				t.Errorf("got %v (%+v), want %s", err, f, c.want)
			}
		})
	}
}

func TestG09ConflictMarkers(t *testing.T) {
	_, err := ParseResident("MEMORY.md", []byte("# M\n\n- a\n<<<<<<< HEAD\n- b\n=======\n- c\n>>>>>>> other\n"))
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != 3 {
		t.Fatalf("got %v", err)
	}
	for i, line := range []int{4, 6, 8} {
		if faults[i].Line != line || faults[i].Column != 1 || faults[i].Rule != RuleMarkers {
			t.Errorf("fault %d: %+v", i, faults[i])
		}
	}
	for name, text := range map[string]string{
		"inline, and an underlined heading": "Heading\n=======\n\n- Never commit lines like `<<<<<<< HEAD`\n  ======= is one too\n",
		"in code":                           "```\n=======\n```\n",
		"eight of them":                     "- a\n\n========\n<<<<<<<<\n",
	} {
		if _, err := ParseResident("MEMORY.md", []byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"the middle is left":    "- a\n=======\n- b\n",
		"the beginning is left": "<<<<<<< HEAD\n- a\n",
		"in code":               "```\n<<<<<<< HEAD\n```\n",
		"three-way":             "- a\n||||||| base\n- b\n",
		"CRLF":                  "- a\r\n>>>>>>> x\r\n",
	} {
		if _, err := ParseResident("MEMORY.md", []byte(text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
	}{
		{"", 0},
		{"- a\n", 3},
		{"- a", 3},
		{"- a\n\n", 4},
		{"- é漢🙂\n", 5},
		{"\uFEFF- a\r\n", 3},
		{"<!-- for people -->\n- a\n", 4},
		{"- a <!-- why\n since -->b\n", 5},
		{"- `<!-- x -->`\n", 14},
	} {
		r := parse(t, c.in)
		if got := r.Usage(); got != c.want {
			t.Errorf("%q: %d, want %d", c.in, got, c.want)
		}
	}
}

func TestVisible(t *testing.T) {
	r := parse(t, "\uFEFF# M\n\n<!-- people\n- x -->\n- a <!-- b -->\r\n- c\n")
	if got, want := r.Visible(nil), "# M\n\n\n- a \r\n- c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got := r.Visible(func(b Block) bool { return b.Text == "c" })
	if want := "# M\n\n\n- a \r\n"; got != want {
		t.Errorf("withheld: got %q, want %q", got, want)
	}
	got = r.Shown(func(b Block) (string, bool) { return "[withheld]\n", b.Kind == Heading })
	if want := "[withheld]\n\n\n- a \r\n- c\n"; got != want {
		t.Errorf("shown: got %q, want %q", got, want)
	}
}

func TestNotes(t *testing.T) {
	r := parse(t, "\uFEFF- a\r\n<!-- open\n```\n")
	var got []string
	for _, n := range r.Notes() {
		got = append(got, n.Rule+" "+n.Error())
	}
	want := []string{
		"encoding.bom MEMORY.md:1:1: the file begins with a byte order mark",
		"line-ends.crlf MEMORY.md:1:4: lines end in CRLF",
		"comment.open MEMORY.md:2:1: a comment that is never closed: it is text, counted and shown to agents",
		"fence.open MEMORY.md:3:1: a code block that is never closed: what follows it is no entry",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
