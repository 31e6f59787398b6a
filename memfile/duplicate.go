package memfile

import (
	"gitmem/memfile/fold"
)

// nearEnough is the similarity from which two wordings are worth a warning.
const nearEnough = 0.8

// Duplicate finds the entry whose text is the same but for white space at the ends.
func Duplicate(r *Resident, text string) (Block, bool) {
	want := NormalContent(text)
	if i := r.at(Entry, want); i >= 0 && want != "" {
		return r.blocks[i], true
	}
	return Block{}, false
}

// Nearest finds the entry most like a text, if it is so like it that a person should see it beside it: the same after
// folding, or at least 0.8 similar. The number is the similarity, 1 for the same after folding.
func Nearest(r *Resident, text string) (Block, float64, bool) {
	var best Block
	score := 0.0
	for _, b := range r.Entries() {
		if s := Similarity(text, b.Text); s > score {
			best, score = b, s
		}
	}
	return best, score, score >= nearEnough
}

// Similarity compares two wordings after folding: 1 where they fold to the same, otherwise how many pairs of neighbouring
// letters they share, below 1.
func Similarity(a, b string) float64 {
	a, b = fold.Key(a), fold.Key(b)
	if a == b {
		return 1
	}
	pairsA, countA := letterPairs(a)
	pairsB, countB := letterPairs(b)
	if countA+countB == 0 {
		return 0
	}
	shared := 0
	for pair, n := range pairsA {
		shared += min(n, pairsB[pair])
	}
	return min(2*float64(shared)/float64(countA+countB), 0.999)
}

func letterPairs(s string) (map[[2]rune]int, int) {
	pairs, count := map[[2]rune]int{}, 0
	last := rune(-1)
	for _, r := range s {
		if last >= 0 {
			pairs[[2]rune{last, r}]++
			count++
		}
		last = r
	}
	return pairs, count
}
