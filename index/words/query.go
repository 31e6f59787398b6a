package words

import "unicode/utf8"

// Bounds of a question.
const (
	MaxCharacters = 2048 // code points
	MaxTerms      = 64
)

// QueryTerm is a term to look for.
type QueryTerm struct {
	Text string
	// Weight multiplies the score of the term; more than 0.
	Weight float64
	// Group is a number that terms share which stand for the same word of the
	// question; they stand side by side. To match all words is to match at
	// least one term of each group.
	Group int
}

// weights of the kinds of terms. The parts of a name are there to find it in
// pieces; found as it is written, it counts as one word.
var weights = [...]float64{word: 1, part: 0.5, pair: 1, camel: 0.25, camelPair: 0.25, signed: 1, plain: 0.5, single: 1, double: 1}

// mostWeight is the most that one term weighs. A person who says a word again
// means it; a pasted log that has a word thirty times is about its other words too.
const mostWeight = 2

// Query gives the terms to look for. Nothing in the text is an operator.
//
// For any word to match, each term is given once. What the question repeats
// counts for more, but never for more than two words.
//
// With all, every group is meant to match: a term that stands for several
// words, as the pair retrycount for retry and count, is in the group of each,
// its weight divided among them. The commonest English words are asked for
// like any others; without all they are left out while other terms remain.
//
// What is not asked for as given is said.
func Query(text string, all bool) (terms []QueryTerm, cut []Notice) {
	text, cut = head(text)
	s := scanner{asking: true}
	s.text(text)
	if all {
		terms = s.grouped()
	} else if terms = s.weighed(true); len(terms) == 0 {
		terms = s.weighed(false)
		if len(terms) > 0 {
			cut = append(cut, Notice{Cause: OnlyCommonWords, Kept: len(terms), Given: len(terms)})
		}
	}
	if len(terms) > MaxTerms {
		cut = append(cut, Notice{Cause: TooManyTerms, Kept: MaxTerms, Given: len(terms)})
		terms = terms[:MaxTerms]
	}
	return terms, cut
}

// head is the part of a text that is read.
func head(text string) (string, []Notice) {
	if len(text) <= MaxCharacters {
		return text, nil
	}
	n := 0
	for i := range text {
		if n == MaxCharacters {
			return text[:i], []Notice{{Cause: TooManyCharacters, Kept: n, Given: utf8.RuneCountInString(text)}}
		}
		n++
	}
	return text, nil
}

// weighed gives each term once, in the order of the text.
func (s *scanner) weighed(skipCommon bool) []QueryTerm {
	var terms []QueryTerm
	place := map[string]int{}
	for i, t := range s.terms {
		if skipCommon && s.asked[i].common {
			continue
		}
		if n, ok := place[t.Text]; ok {
			terms[n].Weight = min(terms[n].Weight+s.weight(i), mostWeight)
			continue
		}
		place[t.Text] = len(terms)
		terms = append(terms, QueryTerm{Text: t.Text, Weight: s.weight(i), Group: t.Position})
	}
	return terms
}

func (s *scanner) weight(i int) float64 { return weights[s.asked[i].kind] }
