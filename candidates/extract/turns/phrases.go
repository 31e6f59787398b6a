package turns

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Places of a phrase, as corrections.txt describes them.
const (
	placeApart   = "apart"
	placeOpening = "opening"
	placeReply   = "reply"
	placeStart   = "start"
	placeClause  = "clause"
	placeAny     = "any"
	placeEven    = "even"
)

var placeNames = []string{placeApart, placeOpening, placeReply, placeStart, placeClause, placeAny, placeEven}

// phrases are those of a list, by their place.
type phrases map[string][]*phrase

// phrase is one line of a list. Its expressions are made when a sentence first
// holds what it cannot do without: a message needs few of them, and a command
// that looks at one message should not wait for all.
type phrase struct {
	text    string
	literal string // stands in whatever it matches; may be empty
	divided bool   // of a script that divides words
	cache   struct{ beginning, anywhere func() *regexp.Regexp }
}

// readPhrases reads a list of phrases. Languages stand side by side: people mix them.
func readPhrases(list string) (phrases, error) {
	p, language := phrases{}, ""
	for line := range dataLines(list) {
		if name, ok := sectionName(line); ok {
			language = name
			continue
		}
		place, text, _ := strings.Cut(line, " ")
		if text = strings.TrimSpace(text); text == "" || language == "" || !slices.Contains(placeNames, place) {
			return nil, fmt.Errorf("corrections: %q is no place and phrase of a language", line)
		}
		p[place] = append(p[place], newPhrase(text))
	}
	return p, nil
}

// Ends of words and clauses in text that sentences gives: the letters of words
// there are small, and of scripts that divide words. The two groups of an
// expression are what stands on its sides.
const (
	notWord   = `[^0-9a-z_\x{c0}-\x{1fff}]`
	wordStart = `(^|` + notWord + `)`
	wordEnd   = `(` + notWord + `|$)`
	clauseEnd = `( ?[,:()—–、]| - |$)`
)

func newPhrase(text string) *phrase {
	p := &phrase{text: text, divided: divided(firstLetter(text))}
	if tree, err := syntax.Parse(expression(text), syntax.Perl); err == nil {
		p.literal = literal(tree)
	}
	p.cache.beginning = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + expression(text) + ending(text)) })
	p.cache.anywhere = sync.OnceValue(func() *regexp.Regexp {
		begin := "()"
		if p.divided {
			begin = wordStart
		}
		return regexp.MustCompile(begin + expression(text) + ending(text))
	})
	return p
}

// beginning matches the phrase where a text begins, anywhere wherever a word does.
func (p *phrase) beginning() *regexp.Regexp { return p.cache.beginning() }
func (p *phrase) anywhere() *regexp.Regexp  { return p.cache.anywhere() }

// maybe is false, without an expression, for most sentences that a phrase is not in.
func (p *phrase) maybe(s string) bool {
	if p.literal != "" {
		return strings.Contains(s, p.literal)
	}
	return p.divided || strings.IndexFunc(s, func(r rune) bool { return r >= firstUndivided }) >= 0
}

// literal is the longest text without which an expression matches nothing.
func literal(e *syntax.Regexp) (longest string) {
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return literal(e.Sub[0])
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			if s := literal(sub); len(s) > len(longest) {
				longest = s
			}
		}
	}
	return longest
}

// group finds groups that would be numbered.
var group = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\(([^?])`) })

// expression is a phrase without its end. The star stops at a comma, or it would
// join what belongs to different thoughts.
func expression(phrase string) string {
	phrase = strings.TrimSuffix(strings.ReplaceAll(phrase, "'", ""), "$")
	phrase = group().ReplaceAllString(phrase, "(?:$1") // numbered groups are those of a word's ends
	return "(?:" + strings.ReplaceAll(phrase, "*", "[^,]+") + ")"
}

// ending is what has to follow a phrase.
func ending(phrase string) string {
	switch {
	case strings.HasSuffix(phrase, "$"):
		return clauseEnd
	case divided(lastLetter(phrase)):
		return wordEnd
	}
	return "()"
}

// undivided are scripts that do not put spaces between words.
var undivided = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// firstUndivided is before all letters of those scripts.
const firstUndivided = 0x0E00

func divided(r rune) bool { return r != 0 && !unicode.In(r, undivided...) }

func firstLetter(s string) rune {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return 0
}

func lastLetter(s string) (last rune) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			last = r
		}
	}
	return last
}
