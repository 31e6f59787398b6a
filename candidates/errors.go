package candidates

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gitmem/memfile"
)

// ErrNotFound says that no candidate has this id.
var ErrNotFound = errors.New("no such candidate")

// AmbiguousError says that a shortened id fits several candidates.
type AmbiguousError struct {
	Prefix string
	IDs    []memfile.ID
}

func (e *AmbiguousError) Error() string {
	ids := make([]string, len(e.IDs))
	for i, id := range e.IDs {
		ids[i] = string(id)
	}
	return fmt.Sprintf("%s: ambiguous, it begins %s", e.Prefix, strings.Join(ids, ", "))
}

// CapError says that the result would not fit. Need and Cap are code points.
type CapError struct {
	Path      string
	Need, Cap int
	Now       int
	Entries   []string
}

// Error names the present entries in the order of the file, each with its size
// in characters.
func (e *CapError) Error() string {
	present := make([]string, len(e.Entries))
	for i, text := range e.Entries {
		present[i] = fmt.Sprintf("%d (%d) %q", i+1, utf8.RuneCountInString(text), inOneLine(text, 60))
	}
	list := "there are no entries"
	if len(present) > 0 {
		list = "the entries, with their sizes: " + strings.Join(present, ", ")
	}
	return fmt.Sprintf("%s: over the cap: need %d, cap %d, now %d; nothing is evicted, make room first; %s", e.Path, e.Need, e.Cap, e.Now, list)
}

// inOneLine gives a text in one line of at most n code points, without the
// credentials that it may hold.
func inOneLine(text string, n int) string {
	text = strings.Join(strings.Fields(shown([]byte(text))), " ")
	if r := []rune(text); len(r) > n {
		text = string(r[:n-1]) + "…"
	}
	return text
}

// TombstoneError says that a person has rejected, removed or undone the same
// words before. Candidate is where they did.
type TombstoneError struct {
	Candidate memfile.ID
	Text      string
}

func (e *TombstoneError) Error() string {
	return fmt.Sprintf("a person has decided against this text before (%s); only a person can bring it back, with `gitmem revive %s`", e.Candidate, e.Candidate)
}

// FloodError says that too much of what models made waits for a person.
type FloodError struct {
	What      string // empty for "proposals of models are open"
	Where     string // "this session" or "this store"
	Open, Max int
}

func (e *FloodError) Error() string {
	what := e.What
	if what == "" {
		what = "proposals of models are open"
	}
	return fmt.Sprintf("%d %s in %s, and at most %d may wait; a person has to decide on some first", e.Open, what, e.Where, e.Max)
}

// FieldError says that a field of a proposal is missing or out of bounds.
type FieldError struct {
	Field  string
	Reason string
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason }

// ForgedError says that a candidate file holds what only gitmem writes.
type ForgedError struct {
	Path   string
	Faults []*memfile.Fault
}

func (e *ForgedError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	if len(lines) == 0 {
		return e.Path + ": it was not made by gitmem and is not used; propose it with `gitmem propose`"
	}
	return strings.Join(lines, "\n")
}

// DriftedError says that the resident file holds bytes that no operation
// wrote, so that nothing may be applied or undone there.
type DriftedError struct {
	Path   string
	Commit string // of the operation that left the last good version, if any
	Rubble string // why it is damaged rather than edited
	Err    error  // where, if that is known: memfile.Faults
}

// Unwrap gives the faults of a damaged file.
func (e *DriftedError) Unwrap() error { return e.Err }

func (e *DriftedError) Error() string {
	if e.Rubble != "" {
		return fmt.Sprintf("%s: drift: %s; the last good version is kept: `gitmem diff` shows it", e.Path, e.Rubble)
	}
	return e.Path + ": drift: it holds hand edits that were not adopted; `gitmem diff` shows them"
}

// StateError says that a candidate is not in a state for what was asked.
type StateError struct {
	ID memfile.ID
	*TransitionError
}

func (e *StateError) Error() string { return string(e.ID) + ": " + e.TransitionError.Error() }

func (e *StateError) Unwrap() error { return e.TransitionError }

// UndoConflictError says that what a candidate wrote no longer stands.
type UndoConflictError struct {
	ID  memfile.ID
	Err error
}

func (e *UndoConflictError) Error() string {
	return fmt.Sprintf("%s: cannot be undone any more: %v", e.ID, e.Err)
}

func (e *UndoConflictError) Unwrap() error { return e.Err }

// AuthorityError says that an agent asked for what only a person may do.
type AuthorityError struct {
	Command string
	Agent   string
	Mark    string // the environment variable or flag that shows the agent
}

func (e *AuthorityError) Error() string {
	return fmt.Sprintf("%s: refused: it is a person's decision, and this runs under an agent (%s, by %s)", e.Command, e.Agent, e.Mark)
}

// DuplicateError says that the resident file says the same already; the
// candidate stays open, to be rejected.
type DuplicateError struct {
	ID    memfile.ID
	Entry string
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("%s: the memory says this already: %q", e.ID, e.Entry)
}

func ignoreNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
