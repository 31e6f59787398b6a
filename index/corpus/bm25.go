package corpus

import "math"

// The two numbers of BM25, as SQLite, Lucene and most others have them: how
// soon more of a word counts for nothing more, and how much a long text is
// held against it.
const (
	saturation = 1.2
	lengthBias = 0.75
)

// worth is what one term can add to a document.
type worth struct {
	most   float64 // weight × idf × (saturation + 1)
	fixed  float64 // of the divisor
	perOne float64 // of the divisor, for each word of the document
}

// weigh weighs a term that occurs in some of the documents.
func (c *Corpus) weigh(documents int, weight float64) worth {
	n, all := float64(documents), float64(c.stats.Documents)
	average := max(1, float64(c.stats.Words)/all)
	return worth{
		most:   weight * math.Log1p((all-n+0.5)/(n+0.5)) * (saturation + 1),
		fixed:  saturation * (1 - lengthBias),
		perOne: saturation * lengthBias / average,
	}
}

// in is what the term adds where it occurs some times. bleve gives a
// document's length as the inverse of its root.
func (w worth) in(times uint64, norm float64) float64 {
	f, length := float64(times), 1/(norm*norm)
	return w.most * f / (f + w.fixed + w.perOne*length)
}
