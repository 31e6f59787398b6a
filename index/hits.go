package index

import (
	"errors"
	"io/fs"

	"gitmem/index/corpus"
	"gitmem/memfile"
	"gitmem/repo"
)

// memoryConfidence is that of an entry: a person's word.
const memoryConfidence = 10000

// reading makes the results of one search from one generation.
type reading struct {
	store    *repo.Store
	corpus   *corpus.Corpus
	manifest *manifest
	asked    map[string]bool // the terms of the question
	entries  []entry         // of the resident file, once read
	current  bool            // the resident file is that of the manifest
	results  Results
}

// take reads the files of documents. One that is gone, or no longer the file
// that was indexed, is left out, and the results say so.
func (r *reading) take(best []corpus.Match) error {
	for _, m := range best {
		hit, ok, err := r.hit(m.ID)
		if err != nil {
			return err
		}
		if !ok {
			r.results.CaughtUp = false
			r.results.Total--
			continue
		}
		hit.Score = m.Score
		r.results.Hits = append(r.results.Hits, hit)
	}
	return nil
}

func (r *reading) hit(doc string) (Hit, bool, error) {
	if n, ok := entryOf(doc); ok {
		hit, ok := r.entry(n)
		return hit, ok, nil
	}
	p, ok := placeOf(doc)
	if !ok {
		return Hit{}, false, nil
	}
	return r.experience(p)
}

// experience reads a hit again from its file.
func (r *reading) experience(p place) (Hit, bool, error) {
	known, ok := r.manifest.find(p)
	if !ok {
		return Hit{}, false, nil
	}
	data, err := readFile(r.store, p.path())
	if errors.Is(err, fs.ErrNotExist) || unreadable(err) {
		return Hit{}, false, nil
	}
	if err != nil {
		return Hit{}, false, err
	}
	if blobOf(data) != known.blob {
		return Hit{}, false, nil
	}
	e, ok := parse(p, data)
	if !ok {
		return Hit{}, false, nil
	}
	hit := hitOf(e)
	hit.Path, hit.Blob = p.path(), known.blob.String()
	hit.Why, hit.Fragments = highlight(partsOf(e), r.asked)
	return hit, true, nil
}

func hitOf(e memfile.Experience) Hit {
	return Hit{
		ID: string(e.ID), Kind: e.Kind, Status: e.Status,
		Title: e.Title, Summary: e.Summary, Resolution: e.Resolution,
		Confidence: e.Confidence, Session: e.Source.Session, Message: e.Source.Message,
		Updated: e.Updated, Guard: e.Guard, Experience: e,
	}
}

// entry gives an entry of the resident file, from 1.
func (r *reading) entry(n int) (Hit, bool) {
	if r.entries == nil {
		var blob blobID
		r.entries, blob = readEntries(r.store, r.manifest.resident.base)
		r.current = blob == r.manifest.resident.blob
	}
	if !r.current || n > len(r.entries) {
		return Hit{}, false
	}
	e := r.entries[n-1]
	hit := Hit{
		ID: entryDoc(n), Path: repo.ResidentPath, Kind: KindMemory, Status: e.status,
		Title: firstLine(e.text), Summary: e.text, Confidence: memoryConfidence, Blob: r.manifest.resident.blob.String(),
	}
	hit.Why, hit.Fragments = highlight([]part{{"entry", e.text}}, r.asked)
	return hit, true
}
