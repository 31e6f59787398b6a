package words

// Term is one term of a text.
type Term struct {
	Text string
	// Start and End are the bytes of the source that the term stands for, on
	// borders of its code points.
	Start, End int
	// Position is that of the word, from 1. Terms of one position are forms of
	// one word; a pair has the position of its first word.
	Position int
}

// Index gives the terms of a text that is to be found, by position. It may be
// called by several goroutines at once.
func Index(text string) []Term {
	s := scanner{terms: make([]Term, 0, len(text)/5+1)}
	s.text(text)
	return s.terms
}
