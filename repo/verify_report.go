package repo

import (
	"fmt"
	"time"

	"gitmem/memfile"
)

// Report is what Verify found.
type Report struct {
	Operations int `json:"operations"` // commits of operations that were checked
	// Files is how many files at HEAD are what the history says: the resident
	// file, the skills and the records of candidates, experiences, feedback and jobs.
	Files int `json:"files"`
	// ByHand are the commits by hand whose change no operation has adopted yet.
	ByHand []HandCommit `json:"by_hand"`
	// Complete is false for a shallow history; what is there was checked, from
	// the commit Since on.
	Complete bool   `json:"complete"`
	Since    string `json:"since,omitempty"`
	// Signatures is nil where none are asked for.
	Signatures *Signatures `json:"signatures,omitempty"`
	Problems   []Problem   `json:"problems"`
}

// Sound is true where nothing is broken. Strict takes commits by hand, an
// incomplete history and decisions from before the first signed one for a
// failure too.
func (r Report) Sound(strict bool) bool {
	unsigned := r.Signatures != nil && len(r.Signatures.Unsigned) > 0
	return len(r.Problems) == 0 && (!strict || r.Complete && len(r.ByHand) == 0 && !unsigned)
}

// HandCommit is a change that a person committed and nobody adopted.
type HandCommit struct {
	Commit string    `json:"commit"`
	Path   string    `json:"path"`
	Time   time.Time `json:"time"`
	Author string    `json:"author"`
}

// Problem is one thing that the history does not explain, or contradicts.
type Problem struct {
	Path      string     `json:"path,omitempty"`
	Commit    string     `json:"commit,omitempty"`
	Operation memfile.ID `json:"operation,omitempty"`
	ID        memfile.ID `json:"id,omitempty"`
	// Rule is a stable dotted word: operation.*, chain.*, replay, record.*,
	// commit.*, object.*, signature.*.
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// String names the place, then what is wrong.
func (p Problem) String() string {
	where := p.Path
	if p.Commit != "" {
		where = fmt.Sprintf("%s at %.12s", where, p.Commit)
		if p.Path == "" {
			where = fmt.Sprintf("commit %.12s", p.Commit)
		}
	}
	if where == "" {
		return p.Message
	}
	return where + ": " + p.Message
}
