package corpus

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode"
)

// writer makes strings that fit a pattern.
type writer struct {
	rand *rand.Rand
	out  strings.Builder
}

// stringFor gives a string that the pattern probably matches: what the pattern
// says about its surroundings is left to the caller's check.
func stringFor(re *syntax.Regexp, r *rand.Rand) string {
	w := writer{rand: r}
	w.write(re)
	return w.out.String()
}

func (w *writer) write(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		w.out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		w.out.WriteRune(w.member(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.out.WriteRune(rune('a' + w.rand.IntN(26)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(re.Sub[w.rand.IntN(len(re.Sub))])
	case syntax.OpQuest:
		w.times(re.Sub[0], 0, 1)
	case syntax.OpStar:
		w.times(re.Sub[0], 0, 3)
	case syntax.OpPlus:
		w.times(re.Sub[0], 1, 12)
	case syntax.OpRepeat:
		w.times(re.Sub[0], re.Min, re.Max)
	}
}

// times writes re between least and most times; most -1 is no bound. Wide
// bounds are used a little, so that a string stays readable.
func (w *writer) times(re *syntax.Regexp, least, most int) {
	if most < 0 || most > least+12 {
		most = least + 12
	}
	if least == 0 && most > 2 {
		most = 2
	}
	for range least + w.rand.IntN(most-least+1) {
		w.write(re)
	}
}

// member chooses from a class: printable ASCII where there is any, and of all
// white space only the space.
func (w *writer) member(ranges []rune) rune {
	var choice []rune
	for r := rune(' '); r < unicode.MaxASCII; r++ {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= r && r <= ranges[i+1] {
				choice = append(choice, r)
			}
		}
	}
	if len(choice) == 0 {
		return ranges[0]
	}
	return choice[w.rand.IntN(len(choice))]
}
