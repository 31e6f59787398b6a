package memfile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestDifference(t *testing.T) {
	for _, c := range []struct {
		name, base, present string
		want                []string
	}{
		{"nothing", "- a\n", "- a\n", nil},
		{"layout only", "# M\n- a\n- b\n", "# N\n\n<!-- c -->\n* a\n\n1. b\n", nil},
		{"a move", "- a\n- b\n- c\n", "- c\n- a\n- b\n", nil},
		{"added, with its section", "# M\n- a\n", "# M\n- a\n- b\n  c\n", []string{`3 add "" -> "- b\n  c" in M`}},
		{"removed", "- a\n- b\n", "- b\n", []string{`1 remove "- a" -> ""`}},
		{"reworded", "- a\n- Use npm here.\n- c\n", "- a\n- Use pnpm here.\n- c\n", []string{`2 replace "- Use npm here." -> "- Use pnpm here."`}},
		{"as many went as came", "- a\n- b\n- z\n", "- c\n- d\n- z\n", []string{`1 replace "- a" -> "- c"`, `2 replace "- b" -> "- d"`}},
		{"one of two reworded", "- Use npm here.\n- z\n", "- Run make lint.\n- Use pnpm here.\n- z\n", []string{`2 replace "- Use npm here." -> "- Use pnpm here."`, `1 add "" -> "- Run make lint."`}},
		{"one more of the same", "- a\n", "- a\n- a\n", []string{`2 add "" -> "- a"`}},
		{"a paragraph", "text\n\n- a\n", "other\n\n- a\n", []string{`1 replace "text" -> "other"`}},
		{"a paragraph became an entry", "text\n", "- text\n", []string{`1 remove "text" -> ""`, `1 add "" -> "- text"`}},
		{"a code block", "- a\n", "- a\n```\nx\n```\n", []string{"2 add \"\" -> \"```\\nx\\n```\""}},
		{"from no file", "", "- a\n", []string{`1 add "" -> "- a"`}},
		{"to no entries", "- a\n- b\n", "# M\n", []string{`1 remove "- a" -> ""`, `2 remove "- b" -> ""`}},
		{"in several places", "- a\n- b\n- c\n- d\n", "- a1\n- b\n- d\n- e\n", []string{`1 replace "- a" -> "- a1"`, `3 remove "- c" -> ""`, `4 add "" -> "- e"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, e := range Difference(parse(t, c.base), parse(t, c.present)) {
				s := fmt.Sprintf("%d %s %q -> %q", e.Line, e.Edit.Action, e.Change.Before, e.Change.After)
				if e.Edit.Section != "" {
					s += " in " + e.Edit.Section
				}
				got = append(got, s)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
	if got := Difference(nil, parse(t, "- a\n")); len(got) != 1 {
		t.Errorf("from nothing: %v", got)
	}
}

// TestDifferenceIsComplete applies the edits to the texts of the former file and must get those of the present one.
func TestDifferenceIsComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		base, present := parse(t, randomFile(rng)), parse(t, randomFile(rng))
		texts := map[string]int{}
		for _, b := range spoken(base) {
			texts[fmt.Sprint(b.Kind, b.Text)]++
		}
		for _, e := range Difference(base, present) {
			for raw, n := range map[string]int{e.Change.Before: -1, e.Change.After: 1} {
				if raw != "" {
					kind, text := readRaw(raw)
					texts[fmt.Sprint(kind, text)] += n
				}
			}
		}
		for _, b := range spoken(present) {
			texts[fmt.Sprint(b.Kind, b.Text)]--
		}
		for text, n := range texts {
			if n != 0 {
				t.Fatalf("%q -> %q: %q is off by %d", base.Bytes(), present.Bytes(), text, n)
			}
		}
	}
}

func TestDifferenceOfLargeFiles(t *testing.T) {
	var base, present strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&base, "- old %d\n", i)
		fmt.Fprintf(&present, "- new %d\n", i)
	}
	if got := Difference(parse(t, base.String()), parse(t, present.String()+"- one\n")); len(got) != 40_001 {
		t.Errorf("%d edits", len(got))
	}
}

func TestRubble(t *testing.T) {
	const base = "# M\n\n- Use pnpm, never npm.\n- Run make lint.\n"
	for _, c := range []struct{ name, base, present, want string }{
		{"the same", base, base, ""},
		{"an edit", base, "# M\n\n- Use pnpm.\n", ""},
		{"the last entries removed", base, "# M\n\n- Use pnpm, never npm.\n", ""},
		{"the last line shortened", base, "# M\n\n- Use pnpm, never npm.\n- Run make\n", ""},
		{"empty", base, "", "the file is empty, 2 entries are gone"},
		{"only blanks", base, "\n \n", "the file is empty, 2 entries are gone"},
		{"empty where nothing was", "# M\n", "", ""},
		{"no file before", "", "- a\n", ""},
		{"half a last line", base, base[:30], "the file is cut off inside a line"},
		{"half a character", "- é\n", "- \xc3", "not UTF-8 in line 1"},
		{"zeros", base, base[:20] + "\x00\x00\x00", "a NUL byte in line 3"},
		{"zeros where no file was", "", "\x00\x00", "a NUL byte in line 1"},
		{"conflict markers", base, "<<<<<<< HEAD\n" + base, `a conflict marker, "<<<<<<<" in line 1`},
		{"too large", base, strings.Repeat("a", MaxFile+1), "the file is larger than 1 MiB"},
		{"a file that never ended its line", "- ab\n- cd", "- ab\n- c", ""},
	} {
		if got := Rubble([]byte(c.base), []byte(c.present)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
