package index

import (
	"time"

	"gitmem/index/words"
	"gitmem/memfile"
)

// Bounds of a query.
const (
	DefaultLimit = 20
	MaxLimit     = 50
)

// What the index says of an entry of a resident file, where an experience has
// kind and status of its own.
const (
	KindMemory    = "memory"
	StatusApplied = "applied" // the entry stands as the last operation left it
	StatusDrift   = "drift"   // it was edited by hand
)

// Query is what to look for. Everything but Text narrows the search.
type Query struct {
	// Text is data: nothing in it is an operator. At most words.MaxCharacters
	// and words.MaxTerms of it are used.
	Text  string
	All   bool // every word must occur, instead of any
	Limit int  // DefaultLimit for 0, at most MaxLimit

	Kinds       []string // any of these; none: all
	Statuses    []string
	Session     string
	Since       time.Time // changed on or after this day, in UTC; what has no date never is
	Experiences bool      // no entries of the resident file
}

// Results are the best hits.
type Results struct {
	Hits  []Hit
	Total int // how many match; Hits are at most the limit
	// Generation is that of the index that answered, 0 where it was bypassed.
	Generation int
	// CaughtUp says that the answer is about the files as they were when the
	// search began. It is false only where files changed all the while.
	CaughtUp bool
	Cut      []string // what of the query was not used
}

// Hit is one experience, or one entry of the resident file, that was found. All
// text is from the file as it stands.
type Hit struct {
	ID    string // of the experience, or MEMORY.md#N, N as `gitmem list` counts from 1
	Path  string
	Score float64
	// Why are the words that matched and where, such as "pnpm: title, summary".
	Why       []string
	Fragments []Fragment
	Blob      string // git's id of the bytes of the file

	Kind, Status               string
	Title, Summary, Resolution string
	Confidence                 int // basis points
	Session, Message           string
	Updated                    time.Time // zero for an entry
	Guard                      []string

	// Experience is the whole record; zero for an entry.
	Experience memfile.Experience
}

// Fragment is a stretch of a hit's text, as it is written there.
type Fragment struct {
	Text  string
	Marks [][2]int // bytes of Text that matched, from and up to
}

// limit is the number of hits that are wanted.
func (q Query) limit() int {
	switch {
	case q.Limit <= 0:
		return DefaultLimit
	case q.Limit > MaxLimit:
		return MaxLimit
	}
	return q.Limit
}

// from is the beginning of the day of Since; the zero time without one.
func (q Query) from() time.Time {
	if q.Since.IsZero() {
		return q.Since
	}
	return q.Since.UTC().Truncate(24 * time.Hour)
}

// terms are the words to look for.
func (q Query) terms() ([]words.QueryTerm, []string) {
	terms, notices := words.Query(q.Text, q.All)
	var cut []string
	for _, n := range notices {
		cut = append(cut, n.String())
	}
	return terms, cut
}
