package indexed

import (
	"context"
	"io/fs"
	"iter"
	"path/filepath"

	"gitmem/cmd/bench/synthetic"
	"gitmem/index/corpus"
	"gitmem/index/words"
	"gitmem/memfile"
)

// Index is an index that is open. Several goroutines may search at once.
type Index struct {
	dir    string
	corpus *corpus.Corpus
}

// Build writes an index of records into a folder that does not exist yet. The key of a record is its number.
func Build(ctx context.Context, dir string, records iter.Seq2[int, synthetic.Record]) (corpus.Stats, error) {
	return corpus.Build(ctx, dir, func(yield func(corpus.Source) bool) {
		for n, rec := range records {
			if !yield(func() (*corpus.Prepared, error) { return corpus.Prepare(document(n, rec)), nil }) {
				return
			}
		}
	})
}

// Open opens the index in a folder, with the sums that Build gave.
func Open(dir string, stats corpus.Stats) (*Index, error) {
	c, err := corpus.Open(dir, stats)
	if err != nil {
		return nil, err
	}
	return &Index{dir: dir, corpus: c}, nil
}

// Search gives the paths of the best records' files. Any word of the question may match.
func (x *Index) Search(ctx context.Context, question string, limit int) ([]string, error) {
	terms, _ := words.Query(question, false)
	found, err := x.corpus.Search(ctx, corpus.Query{Terms: terms, Limit: limit})
	if err != nil {
		return nil, err
	}
	paths := make([]string, min(len(found.Best), limit))
	for i := range paths {
		paths[i] = memfile.ExperienceFolder + "/" + found.Best[i].ID + ".md"
	}
	return paths, nil
}

// Bytes is the size of all files of the index.
func (x *Index) Bytes() (sum int64, err error) {
	err = filepath.WalkDir(x.dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}

// Close closes it and leaves the files.
func (x *Index) Close() error { return x.corpus.Close() }
