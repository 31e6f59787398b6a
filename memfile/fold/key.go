package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key gives the form in which two wordings are the same: NFKC, case folded,
// white space runs to one space, invisible characters gone, look-alikes
// replaced, quotation and emphasis marks gone, punctuation at the ends gone. A
// text of nothing but punctuation keeps it.
func Key(s string) string {
	var folded string
	if plain(s) {
		folded = strings.ToLower(s)
	} else {
		var b strings.Builder
		for _, c := range plainLetters(compose(s)) {
			b.WriteRune(c.r)
		}
		folded = b.String()
	}
	words := strings.FieldsFunc(folded, blank)
	for i, word := range words {
		words[i] = unmarked(word)
	}
	text := strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	if trimmed := trimEnds(text); trimmed != "" {
		return trimmed
	}
	return strings.Join(strings.Fields(folded), " ")
}

// quotes are the marks that set a word off without being part of it.
const quotes = "`\"“”„‟«»‹›「」『』"

// unmarked is a word without quotation marks, and without Markdown's emphasis
// where it encloses letters: **word**, _word_.
func unmarked(word string) string {
	if strings.ContainsAny(word, quotes) {
		word = strings.Map(func(r rune) rune {
			if strings.ContainsRune(quotes, r) {
				return -1
			}
			return r
		}, word)
	}
	word = strings.ReplaceAll(word, "**", "")
	for len(word) > 2 && (word[0] == '*' || word[0] == '_') && word[len(word)-1] == word[0] {
		word = word[1 : len(word)-1]
	}
	return word
}

// trimEnds takes punctuation, symbols and spaces off both ends, but leaves a
// sign that belongs to the letter or digit before it, as in C++, C# and 5%.
func trimEnds(s string) string {
	s = strings.TrimLeftFunc(s, loose)
	end := strings.TrimRightFunc(s, loose)
	for rest := s[len(end):]; end != "" && rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if r != '+' && r != '#' && r != '%' {
			break
		}
		end, rest = s[:len(end)+size], rest[size:]
	}
	return end
}

func loose(r rune) bool {
	return unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.IsSpace(r)
}
