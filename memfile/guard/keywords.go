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

// keywordHits gives, for each rule, where one of its keywords stands. Text is in
// small letters.
func keywordHits(text string) *[len(leakrules.Rules)][]int {
	x := keywords()
	hits := new([len(leakrules.Rules)][]int)
	for i := range len(text) - 1 {
		p := pair(text, i)
		if x.begins[p>>3]&(1<<(p&7)) == 0 {
			continue
		}
		for _, k := range x.byPair[p] {
			if strings.HasPrefix(text[i:], k.word) {
				hits[k.rule] = append(hits[k.rule], i)
			}
		}
	}
	return hits
}

// runList has the runs of a text without white space.
type runList struct {
	list    []run
	longest int  // in bytes
	digits  bool // one of them has a digit or a sign of base64
}

type run struct{ start, end int }

// shortestRun in bytes that a secret is looked for in.
const shortestRun = 8

func longRuns(text string) runList {
	var runs runList
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] != ' ' && (text[end] < '\t' || text[end] > '\r') {
			end++
		}
		if end-start >= shortestRun {
			runs.list = append(runs.list, run{start, end})
			runs.longest = max(runs.longest, end-start)
			runs.digits = runs.digits || strings.ContainsAny(text[start:end], "0123456789=+/")
		}
		start = end + 1
	}
	return runs
}
