package transcript

import (
	"fmt"
	"slices"

	"gitmem/repo/session"
)

// maxSkipped is how many skipped lines a report names.
const maxSkipped = 1000

// Skipped is a line that was not taken.
type Skipped struct {
	Path   string
	Line   int // from 1
	Reason string
}

func (s Skipped) String() string { return fmt.Sprintf("%s:%d: %s", s.Path, s.Line, s.Reason) }

// Report says what reading transcripts gave.
type Report struct {
	Files    int
	Lines    int
	Bytes    int64
	Messages int // that were new
	Revised  int // of which more is known now
	Known    int // that were there already
	// Sessions are those that messages were read for.
	Sessions []string
	// Skipped names lines that were not taken, at most 1,000; More counts the rest.
	Skipped []Skipped
	More    int
	// Deleted are sessions that a person deleted, Elsewhere those that belong to
	// another working directory. Nothing of them was taken.
	Deleted, Elsewhere []string
}

// Partial reports whether something that should have been read was not.
func (r *Report) Partial() bool { return len(r.Skipped)+r.More > 0 }

func (r *Report) skip(path string, line int, reason string) {
	if len(r.Skipped) >= maxSkipped {
		r.More++
		return
	}
	r.Skipped = append(r.Skipped, Skipped{Path: path, Line: line, Reason: reason})
}

func (r *Report) added(a session.Added) {
	r.Messages += a.New
	r.Revised += a.Revised
	r.Known += a.Known
	for _, id := range a.Sessions {
		r.Sessions = once(r.Sessions, id)
	}
	for _, id := range a.Deleted {
		r.Deleted = once(r.Deleted, id)
	}
}

func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
