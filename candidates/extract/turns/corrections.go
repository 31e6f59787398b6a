package turns

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed corrections.txt
var correctionList string

var corrections = sync.OnceValue(func() phrases {
	p, err := readPhrases(correctionList)
	if err != nil {
		panic(err) // the list is part of the program, and a test reads it
	}
	return p
})

// corrects reports whether a person's message says that the agent did the wrong
// thing. asked says that the agent's last words were a question, which a bare
// "no" answers.
func corrects(text string, asked bool) bool {
	p := corrections()
	first := true // nothing but openings stood before
	for _, s := range sentences(text) {
		s.text = p.withoutApart(s.text)
		begin := p.opened(s.text, 0)
		switch {
		case first && !asked && p.at(placeReply, s.text, begin), first && p.at(placeStart, s.text, begin), p.in(placeEven, s.text):
			return true
		case s.question:
		case p.at(placeClause, s.text, p.clauses(s.text)), p.in(placeAny, s.text):
			return true
		}
		last := p.opened(s.text+" ", 0)
		first = first && strings.Trim(s.text[min(len(s.text), last[len(last)-1]):], " ,") == ""
	}
	return false
}

// in looks for the phrases of a place anywhere in a sentence.
func (p phrases) in(place, s string) bool {
	for _, one := range p[place] {
		if one.maybe(s) && one.anywhere().MatchString(s) {
			return true
		}
	}
	return false
}

// at looks for the phrases of a place where one may begin.
func (p phrases) at(place, s string, begins []int) bool {
	for _, one := range p[place] {
		if !one.maybe(s) {
			continue
		}
		for _, begin := range begins {
			if one.beginning().MatchString(s[begin:]) {
				return true
			}
		}
	}
	return false
}

// clauseStart finds what stands before a clause.
var clauseStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`, |: ?|[(—–、] ?| - `) })

// clauses are the places in a sentence where a clause begins.
func (p phrases) clauses(s string) []int {
	list := p.opened(s, 0)
	for _, at := range clauseStart().FindAllStringIndex(s, -1) {
		list = append(list, p.opened(s, at[1])...)
	}
	return list
}

// opened is a place in a sentence, and those behind each of the openings there.
func (p phrases) opened(s string, at int) []int {
	list := []int{at}
	for {
		size := p.opening(s[at:])
		if size == 0 {
			return list
		}
		at += size
		list = append(list, at)
	}
}

// opening is the length of the opening that a text begins with, with the space
// behind it; 0 where there is none.
func (p phrases) opening(s string) (size int) {
	if rest, ok := strings.CutPrefix(s, apartMark); ok {
		return len(s) - len(strings.TrimLeft(rest, ", "))
	}
	for _, one := range p[placeOpening] {
		if !one.maybe(s) {
			continue
		}
		if at := one.beginning().FindStringIndex(s); at != nil {
			size = max(size, len(s)-len(strings.TrimLeft(s[at[1]:], ", ")))
		}
	}
	return size
}

// apartMark stands for what was taken out of a sentence.
const apartMark = "·"

// withoutApart takes out what only looks like a correction. It does so twice,
// because of two neighbours the first one also takes the space between them.
func (p phrases) withoutApart(s string) string {
	for _, one := range p[placeApart] {
		for range 2 {
			if one.maybe(s) {
				s = one.anywhere().ReplaceAllString(s, "${1}"+apartMark+"${2}")
			}
		}
	}
	return strings.TrimSpace(s)
}
