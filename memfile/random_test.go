package memfile

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// odd are the pieces of which texts are made that are hard to write as YAML.
var odd = []string{
	"a", "Use pnpm", " ", "  ", "\n", "\n\n", "- ", "# ", " #", ": ", ":", "'", "\"", "\\", "\\n", "[", "]", "{", "}", ",", "|", ">", "&a", "*a", "!t", "%",
	"@", "`", "null", "true", "012", "1e3", "0x1f", "2026-11-30", "2026-11-30T10:15:02Z", "---", "...", "~", "=", "<<", "?", "\t", "é", "漢", "🙂", "\u200d",
	"\u00a0", "\u0085", "\u2028", "\uFEFF", "\x01", "\x1b", "none", "y", ".5", "+1", "<!--", "-->",
}

func oddText(rng *rand.Rand) string {
	var b strings.Builder
	for range rng.IntN(6) {
		b.WriteString(odd[rng.IntN(len(odd))])
	}
	return b.String()
}

// exactText is a text that is kept exactly: without a line end at the end, which a block does not keep.
func exactText(rng *rand.Rand) string { return strings.TrimRight(oddText(rng), "\n") }

func oddCandidate(rng *rand.Rand) Candidate {
	c := pending()
	c.Edit = Edit{ActionReplace, oddText(rng), oddText(rng), oddText(rng)}
	c.Reason, c.Diagnostic = oddText(rng), oddText(rng)
	c.Source = Source{exactText(rng), exactText(rng), exactText(rng), exactText(rng), exactText(rng)}
	c.Target, c.Evidence = nil, nil
	if rng.IntN(2) == 0 {
		c.Decision = "reject " + oddText(rng)
	}
	if rng.IntN(2) == 0 {
		c.Decided = &Decided{"u" + exactText(rng), "v" + exactText(rng), testTime, exactText(rng)}
	}
	if rng.IntN(2) == 0 {
		c.Edit = Edit{}
		for range 1 + rng.IntN(3) {
			c.Operations = append(c.Operations, Edit{ActionAdd, oddText(rng), oddText(rng), oddText(rng)})
		}
	}
	for range rng.IntN(3) {
		c.Target = append(c.Target, "t"+exactText(rng))
		c.Evidence = append(c.Evidence, "e51b22c07aa000001")
	}
	if rng.IntN(2) == 0 {
		c.Effect = &Effect{Operation: "o5d0e7c1a22000001", Applied: testTime}
		for range 1 + rng.IntN(2) {
			c.Effect.Entries = append(c.Effect.Entries, EntryChange{exactText(rng), exactText(rng)})
		}
	}
	return c
}

func TestOddTextsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		c := oddCandidate(rng)
		text := FormatCandidate(c)
		f, err := ParseCandidate("K", text)
		if err != nil {
			t.Fatalf("%v\n%q\n%+v", err, text, c)
		}
		if got, want := f.Candidate(), c.normal(); !reflect.DeepEqual(got, want) {
			t.Fatalf("reads\n%+v\nnot\n%+v\n%s", got, want, text)
		}
	}
}

func TestOddUpdates(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	text := []byte(handText)
	for range 3000 {
		f, err := ParseCandidate("K", text)
		if err != nil {
			t.Fatal(err)
		}
		c := oddCandidate(rng)
		next, err := f.Update(c)
		if err != nil {
			t.Fatalf("%v\nfrom\n%s\nto %+v", err, text, c)
		}
		for _, kept := range []string{"# mine\n", "# theirs", "# indented\n", "# between\n", "# inside too\n", "# the end\n"} {
			if !strings.Contains(string(next), kept) {
				t.Fatalf("%q is gone\nfrom\n%s\nto\n%s", kept, text, next)
			}
		}
		text = next
	}
}
