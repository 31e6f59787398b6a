package extract

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// sized is the length of a replay as a request would write it.
func sized(all []said) int {
	data, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return len(data)
}

// longTalk is a talk in which everything is long.
func longTalk(messages, each int) []said {
	var out []said
	for i := range messages {
		s := said{ID: "m", Role: "assistant", Text: strings.Repeat("a", each), Tools: []call{{ID: "t", Command: strings.Repeat("c", each), Output: strings.Repeat("o", each)}}}
		if i%2 == 0 {
			s = said{ID: "m", Role: "user", Typed: true, Text: strings.Repeat("u", each)}
		}
		out = append(out, s)
	}
	return out
}

func TestEveryResultFits(t *testing.T) {
	all := longTalk(60, 20_000)
	was := 0
	for most := 1000; most < 3<<20; most += most / 3 {
		short, cut := fit(all, most, sized)
		size := sized(short)
		if size > most && len(short) > 2 {
			t.Errorf("%d bytes, at most %d", size, most)
		}
		if size < was {
			t.Errorf("with %d bytes allowed it has %d, and with less %d", most, size, was)
		}
		if cut.Messages != len(all)-len(short) {
			t.Errorf("%d messages are left of %d, and %d left out", len(short), len(all), cut.Messages)
		}
		was = size
	}
	plain := longTalk(4, 3000)
	if short, cut := fit(plain, 1<<20, sized); cut != (Cut{}) || sized(short) != sized(plain) {
		t.Error("what fits was cut: ", cut)
	}
	if all[1].Tools[0].Output != strings.Repeat("o", 20_000) {
		t.Error("the talk itself was cut")
	}
}

// What a person said is cut last, and of the rest the outputs first.
func TestWhatIsCutFirst(t *testing.T) {
	all := longTalk(2, 12_000)
	for most := 60_000; most > 2000; most -= 500 {
		short, _ := fit(all, most, sized)
		user, agent, output := len(short[0].Text), len(short[1].Text), len(short[1].Tools[0].Output)
		if output > agent || agent > user {
			t.Fatalf("within %d: the person has %d, the agent %d, outputs %d", most, user, agent, output)
		}
	}
}

func TestClipped(t *testing.T) {
	for _, text := range []string{"", "abc", strings.Repeat("ü", 500), strings.Repeat("构建", 300), strings.Repeat("👩‍👩‍👧", 100)} {
		for most := range len(text) + 10 {
			got, left := clipped(text, most)
			if !utf8.ValidString(got) || len(got) > len(text) || len(got) > most+clipSlack || left == 0 && got != text {
				t.Fatalf("%d of %d: %d left out, %q", most, len(text), left, got)
			}
		}
	}
}

func FuzzFit(f *testing.F) {
	f.Add("typed words", "an answer", "output of a tool", 3, 200)
	f.Add(strings.Repeat("构", 4000), strings.Repeat("é", 9000), "x\x00\xff", 40, 5000)
	f.Add("", "", "", 0, 0)
	f.Fuzz(func(t *testing.T, user, agent, output string, n, most int) {
		v := newVeil("/home/ann/app", "/home/ann", "")
		var all []said
		for range min(max(n, 0), 64) {
			all = append(all, said{Role: "user", Text: v.over(user)}, said{Role: "assistant", Text: v.over(agent), Tools: []call{{Output: v.over(output)}}})
		}
		short, cut := fit(all, most, sized)
		if len(short) > 2 && sized(short) > most {
			t.Errorf("%d messages have %d bytes, at most %d", len(short), sized(short), most)
		}
		if cut.Messages+len(short) != len(all) {
			t.Errorf("%d + %d are not %d", cut.Messages, len(short), len(all))
		}
		for _, s := range short {
			if !utf8.ValidString(s.Text) || len(s.Tools) > 0 && !utf8.ValidString(s.Tools[0].Output) {
				t.Errorf("no UTF-8: %+v", s)
			}
		}
	})
}
