package guard

import (
	"math"
	"strings"
)

// explained reports whether the stop words in a value account for it. A stop
// word inside a random string excuses nothing: what is left without the words
// must not look random any more.
func explained(value string, words []string) bool {
	lower, rest := lowerASCII(value), []byte(value)
	hit := false
	for _, w := range words {
		for at := strings.Index(lower, w); at >= 0; {
			hit = true
			copy(rest[at:], strings.Repeat(" ", len(w)))
			next := strings.Index(lower[at+1:], w)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return hit && !random(string(rest))
}

// random reports whether text is made the way keys are: one piece in which
// letters and digits alternate, or, over all pieces, both cases and digits
// mixed as in base64.
func random(text string) bool {
	all := mixture{}
	for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return !isAlnum(r) }) {
		m := mixtureOf(piece)
		if len(piece) >= 10 && m.digits >= 3 && m.small+m.capital >= 3 && m.turns >= 3 {
			return true
		}
		all.add(m)
	}
	return all.small >= 5 && all.capital >= 5 && all.digits >= 2 && all.small+all.capital+all.digits >= 24 && all.turns >= 12
}

// mixture counts kinds of characters and the changes from one to another.
type mixture struct{ small, capital, digits, turns int }

func mixtureOf(piece string) mixture {
	var m mixture
	last := 0
	for i := range len(piece) {
		kind := 0
		switch b := piece[i]; {
		case b <= '9':
			m.digits++
		case b <= 'Z':
			m.capital++
			kind = 1
		default:
			m.small++
			kind = 2
		}
		if i > 0 && kind != last {
			m.turns++
		}
		last = kind
	}
	return m
}

func (m *mixture) add(o mixture) {
	m.small, m.capital, m.digits, m.turns = m.small+o.small, m.capital+o.capital, m.digits+o.digits, m.turns+o.turns
}

func isAlnum(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}
