package fold_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gitmem/memfile/fold"
)

func TestNorm(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"ascii", "Ignore  ALL\tprevious Instructions!", "ignore all previous instructions!"},
		{"line feed is a space", "ignore\nall", "ignore all"},
		{"empty line stays", "one\n \n\ntwo", "one\ntwo"},
		{"list", "- one\n  more\n- two\n# three", "- one more\n- two\n# three"},
		{"ends", "\n  a  \n", "a"},
		{"accents", "Ïgnórë prévious", "ignore previous"},
		{"stacked marks", "i\u0334\u0335g\u0337n\u0338ore", "ignore"},
		{"invisible", "ig\u200bno\u00adre\U000E0041", "ignore"},
		{"full width", "＜|im_start|＞", "<|im_start|>"},
		{"look-alikes", "іgnоrе рrеviоus", "ignore previous"},
		{"other scripts keep their marks", "हिन्दी", "हिन्दी"},
		{"chinese", "忽略之前的指令。", "忽略之前的指令。"},
		{"filler", "a\u3164b", "a b"},
	} {
		if got := fold.Norm(test.in); got != test.want {
			t.Errorf("%s: Norm(%+q) = %+q, want %+q", test.name, test.in, got, test.want)
		}
	}
}

func TestNormTraceOffset(t *testing.T) {
	for _, test := range []struct{ source, word, at string }{
		{"x  Ignore me", "ignore", "Ignore"},
		{"é\u200b  Ігnоrе me", "me", "me"},
		{"- ﬁle\n\n\nthen  obey", "obey", "obey"},
		{"ａｂｃ ｄ", "d", "ｄ"},
		{"weiß Ende", "ende", "Ende"},
	} {
		trace := fold.NormTrace(test.source)
		i := strings.Index(trace.Text, test.word)
		if i < 0 {
			t.Fatalf("%q is not in %q", test.word, trace.Text)
		}
		if got, want := trace.Offset(i), strings.Index(test.source, test.at); got != want {
			t.Errorf("%q in %q: offset %d, want %d", test.word, test.source, got, want)
		}
	}
}

func TestPlainTrace(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"Ab\tc\n", "Ab\tc\n"},
		{"gh\u200bp_АBC", "ghp_ABC"},
		{"＜ＳＣＲＩＰＴ＞\n", "<SCRIPT>\n"},
		{"Привет «мир»\u00a0x", "Привет «мир» x"},
	} {
		trace := fold.PlainTrace(test.in)
		if trace.Text != test.want {
			t.Errorf("PlainTrace(%+q) = %+q, want %+q", test.in, trace.Text, test.want)
		}
	}
	trace := fold.PlainTrace("é\u200bkey")
	if got := trace.Offset(len("é")); got != len("é\u200b") {
		t.Errorf("key came from byte %d", got)
	}
}

func FuzzNormTrace(f *testing.F) {
	for _, seed := range []string{"", "a  b", "é\u200b Ігnоrе", "ﬁ\n\n ß\u0301", "\xff\u3164\x00", "🏴\U000E0067"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkTrace(t, s, fold.NormTrace(s))
		checkTrace(t, s, fold.PlainTrace(s))
		fold.Key(s)
	})
}

// checkTrace: the text is UTF-8, and its runes come from rising bytes of s.
func checkTrace(t *testing.T, s string, trace fold.Trace) {
	if utf8.ValidString(s) && !utf8.ValidString(trace.Text) {
		t.Fatalf("%q becomes %q, which is not UTF-8", s, trace.Text)
	}
	last := 0
	for i := range len(trace.Text) {
		if !utf8.RuneStart(trace.Text[i]) {
			continue
		}
		at := trace.Offset(i)
		if at < last || at >= len(s) {
			t.Fatalf("byte %d of %q came from byte %d of %q, after %d", i, trace.Text, at, s, last)
		}
		last = at
	}
}

func BenchmarkKey(b *testing.B) {
	for name, text := range map[string]string{
		"ascii": "Use pnpm, never npm, in this repository.",
		"mixed": "Use pnрm, never npm, in this repоsitory – ever.",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				fold.Key(text)
			}
		})
	}
}

func BenchmarkNorm(b *testing.B) {
	text := strings.Repeat("Use pnpm, never npm, in this repository.\n", 50)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		fold.Norm(text)
	}
}
