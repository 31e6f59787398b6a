package extract

import (
	"strings"
	"testing"

	"gitmem/candidates/extract/turns"
	"gitmem/memfile"
	"gitmem/repo/session"
)

func TestCite(t *testing.T) {
	sources := map[string]source{
		"m1":    {kind: memfile.EvidenceMessage, role: "user", id: "u1", typed: true, text: "no, we use pnpm here\n  twice; 我们使用构建"},
		"m2":    {kind: memfile.EvidenceMessage, role: memfile.RoleAssistant, id: "a1", text: "The token is [removed: credential.github-pat] now"},
		"m2.t1": {kind: memfile.EvidenceTool, id: "c1", succeeded: true, result: "ok gitmem", text: "go test ./...\nok gitmem"},
		"m2.t2": {kind: memfile.EvidenceTool, id: "c2", text: "go vet failed"},
	}
	type result struct{ verified, typed, shown bool }
	for name, c := range map[string]struct {
		quotes []citation
		want   result
	}{
		"none":                          {nil, result{}},
		"what a person typed":           {[]citation{{"m1", "we use pnpm"}}, result{true, true, true}},
		"white space around it":         {[]citation{{"m1", "\n we use pnpm \t"}}, result{true, true, true}},
		"white space inside counts":     {[]citation{{"m1", "we  use pnpm"}}, result{}},
		"a line break inside":           {[]citation{{"m1", "here\n  twice"}}, result{true, true, true}},
		"another case":                  {[]citation{{"m1", "We use pnpm"}}, result{}},
		"the source of another":         {[]citation{{"m2", "we use pnpm"}}, result{}},
		"a source that is none":         {[]citation{{"m9", "we use pnpm"}}, result{}},
		"nothing":                       {[]citation{{"m1", ""}}, result{}},
		"so short that it is anywhere":  {[]citation{{"m1", "use"}}, result{}},
		"signs only":                    {[]citation{{"m1", ",; "}}, result{}},
		"two ideographs":                {[]citation{{"m1", "使用"}}, result{true, true, true}},
		"one ideograph":                 {[]citation{{"m1", "构"}}, result{}},
		"what was taken out":            {[]citation{{"m2", "token is [removed: credential.github-pat]"}}, result{}},
		"beside what was taken out":     {[]citation{{"m2", "The token is"}}, result{true, false, false}},
		"what a call gave":              {[]citation{{"m2.t1", "ok gitmem"}}, result{true, false, true}},
		"what a call was given":         {[]citation{{"m2.t1", "go test"}}, result{true, false, false}},
		"a call that failed":            {[]citation{{"m2.t2", "go vet failed"}}, result{true, false, false}},
		"one of two":                    {[]citation{{"m1", "we use pnpm"}, {"m1", "we use npm"}}, result{false, true, true}},
		"both":                          {[]citation{{"m2", "The token"}, {"m2.t1", "ok gitmem"}}, result{true, false, true}},
		"the person, but not verified":  {[]citation{{"m1", "we use yarn"}, {"m2", "The token"}}, result{}},
		"composed otherwise, not exact": {[]citation{{"m1", "twice; 我们使用構建"}}, result{}},
	} {
		got := cite(c.quotes, sources)
		if (result{got.verified, got.typed, got.shown}) != c.want || len(got.evidence) != len(c.quotes) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if e := cite([]citation{{"m2.t1", " go test\n"}}, sources).evidence[0]; e.Kind != memfile.EvidenceTool || e.Source != "c1" || e.Excerpt != "go test" || !e.Verified {
		t.Errorf("%+v", e)
	}
	if e := cite([]citation{{"m9", "go test"}}, sources).evidence[0]; e.Kind != memfile.EvidenceMessage || e.Role != memfile.RoleAssistant || e.Source != "" || e.Verified {
		t.Errorf("%+v", e)
	}
}

// What a request cut to fit can be quoted all the same, and the sign of a cut
// cannot.
func TestCutTextIsCitable(t *testing.T) {
	long := strings.Repeat("start ", 20000) + "the middle of it" + strings.Repeat(" stop", 20000)
	turn := turns.Turn{State: turns.Complete, Messages: []session.Message{{ID: "u", Role: session.User, Typed: true, Text: long}}}
	r := newReplay([]turns.Turn{turn}, nil, veil{})
	short, cut := fit(r.said, 10_000, func(s []said) int { return len(s[0].Text) })
	if cut.Bytes == 0 || strings.Contains(short[0].Text, "the middle of it") {
		t.Fatal("nothing was cut")
	}
	if c := cite([]citation{{"m1", "the middle of it"}}, r.sources); !c.verified || !c.typed {
		t.Errorf("%+v", c)
	}
	if c := cite([]citation{{"m1", "bytes cut …]"}}, r.sources); c.verified {
		t.Error("the sign of a cut was taken for what was said")
	}
}

// A rating is one of two words that gitmem itself writes: quoting it shows no
// word that a person typed. A note is a person's, and no message of the session.
func TestRatingIsNotTyped(t *testing.T) {
	turn := turns.Turn{Messages: []session.Message{{ID: "a", Role: session.Assistant, Text: "Done."}}}
	r := newReplay([]turns.Turn{turn}, []memfile.Feedback{{Message: "a", Rating: memfile.RatingPositive, Note: "short and right"}}, veil{})
	if c := cite([]citation{{"f1", "short and right"}}, r.sources); !c.verified || c.typed || !c.shown {
		t.Errorf("the note: %+v", c)
	}
	if c := cite([]citation{{"f1", memfile.RatingPositive}}, r.sources); c.typed || c.shown {
		t.Errorf("the rating: %+v", c)
	}
}
