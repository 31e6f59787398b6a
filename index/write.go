package index

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"gitmem/index/corpus"
)

// next writes the generation that follows a former one to a shelf, and opens
// it. Without a former one it is built from nothing. Where nothing changed the
// former one stays. c is a comparison with the former one, nil to compare.
func (x *Index) next(ctx context.Context, s shelf, former *generation, c *comparison) (*generation, error) {
	if former != nil && former.dir != "" {
		if err := checkMarker(former.dir, true); err != nil {
			if !damaged(err) {
				return nil, err
			}
			x.tell("the search index is built anew from the files: " + err.Error())
			former = nil
		}
	}
	if c == nil || c.with != former {
		var err error
		if c, err = x.compare(ctx, former); err != nil {
			return nil, err
		}
	}
	if former != nil && c.empty() && c.touched <= mostTouched {
		return former, nil
	}
	s.sweep()
	folder, err := os.MkdirTemp(s.dir, newPrefix)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	w := &writing{index: x, folder: folder, former: former, comparison: c}
	if err := w.write(ctx); err != nil {
		return nil, err
	}
	return x.publish(s, folder)
}

// publish gives a finished folder its number.
func (x *Index) publish(s shelf, folder string) (*generation, error) {
	numbers, err := s.numbers()
	if err != nil {
		return nil, err
	}
	number := 1
	if len(numbers) > 0 {
		number = numbers[0] + 1
	}
	if err := x.at("index.publish", s.path(number)); err != nil {
		return nil, err
	}
	if err := s.publish(folder, number); err != nil {
		return nil, err
	}
	if err := x.at("index.sweep", s.dir); err != nil {
		return nil, err
	}
	s.sweep()
	if !s.private {
		x.leaveTrace()
	}
	return s.open(number)
}

// writing is one generation that is being written.
type writing struct {
	index  *Index
	folder string
	former *generation
	*comparison

	loaded   []loaded // of each suspect
	manifest manifest
	entries  []*corpus.Prepared

	counting sync.Mutex
	done     int
}

func (w *writing) write(ctx context.Context) error {
	w.begin()
	if err := w.writeCorpus(ctx); err != nil {
		return err
	}
	w.merge()
	if err := w.index.at("index.manifest", w.folder); err != nil {
		return err
	}
	if err := writeSynced(filepath.Join(w.folder, manifestName), w.manifest.encode()); err != nil {
		return err
	}
	if err := w.index.at("index.marker", w.folder); err != nil {
		return err
	}
	if err := writeMarker(w.folder); err != nil {
		return err
	}
	return syncPath(w.folder)
}

// begin reads the resident file if it differs.
func (w *writing) begin() {
	w.loaded = make([]loaded, len(w.suspects))
	w.manifest.resident = w.known.resident
	w.manifest.resident.stamp = w.listing.resident
	if w.resident {
		w.manifest.resident, w.entries = loadResident(w.index.store, w.listing.resident, w.base)
	}
}

// writeCorpus changes a copy of the former corpus, or builds one where there is
// none or little of it would stay.
func (w *writing) writeCorpus(ctx context.Context) error {
	dir := filepath.Join(w.folder, corpusName)
	if w.former == nil || w.former.dir == "" || w.former.manifest.stats.Documents == 0 {
		return w.build(ctx, dir)
	}
	if 2*(len(w.suspects)+len(w.gone)) > len(w.known.records)+100 {
		w.forgetAll()
		return w.build(ctx, dir)
	}
	if err := w.index.at("index.copy", dir); err != nil {
		return err
	}
	if err := copyCorpus(filepath.Join(w.former.dir, corpusName), dir); err != nil {
		return err
	}
	if err := w.index.at("index.change", dir); err != nil {
		return err
	}
	if w.empty() {
		return nil
	}
	if _, err := corpus.Change(ctx, dir, w.goneDocs(), w.sources()); err != nil {
		return err
	}
	return syncPath(dir)
}

func (w *writing) build(ctx context.Context, dir string) error {
	if err := w.index.at("index.build", dir); err != nil {
		return err
	}
	_, err := corpus.Build(ctx, dir, w.sources())
	return err
}

// forgetAll makes every file a suspect of which nothing is known.
func (w *writing) forgetAll() {
	if w.doubled == nil {
		w.findDoubles()
	}
	w.known, w.gone, w.resident, w.suspects = &manifest{}, nil, true, w.suspects[:0]
	for _, now := range w.listing.experiences {
		w.suspects = append(w.suspects, suspect{now: now})
	}
	w.begin()
}
