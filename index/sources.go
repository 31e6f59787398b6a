package index

import (
	"iter"

	"gitmem/index/corpus"
)

// goneDocs are the documents that the former corpus has and the next has not,
// or has anew.
func (w *writing) goneDocs() []string {
	var docs []string
	take := func(r *record) {
		if r != nil && r.state == indexed {
			docs = append(docs, r.doc())
		}
	}
	for _, r := range w.gone {
		take(r)
	}
	for _, s := range w.suspects {
		take(s.known)
	}
	if w.resident {
		for n := range w.known.resident.entries {
			docs = append(docs, entryDoc(n+1))
		}
	}
	return docs
}

// sources are the documents to put in. What is noted of a file is filled in as
// it is read.
func (w *writing) sources() iter.Seq[corpus.Source] {
	return func(yield func(corpus.Source) bool) {
		for _, e := range w.entries {
			if !yield(func() (*corpus.Prepared, error) { return e, nil }) {
				return
			}
		}
		for i := range w.suspects {
			if !yield(func() (*corpus.Prepared, error) { return w.load(i) }) {
				return
			}
		}
	}
}

func (w *writing) load(i int) (*corpus.Prepared, error) {
	l, err := load(w.index.store, w.suspects[i].now, w.twice(w.suspects[i]))
	w.loaded[i] = l
	w.loaded[i].doc = nil
	w.count()
	return l.doc, err
}

// count tells of progress.
func (w *writing) count() {
	if w.index.o.Progress == nil {
		return
	}
	w.counting.Lock()
	defer w.counting.Unlock()
	w.done++
	w.index.o.Progress(w.done, len(w.suspects))
}

// merge makes the manifest's records: what was read, and what is known of the rest.
func (w *writing) merge() {
	read := make(map[place]*loaded, len(w.loaded))
	for i := range w.loaded {
		read[w.loaded[i].place] = &w.loaded[i]
	}
	m := &w.manifest
	m.looked = w.looked
	m.stats = corpus.Stats{Documents: m.resident.entries, Words: m.resident.words}
	m.records = make([]record, 0, len(w.listing.experiences))
	for _, now := range w.listing.experiences {
		r, ok := w.record(read[now.place], now)
		if !ok {
			continue
		}
		m.records = append(m.records, r)
		if r.state == indexed {
			m.stats.Documents++
			m.stats.Words += int64(r.words)
		}
	}
}

func (w *writing) record(l *loaded, now seen) (record, bool) {
	if l != nil {
		return l.record, !l.gone
	}
	known, ok := w.known.find(now.place)
	if !ok {
		return record{}, false
	}
	r := *known
	if r.stamp != (stamp{}) {
		r.stamp = now.stamp
	}
	return r, true
}
