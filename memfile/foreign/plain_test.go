package foreign

import (
	"strings"
	"testing"
)

func TestSections(t *testing.T) {
	reads(t, SectionSign, "Use pnpm.\n§\nTwo lines,\n\nof one entry § not cut.\n  §\t\nlast", "1 Use pnpm.", "3-5 Two lines,//of one entry § not cut.", "7 last")
	reads(t, SectionSign, "one\r\n§\r\ntwo\r\nmore\r\n", "1 one", "3-4 two/more")
	reads(t, SectionSign, "\ufeff§\n\n§\n\n  a\n§\n", "5 a", "1 {empty}", "3 {empty}", "6 {empty}")
	reads(t, SectionSign, "no sign\n", "1 no sign")
	reads(t, SectionSign, "\n \n")
}

func TestSectionThatIsAListBecomesItsItems(t *testing.T) {
	reads(t, SectionSign, "- a\n- b\n  more\n§\nlead:\n- c\n", "1 a", "2-3 b/more", "5-6 lead:/- c")
}

func TestSectionsBeyondTheBound(t *testing.T) {
	reads(t, SectionSign, "a\n§\n"+strings.Repeat("é", MaxText+1)+"\n§\n"+strings.Repeat("word\n", 1<<20)+"§\nb\n",
		"1 a", "1048582 b", "3 (longer than 2,000 characters)", "5-1048580 (longer than 2,000 characters)")
}

func TestPlainLists(t *testing.T) {
	reads(t, Bullets, "My notes:\n• one\n  more\n• two\n  ◦ nested\n– three\n- four\n1. five\n\nnot a list\n", "2-3 one/more", "4-5 two/- nested", "6 three", "7 four", "8 five",
		"1 (not a list item)", "10 (not a list item)")
	reads(t, Bullets, "# A\n• one\n•\n•two\n", "2-4 [A] one/•/•two", "1 {a heading}")
	reads(t, Bullets, "- 2–3 workers\n", "1 2–3 workers")
}

func TestDetect(t *testing.T) {
	cases := []struct {
		name, text string
		want       Format
	}{
		{"MEMORY.md", "# A\n- b\n", Markdown},
		{"MEMORY.md", "- a\n- b\n", Markdown},
		{"MEMORY.md", "a\n§\nb\n", SectionSign},
		{"notes.txt", "a\r\n§\r\nb\r\n", SectionSign},
		{"notes.txt", "- a\n  more\n\n- b\n", Bullets},
		{"notes.txt", "• a\n• b\n", Bullets},
		{"notes.txt", "Some text.\n- a\n", Markdown},
		{"notes.txt", "", Markdown},
		{"CLAUDE.md", "[link](a.md)\n", Markdown},
		{"CLAUDE.md", "{% raw %}\n", Markdown},
		{"memory.json", "{\"type\":\"entity\"}\n", MCPMemory},
		{"memory.jsonl", "[]\n42\n", MCPMemory},
		{"memory.JSON", "nothing\n", MCPMemory},
		{"noname", "\ufeff\n{\"type\":\"entity\"}\n", MCPMemory},
		{"noname", "[\n  {\"type\": \"entity\"}\n]\n", MCPMemory},
		{"noname", "[]", MCPMemory},
		{"noname", "{", Markdown},
	}
	for _, c := range cases {
		if got := Detect(c.name, []byte(c.text)); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.name, c.text, got, c.want)
		}
	}
}

func TestLinksOnly(t *testing.T) {
	for _, text := range []string{
		"[a](b)", "![a](b.png)", "[![a](b)](c)", "[a](b), [c](d)", "[a][b]", "https://example.org/a?b=c", "<https://example.org>",
		"[a]: https://example.org", "[a]: ./b.md \"title\"", "- [a](b)\n- [c](d)", "[a](b(c))",
	} {
		if !isLinksOnly(text) {
			t.Errorf("%q is more than links", text)
		}
	}
	for _, text := range []string{
		"", "-", "text", "[a](b) text", "[ ] task", "[x] [a](b)", "[a]", "[a](b", "![a]", "!", "[", "[^1]: a note", "[TODO]: mend the parser", "<http", "see https://example.org",
	} {
		if isLinksOnly(text) {
			t.Errorf("%q is nothing but links", text)
		}
	}
}
