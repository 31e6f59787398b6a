package foreign

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

const (
	ada      = `{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","reads at night","works on gitmem"]}`
	pnpm     = `{"type":"entity","name":"pnpm","entityType":"tool","observations":["is the package manager","runs in CI","needs node 20"]}`
	relation = `{"type":"relation","from":"Ada","to":"pnpm","relationType":"uses"}`
)

func TestI02SixCandidatesFromEitherForm(t *testing.T) {
	want := []string{"Ada: likes tea", "Ada: reads at night", "Ada: works on gitmem", "pnpm: is the package manager", "pnpm: runs in CI", "pnpm: needs node 20"}
	forms := map[string]string{
		"lines":         ada + "\n" + pnpm + "\n" + relation + "\n",
		"lines, no end": ada + "\r\n" + relation + "\r\n\r\n" + pnpm,
		"array":         "[" + ada + "," + pnpm + "," + relation + "]",
		"array of rows": "[\n" + ada + ",\n" + pnpm + ",\n" + relation + "\n]\n",
		"object":        `{"entities":[` + ada + "," + pnpm + `],"relations":[` + relation + "]}",
		"object, long":  "{\n \"entities\": [\n  " + ada + ",\n  " + pnpm + "\n ],\n \"relations\": [\n  " + relation + "\n ]\n}\n",
		"without types": strings.NewReplacer(`"type":"entity",`, "", `"type":"relation",`, "").Replace("[" + ada + "," + pnpm + "," + relation + "]"),
		"BOM":           "\ufeff" + ada + "\n" + pnpm + "\n" + relation,
	}
	for name, text := range forms {
		r, err := Read("memory.json", []byte(text), Auto)
		if err != nil || r.Format != MCPMemory {
			t.Fatalf("%s: %s %v", name, r.Format, err)
		}
		accounted(t, []byte(text), r)
		var got []string
		for _, e := range r.Entries {
			got = append(got, e.Text)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: entries %q", name, got)
		}
		if r.Total != 7 || len(r.Skipped) != 1 || r.Skipped[0].Reason != isRelation.text || r.Skipped[0].Layout {
			t.Errorf("%s: total %d, skipped %v", name, r.Total, r.Skipped)
		}
	}
}

func TestI02BadLinesAreListedAndGoodOnesKept(t *testing.T) {
	text := strings.Join([]string{ada, "[]", "42", `"x"`, "{}", "null", "nul\x00", "bad \xff", `{"type":"robot"}`, pnpm + "\r", "", relation, `{"type":"entity","name":"ha`}, "\n")
	reads(t, MCPMemory, text,
		"1 Ada: likes tea", "1 Ada: reads at night", "1 Ada: works on gitmem", "10 pnpm: is the package manager", "10 pnpm: runs in CI", "10 pnpm: needs node 20",
		"2 (not an entity or a relation, but another kind of value)", "3 (not an entity or a relation, but another kind of value)", "4 (not an entity or a relation, but another kind of value)",
		"5 (an object that is neither an entity nor a relation)", "6 (not an entity or a relation, but another kind of value)", "7 (holds NUL bytes)", "8 (not UTF-8)",
		"9 (an object that is neither an entity nor a relation)", "12 (a relation between entities)", "13 (not valid JSON)")
}

