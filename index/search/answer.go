package search

import (
	"math"
	"slices"
	"strings"
	"time"

	"gitmem/index"
	"gitmem/repo"
)

// Answer is what was found. Its JSON is that of `gitmem search --json`.
type Answer struct {
	Hits  []Hit `json:"hits"`
	Total int   `json:"total"` // how many match, of which Hits are the best
	Index State `json:"index"`
	// Notices say in one line each what a person should know.
	Notices []string `json:"-"`
}

// State says of which index an answer is.
type State struct {
	// Generation is that of the first shelf that answered, 0 where its index
	// was bypassed.
	Generation int `json:"generation"`
	// CaughtUp: the answer is about the files as they were when it was asked.
	CaughtUp bool `json:"caught_up"`
}

// Hit is one experience, or one entry of a resident file.
type Hit struct {
	ID         string     `json:"id"` // of an experience, or MEMORY.md#N
	Score      float64    `json:"score"`
	Kind       string     `json:"kind"`
	Title      string     `json:"title"`
	Summary    string     `json:"summary"`
	Resolution string     `json:"resolution"`
	Status     string     `json:"status"`
	Store      string     `json:"store"`      // its folder
	Confidence int        `json:"confidence"` // basis points
	Session    string     `json:"session"`
	Message    string     `json:"message"`
	Updated    string     `json:"updated"` // RFC 3339, UTC; "" for an entry
	Why        []string   `json:"why"`     // the words that matched, and where
	Fragments  []Fragment `json:"fragments"`

	Scope string `json:"-"`
	Path  string `json:"-"` // in the store
	// Guard are the rules that keep it from every context.
	Guard []string `json:"-"`
}

// Fragment is a stretch of text as it is written in the file. Marks are the
// parts that matched: bytes, from and up to.
type Fragment struct {
	Text  string   `json:"text"`
	Marks [][2]int `json:"marks"`
}

// add takes in what one shelf found.
func (a *Answer) add(s *repo.Store, found index.Results) {
	if a.Index == (State{}) && a.Total == 0 {
		a.Index = State{found.Generation, found.CaughtUp}
	}
	a.Index.CaughtUp = a.Index.CaughtUp && found.CaughtUp
	a.Total += found.Total
	for _, h := range found.Hits {
		a.Hits = append(a.Hits, newHit(s, h))
	}
	for _, cut := range found.Cut {
		a.notice(cut)
	}
}

// notice keeps a line once: each shelf says the same of a query.
func (a *Answer) notice(line string) {
	if !slices.Contains(a.Notices, line) {
		a.Notices = append(a.Notices, line)
	}
}

func newHit(s *repo.Store, h index.Hit) Hit {
	hit := Hit{
		ID: h.ID, Score: math.Round(h.Score*1e4) / 1e4, Kind: h.Kind, Title: h.Title, Summary: h.Summary, Resolution: h.Resolution,
		Status: h.Status, Store: s.Root, Scope: s.Scope, Path: h.Path, Confidence: h.Confidence, Session: h.Session, Message: h.Message,
		Why: h.Why, Guard: h.Guard, Fragments: []Fragment{},
	}
	if !h.Updated.IsZero() {
		hit.Updated = h.Updated.UTC().Format(time.RFC3339)
	}
	if hit.Why == nil {
		hit.Why = []string{}
	}
	for _, f := range h.Fragments {
		hit.show(f)
	}
	return hit
}

// show adds a fragment, but for one that says what is shown already: a note has
// one text for title and summary.
func (h *Hit) show(f index.Fragment) {
	for _, shown := range h.Fragments {
		if strings.Contains(shown.Text, f.Text) {
			return
		}
	}
	marks := f.Marks
	if marks == nil {
		marks = [][2]int{}
	}
	h.Fragments = append(h.Fragments, Fragment{f.Text, marks})
}
