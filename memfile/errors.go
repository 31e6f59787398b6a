package memfile

import (
	"errors"
	"fmt"
	"strings"
)

// Errors that callers test for with errors.Is.
var (
	// ErrNotFound: no entry answers to a locator, or no heading to a section.
	ErrNotFound = errors.New("not found")
	// ErrAmbiguous: more than one does.
	ErrAmbiguous = errors.New("ambiguous")
	// ErrGone: the entry that a candidate wrote, or was reviewed against, does not stand as it was.
	ErrGone = errors.New("the entry no longer stands")
	// ErrStands: the entry that an undo would put back stands already.
	ErrStands = errors.New("an equal entry stands")
	// ErrContent: the content cannot be written as exactly one entry.
	ErrContent = errors.New("not one entry")
	// ErrDuplicate: a replacement equals another entry.
	ErrDuplicate = errors.New("duplicate")
	// ErrFields: the action and its fields do not fit each other.
	ErrFields = errors.New("fields do not fit the action")
	// ErrID: a text is not an id.
	ErrID = errors.New("an id is one letter and sixteen lowercase hex digits")
)

// LocateError says why a locator named no single entry. It matches ErrNotFound or ErrAmbiguous.
type LocateError struct {
	Path    string
	Locator string
	// Section is set where a heading was looked for, not an entry; Headings are then those of the file.
	Section  string
	Headings []string
	Hits     []Block  // the distinct entries that it hits, empty for ErrNotFound
	Entries  []Block  // all entries of the file
	Nearest  []string // texts of the entries most like the locator, best first, at most three
}

// Unwrap gives ErrNotFound or ErrAmbiguous.
func (e *LocateError) Unwrap() error {
	if len(e.Hits) > 1 {
		return ErrAmbiguous
	}
	return ErrNotFound
}

// Error names the hits, or the nearest and the entries that there are.
func (e *LocateError) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	switch {
	case e.Section != "" && len(e.Hits) > 1:
		fmt.Fprintf(&b, "section %q is ambiguous: %s", e.Section, listBlocks(e.Hits))
	case e.Section != "":
		fmt.Fprintf(&b, "section %q not found; %s", e.Section, listHeadings(e.Headings))
	case len(e.Hits) > 1:
		fmt.Fprintf(&b, "locator %q is ambiguous, it hits %d entries: %s", clip(e.Locator, 80), len(e.Hits), listBlocks(e.Hits))
	default:
		fmt.Fprintf(&b, "locator %q is in no entry; %s", clip(e.Locator, 80), e.present())
	}
	return b.String()
}

func (e *LocateError) present() string {
	if len(e.Entries) == 0 {
		return "there are no entries"
	}
	out := "the entries are: " + listBlocks(e.Entries)
	if len(e.Nearest) > 0 {
		out = "the nearest is " + preview(e.Nearest[0]) + "; " + out
	}
	return out
}

// OperationError says which operation of a batch failed, counted from 1.
type OperationError struct {
	Index int
	Err   error
}

func (e *OperationError) Error() string { return fmt.Sprintf("operation %d: %v", e.Index, e.Err) }

// Unwrap gives the error of that operation.
func (e *OperationError) Unwrap() error { return e.Err }

// TargetError says that the entry a candidate was reviewed against does not stand any more, or that the locator no longer
// points at it. It matches ErrGone.
type TargetError struct {
	Path    string
	Target  string // raw, as recorded
	Locator string // set where the target stands but the locator names something else
	Nearest *Block // what stands there now, if something is like it
}

// Unwrap gives ErrGone.
func (e *TargetError) Unwrap() error { return ErrGone }

func (e *TargetError) Error() string {
	prefix := ""
	if e.Path != "" {
		prefix = e.Path + ": "
	}
	if e.Locator != "" {
		return fmt.Sprintf("%slocator %q does not name the entry that was reviewed, %s", prefix, clip(e.Locator, 80), preview(e.Target))
	}
	out := fmt.Sprintf("%sthe entry that was reviewed has changed or is gone: %s", prefix, preview(e.Target))
	if e.Nearest != nil {
		out += fmt.Sprintf("; line %d now reads %s", e.Nearest.Line, preview(e.Nearest.Text))
	}
	return out
}

// ContentError says why a content cannot be written. It matches ErrContent.
type ContentError struct {
	Path   string
	Reason string
	Hint   string
}

// Unwrap gives ErrContent.
func (e *ContentError) Unwrap() error { return ErrContent }

func (e *ContentError) Error() string {
	if e.Path == "" {
		return "content: " + e.Reason
	}
	return e.Path + ": content: " + e.Reason
}

// EntryError is a conflict with one entry that stands, or no longer stands. Err is ErrGone, ErrStands or ErrDuplicate.
type EntryError struct {
	Path string
	Line int    // of the entry that stands, 0 if it does not
	Text string // of the entry
	Err  error
}

// Unwrap gives ErrGone, ErrStands or ErrDuplicate.
func (e *EntryError) Unwrap() error { return e.Err }

func (e *EntryError) Error() string {
	where := e.Path
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d:1", e.Path, e.Line)
	}
	if where != "" {
		where += ": "
	}
	return where + e.Err.Error() + ": " + preview(e.Text)
}

// RecordError says which rule of its form a record breaks.
type RecordError struct {
	// Key is the key in the file, or title, summary, resolution.
	Key string
	// Item counts the item of a list, such as a piece of evidence, from 1; 0 where it is none.
	Item         int
	Reason, Hint string
}

func (e *RecordError) Error() string { return e.Reason }

// SupportError says that an experience can support no memory, no pattern and no evaluation.
type SupportError struct {
	ID           ID
	Kind, Status string
}

func (e *SupportError) Error() string {
	if e.Status == StatusForgotten {
		return string(e.ID) + ": it was forgotten and supports nothing"
	}
	return string(e.ID) + ": an unresolved issue supports no memory, no pattern and no evaluation"
}

// preview gives a text in one line of at most 80 code points, quoted.
func preview(s string) string {
	return `"` + clip(strings.Join(strings.Fields(s), " "), 80) + `"`
}

func listBlocks(blocks []Block) string {
	parts := make([]string, len(blocks))
	for i, b := range blocks {
		parts[i] = fmt.Sprintf("line %d %s", b.Line, preview(b.Text))
	}
	return strings.Join(parts, ", ")
}

func listHeadings(headings []string) string {
	if len(headings) == 0 {
		return "the file has no headings"
	}
	parts := make([]string, len(headings))
	for i, h := range headings {
		parts[i] = preview(h)
	}
	return "the headings are " + strings.Join(parts, ", ")
}
