package corpus

import "math"

// The two numbers of BM25, as SQLite, Lucene and most others have them: how
// soon more of a word counts for nothing more, and how much a long text is
// held against it.
const (
	saturation = 1.2
	lengthBias = 0.75
)

// fewWords are added to the length of every document. Among texts of a few
// dozen words the longer one says more and is no worse for it; among long ones
// the addition changes nothing.
const fewWords = 50

// worth is what one term can add to a document.
type worth struct {
	most   float64 // weight × idf × (saturation + 1)
	fixed  float64 // of the divisor
	perOne float64 // of the divisor, for each word of the document
}

// weigh weighs a term that occurs in some of the documents.
func (c *Corpus) weigh(documents int, weight float64) worth {
	n, all := float64(documents), float64(c.stats.Documents)
	average := float64(c.stats.Words)/all + fewWords
	return worth{
		most:   weight * math.Log1p((all-n+0.5)/(n+0.5)) * (saturation + 1),
		fixed:  saturation * (1 - lengthBias + lengthBias*fewWords/average),
		perOne: saturation * lengthBias / average,
	}
}

// in is what the term adds to a document of some length where it occurs some times.
func (w worth) in(times uint64, length float64) float32 {
	f := float64(times)
	return float32(w.most * f / (f + w.fixed + w.perOne*length))
}

// length is the length of a document. bleve keeps it as it is and gives it as
// the inverse of its root, unless it is asked for the number itself.
func length(at posting) float64 {
	if exact, ok := at.(interface{ NormUint64() uint64 }); ok {
		return float64(exact.NormUint64())
	}
	norm := at.Norm()
	return math.Round(1 / (norm * norm))
}
