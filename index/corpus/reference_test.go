package corpus_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// reference ranks by the textbook's BM25, from the terms alone.
func reference(texts []string, q corpus.Query) map[string]float64 {
	type doc struct {
		terms  map[string]float64
		length float64
	}
	docs, total := map[string]doc{}, 0.0
	for i, text := range texts {
		if text == "" {
			continue
		}
		d := doc{terms: map[string]float64{}}
		title, rest, _ := strings.Cut(text, "\n")
		for part, weight := range map[string]float64{title: 2, rest: 1} {
			last := 0
			for _, term := range words.Index(part) {
				d.terms[term.Text] += weight
				if term.Position != last {
					d.length += weight
				}
				last = term.Position
			}
		}
		docs[fmt.Sprint(i)] = d
		total += d.length
	}
	scores, groups := map[string]float64{}, map[string]map[int]bool{}
	all := map[int]bool{}
	for _, term := range q.Terms {
		all[term.Group] = true
		n := 0.0
		for _, d := range docs {
			if d.terms[term.Text] > 0 {
				n++
			}
		}
		idf := math.Log(1 + (float64(len(docs))-n+0.5)/(n+0.5))
		for id, d := range docs {
			if f := d.terms[term.Text]; f > 0 {
				scores[id] += term.Weight * idf * f * 2.2 / (f + 1.2*(0.25+0.75*(d.length+50)/(total/float64(len(docs))+50)))
				if groups[id] == nil {
					groups[id] = map[int]bool{}
				}
				groups[id][term.Group] = true
			}
		}
	}
	for id := range scores {
		if q.All && len(groups[id]) < len(all) || len(q.Filters) > 0 && "parity:"+string('0'+id[len(id)-1]%2) != q.Filters[0][0] {
			delete(scores, id)
		}
	}
	return scores
}

// agrees compares every score of some questions with the reference.
func agrees(t *testing.T, c *corpus.Corpus, texts []string) {
	t.Helper()
	v := newVocabulary(9, 60)
	for i := range 24 {
		q := corpus.Query{Limit: 1000, All: i%3 == 1}
		if i%4 == 2 {
			q.Filters = [][]string{{"parity:1", "parity:7"}}
		}
		text := v.text(1 + i%4)
		found := search(t, c, q, text)
		q.Terms, _ = words.Query(text, q.All)
		want := reference(texts, q)
		if found.Total != len(want) || len(found.Best) != len(want) {
			t.Fatalf("%q: %d hits, want %d", text, found.Total, len(want))
		}
		if !slices.IsSortedFunc(found.Best, func(a, b corpus.Match) int { return cmp.Compare(b.Score, a.Score) }) {
			t.Fatalf("%q: not in order", text)
		}
		for _, m := range found.Best {
			if math.Abs(m.Score-want[m.ID]) > 1e-4 {
				t.Fatalf("%q: %s has %f, want %f", text, m.ID, m.Score, want[m.ID])
			}
		}
	}
}