func TestOddEntities(t *testing.T) {
	reads(t, MCPMemory, strings.Join([]string{
		`{"type":"entity","observations":["a"]}`,
		`{"type":"entity","name":" ","observations":["a"]}`,
		`{"type":"entity","name":"n"}`,
		`{"type":"entity","name":"n","observations":[]}`,
		`{"type":"entity","name":"n","observations":"a"}`,
		`{"type":"entity","name":"n\n m","observations":["a",1," ","half \ud800","pair \ud83d\ude00","\ufffd","two\r\nlines"]}`,
		`{"entities":{},"relations":[7],"version":1}`,
		`{"type":"entity","name":"n","observations":["` + strings.Repeat("é", MaxText) + `","ok"]}`,
	}, "\n"),
		"6 n m: a", "6 n m: pair 😀", "6 n m: \ufffd", "6 n m: two/lines", "8 n: ok",
		"1 (an entity without a name)", "2 (an entity without a name)", "3 (an entity without observations)", "4 (an entity without observations)", "5 (an entity without observations)",
		"6 (an observation that is not text)", "6 {empty}", "6 (holds half of a surrogate pair)",
		"7 (entities or relations that are not a list)", "7 (not an entity or a relation, but another kind of value)", "7 {an unknown key}",
		"8 (longer than 2,000 characters)")
}

func TestOriginNamesEntityAndObservation(t *testing.T) {
	r, err := Read("m.json", []byte(ada), Auto)
	if err != nil || len(r.Entries) != 3 || r.Entries[1].Origin != `entity "Ada" (person), observation 2` {
		t.Errorf("%v, %v", r.Entries, err)
	}
}

func TestLinesOfALaidOutDocument(t *testing.T) {
	reads(t, MCPMemory, "\n[\n  {\n    \"name\": \"n\",\n    \"observations\": [\n      \"a\",\n      \"b\"\n    ]\n  }\n]\n", "6 n: a", "7 n: b")
}

func TestDamagedDocumentsAreReadAsFarAsTheyGo(t *testing.T) {
	reads(t, MCPMemory, "[\n{\"name\":\"n\",\"observations\":[\"a\"]},\n{\"name\":\"m\",\"observ", "2 n: a", "3 (not valid JSON)")
	reads(t, MCPMemory, "[\n{\"name\":\"n\",\"observations\":[\"a\"]},\n", "2 n: a", "2 (not valid JSON from here on)")
	reads(t, MCPMemory, "{\n\"entities\": [\n{\"name\":\"n\",\"observations\":[\"a\"]},\n{\"name\":", "3 n: a", "4 (not valid JSON)")
	reads(t, MCPMemory, "{\n\"entities\": [\n{\"name\":\"n\",\"observations\":[\"a\"]}],\n nonsense\n}", "3 n: a", "4-5 (not valid JSON from here on)")
	reads(t, MCPMemory, "[\n{\"name\":\"n\",\"observations\":[\"a\"]},\n nonsense,\n{\"name\":\"m\",\"observations\":[\"b\"]}]\nafter\n", "2 n: a", "4 m: b", "3 (not valid JSON)", "5 (text after the end of the document)")
	reads(t, MCPMemory, "{\n \"name\": \"n\",\n \"observations\": [\"a\"", "1-3 (not valid JSON)")
}

func TestI01HugeLines(t *testing.T) {
	huge := func(size int) string {
		return `{"type":"entity","name":"big","observations":["small","` + strings.Repeat("x", size) + `"]}` + "\n"
	}
	var b strings.Builder
	b.Grow(90 << 20)
	for i := range 3 {
		fmt.Fprintf(&b, "{\"type\":\"entity\",\"name\":\"n\",\"observations\":[\"%d\"]}\n", i)
	}
	b.WriteString(huge(16 << 20))
	for i := range 3 {
		fmt.Fprintf(&b, "{\"type\":\"entity\",\"name\":\"n\",\"observations\":[\"%d\"]}\n", i+3)
	}
	b.WriteString(huge(70 << 20))
	data := []byte(b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Read("m.jsonl", data, Auto)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	want := "1 n: 0\n2 n: 1\n3 n: 2\n4 big: small\n5 n: 3\n6 n: 4\n7 n: 5\n8 big: small\n4 (longer than 2,000 characters)\n8 (longer than 2,000 characters)\n"
	if got := show(r); got != want {
		t.Errorf("read as:\n%s\nwant:\n%s", got, want)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("reading took %d bytes beyond the file", used)
	}
}
