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
	// Weight multiplies the score of the term; more than 0. A word that the
	// question repeats weighs as often.
	Weight float64
	// Group numbers the words of the question. Terms of one group stand side
	// by side and for the same word: to match all words is to match at least
	// one term of each group.
	Group int
}

// weights of the kinds of terms. The parts of a name are there to find it in
// pieces; found as it is written, it counts as one word.
var weights = [...]float64{word: 1, part: 0.5, pair: 1, camel: 0.25, camelPair: 0.25, signed: 1, plain: 0.5, single: 1, double: 1}

// Query gives the terms to look for. Nothing in the text is an operator. With
// all, every group is meant to match, and the commonest English words are
// asked for like any others; else they are left out while other terms remain.
// What is not asked for as given is said.
func Query(text string, all bool) (terms []QueryTerm, cut []Notice) {
	text, cut = head(text)
	s := scanner{asking: true}
	s.text(text)
	terms = s.weighed(!all)
	if len(terms) == 0 {
		terms = s.weighed(false)
		if len(terms) > 0 && !all {
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
		a := s.asked[i]
		if skipCommon && a.common {
			continue
		}
		if n, ok := place[t.Text]; ok {
			terms[n].Weight += weights[a.kind]
			continue
		}
		place[t.Text] = len(terms)
		terms = append(terms, QueryTerm{Text: t.Text, Weight: weights[a.kind], Group: a.group})
	}
	return terms
}
