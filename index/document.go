package index

import (
	"errors"
	"io/fs"
	"slices"

	"gitmem/index/corpus"
	"gitmem/memfile"
	"gitmem/repo"
)

// loaded is a file of an experience as it was read: what to note of it, and
// what to put into the index, nil for nothing.
type loaded struct {
	record
	doc  *corpus.Prepared
	gone bool // it vanished since it was listed
}

// load reads the file of an experience. A file that is no experience is noted
// as such and makes no error.
func load(store *repo.Store, now seen, twice bool) (loaded, error) {
	l := loaded{record: record{seen: now}}
	data, err := readFile(store, now.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.gone = true
		return l, nil
	case unreadable(err):
		l.state, l.stamp = refused, stamp{} // without a stamp it is looked at again every time
		return l, nil
	case err != nil:
		return l, err
	}
	l.blob = blobOf(data)
	l.read(data, twice)
	return l, nil
}

// readAttempts is how often a file is read again that is replaced at that moment.
const readAttempts = 5

// readFile reads a file of the store.
func readFile(store *repo.Store, path string) (data []byte, err error) {
	for range readAttempts {
		var conflict *repo.ConflictError
		if data, err = store.Read(path); !errors.As(err, &conflict) {
			return data, err
		}
	}
	return data, err
}

// unreadable tells of errors that concern one file: it is a link, has no
// permission, or is replaced all the while. `gitmem check` names them.
func unreadable(err error) bool {
	var unsafe *repo.UnsafePathError
	var conflict *repo.ConflictError
	return errors.As(err, &unsafe) || errors.As(err, &conflict) || errors.Is(err, fs.ErrPermission)
}

func (l *loaded) read(data []byte, twice bool) {
	if twice {
		l.state = doubled
		return
	}
	e, ok := parse(l.place, data)
	switch {
	case !ok:
		l.state = refused
	case e.Status == memfile.StatusForgotten:
		l.state = forgotten
	default:
		l.doc = corpus.Prepare(documentOf(l.place, e))
		l.state, l.words = indexed, uint32(l.doc.Words)
		l.confidence, l.updated = uint16(e.Confidence), e.Updated.Unix()
	}
}

// parse reads an experience whose name must be its id.
func parse(p place, data []byte) (memfile.Experience, bool) {
	f, err := memfile.ParseExperience(p.path(), data)
	if err != nil || f.NameFault() != nil {
		return memfile.Experience{}, false
	}
	return f.Experience(), true
}

// part is a named piece of a record's text.
type part struct{ name, text string }

// partsOf are the pieces in which an experience is searched. A text that stands
// twice, as the summary of a note does in its resolution and its evidence,
// counts once.
func partsOf(e memfile.Experience) []part {
	parts := []part{{"title", e.Title}}
	add := func(name, text string) {
		if text != "" && !slices.ContainsFunc(parts, func(p part) bool { return p.text == text }) {
			parts = append(parts, part{name, text})
		}
	}
	add("summary", e.Summary)
	add("resolution", e.Resolution)
	for _, v := range e.Evidence {
		add("evidence", v.Excerpt)
	}
	return parts
}

func documentOf(p place, e memfile.Experience) corpus.Document {
	d := corpus.Document{ID: p.doc(), Labels: append(dated(e.Updated), labelExperience, labelKind+e.Kind, labelStatus+e.Status)}
	if e.Source.Session != "" {
		d.Labels = append(d.Labels, labelSession+e.Source.Session)
	}
	for _, part := range partsOf(e) {
		weight := 1
		if part.name == "title" {
			weight = corpus.TitleWeight
		}
		d.Parts = append(d.Parts, corpus.Part{Text: part.text, Weight: weight})
	}
	return d
}
