package words_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gitmem/index/words"
)

// seeds are texts of every kind that the package tells apart.
var seeds = []string{
	"", " ", "Retries were running", "http.proxy retry_count getUserName v5.16 --dry-run C++ C# .NET foo::bar path/to/file @scope/pkg",
	"don't it's l’école", "café cafe\u0301 STRASSE Straße", "ＡＰＩ キーを更新 ﾃﾞｰﾀ", "部署前必须运行数据库迁移脚本", "배포 전에 테스트를 실행한다 \u1112\u1161\u11ab",
	"ที่นี่ ភាសាខ្មែរ မြန်မာ ລາວ", "Привет Ёлка й", "العَرَبِيَّة שָׁלוֹם", "in\u00adstall \u200b\u202e", "\xff\xfe\x80a\xc3", "ﷺ ﬃ ㎏ ① ½ ™ İ ı ſ K",
	"a\u0301\u0302\u0327b", "=\u0338 \u0301x", "(sqlite \"unbalanced a~b ^2 * -sqlite", "१२३ हिन्दी", "\u1100\u1161\u11a8", "Ω\u0345 ᾳ ΐ",
}

func FuzzIndex(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		position := 0
		for _, term := range words.Index(text) {
			if term.Start < 0 || term.Start >= term.End || term.End > len(text) {
				t.Fatalf("%q: %+v lies outside", text, term)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[term.Start:term.End]) {
				t.Fatalf("%q: %+v cuts a code point", text, term)
			}
			if term.Text == "" || !utf8.ValidString(term.Text) {
				t.Fatalf("%q: term %q", text, term.Text)
			}
			if term.Position < position || term.Position > position+2 {
				t.Fatalf("%q: position %d after %d", text, term.Position, position)
			}
			position = term.Position
		}
	})
}

// Canonically equivalent texts have the same terms, and the question for them
// asks the same.
func FuzzEquivalence(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || longMarks(text) {
			t.Skip()
		}
		composed, apart := norm.NFC.String(text), norm.NFD.String(text)
		if a, b := texts(words.Index(composed)), texts(words.Index(apart)); !slices.Equal(a, b) {
			t.Fatalf("%+q: composed %+q, decomposed %+q", text, a, b)
		}
		if len(apart) > words.MaxCharacters {
			t.Skip()
		}
		a, _ := words.Query(composed, true)
		b, _ := words.Query(apart, true)
		if !slices.Equal(a, b) {
			t.Fatalf("%+q: questions %+v and %+v", text, a, b)
		}
	})
}

// longMarks reports whether a text has more marks on one letter than the
// normal forms of streams allow: they are broken up where the form puts them.
func longMarks(text string) bool {
	n := 0
	for _, r := range norm.NFKD.String(text) {
		if norm.NFD.PropertiesString(string(r)).CCC() == 0 && r != 0x034F {
			n = 0
		} else if n++; n > 15 {
			return true
		}
	}
	return false
}

// A question finds the text that it was taken from, word for word.
func FuzzQuery(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, all bool) {
		asked, cut := words.Query(text, all)
		if len(asked) > words.MaxTerms {
			t.Fatalf("%d terms", len(asked))
		}
		for _, c := range cut {
			if c.String() == "" || c.Kept > c.Given {
				t.Fatalf("notice %+v", c)
			}
		}
		indexed, seen, group := map[string]bool{}, map[string]bool{}, 0
		for _, term := range words.Index(text) {
			indexed[term.Text] = true
		}
		for _, q := range asked {
			if all && q.Group != group { // a term may stand for several words
				clear(seen)
			}
			if q.Weight <= 0 || q.Text == "" || seen[q.Text] || q.Group < group {
				t.Fatalf("%q: term %+v of %+v", text, q, asked)
			}
			if len(text) <= words.MaxCharacters && !indexed[q.Text] {
				t.Fatalf("%q asks for %q, which the same text has not: %v", text, q.Text, indexed)
			}
			seen[q.Text], group = true, q.Group
		}
	})
}

// Marks are in order, apart from each other, and each holds a term.
func FuzzMark(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "proxy 部署 café")
	}
	f.Fuzz(func(t *testing.T, text, question string) {
		terms := map[string]bool{}
		asked, _ := words.Query(question, false)
		for _, q := range asked {
			terms[q.Text] = true
		}
		end := -1
		for _, m := range words.Mark(text, terms) {
			if m[0] <= end || m[0] >= m[1] || m[1] > len(text) {
				t.Fatalf("%q: mark %v after %d", text, m, end)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[m[0]:m[1]]) {
				t.Fatalf("%q: mark %v cuts a code point", text, m)
			}
			end = m[1]
		}
	})
}
