package evidence

import (
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/fold"
)

// Holding gives the experiences that hold a text, the newest first, also those
// that were forgotten. Wordings are compared after folding. The error is a
// *candidates.FieldError where the text holds nothing to look for.
func (l *Ledger) Holding(text string) ([]Record, error) {
	key := fold.Key(text)
	if key == "" {
		return nil, &candidates.FieldError{Field: "text", Reason: "it holds nothing that could be looked for"}
	}
	list, err := l.List(Filter{})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list.Records, func(rec Record) bool { return !holds(rec.Experience, key) }), nil
}

func holds(e memfile.Experience, key string) bool {
	texts := []string{e.Title, e.Summary, e.Resolution}
	for _, q := range e.Evidence {
		texts = append(texts, q.Excerpt)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(fold.Key(text), key) })
}

// Vouched gives what tells, of the file of an experience, whether gitmem made
// it and nobody changed by hand what is gitmem's own. It reads the history up
// to now, and the file at each call.
func (l *Ledger) Vouched() (func(path string) bool, error) {
	r, err := l.reader()
	return func(path string) bool {
		_, bad := r.read(path)
		return bad == nil
	}, err
}
