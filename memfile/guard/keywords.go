package guard

import (
	"strings"
	"sync"

	"gitmem/memfile/guard/leakrules"
)

// keywordIndex finds all keywords of the published rules in one pass: by the
// first two bytes it knows which keywords may begin at a place.
type keywordIndex struct {
	begins [1 << 16 / 8]byte // bit set of pairs of bytes
	byPair map[uint16][]keyword
}

type keyword struct {
	word string
	rule int
}

var keywords = sync.OnceValue(func() *keywordIndex {
	x := &keywordIndex{byPair: make(map[uint16][]keyword, 256)}
	for n := range leakrules.Rules {
		for _, word := range leakrules.Rules[n].Keywords {
			p := pair(word, 0)
			x.begins[p>>3] |= 1 << (p & 7)
			x.byPair[p] = append(x.byPair[p], keyword{word, n})
		}
	}
	return x
})

func pair(s string, i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }

// rulesNamed gives the rules of which a keyword occurs in text, in order. Text
// is in small letters.
func rulesNamed(text string) []int {
	x := keywords()
	var named [len(leakrules.Rules)]bool
	some := false
	for i := range len(text) - 1 {
		p := pair(text, i)
		if x.begins[p>>3]&(1<<(p&7)) == 0 {
			continue
		}
		for _, k := range x.byPair[p] {
			if !named[k.rule] && strings.HasPrefix(text[i:], k.word) {
				named[k.rule], some = true, true
			}
		}
	}
	if !some {
		return nil
	}
	var rules []int
	for n, yes := range named {
		if yes {
			rules = append(rules, n)
		}
	}
	return rules
}

// longestRun is the length in bytes of the longest run without white space.
func longestRun(text string) int {
	longest := 0
	for run := range strings.FieldsSeq(text) {
		longest = max(longest, len(run))
	}
	return longest
}

// digitInRun reports whether a run of at least n bytes without white space has
// a digit.
func digitInRun(text string, n int) bool {
	for run := range strings.FieldsSeq(text) {
		if len(run) >= n && strings.ContainsAny(run, "0123456789=+/") {
			return true
		}
	}
	return false
}
