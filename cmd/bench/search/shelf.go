package main

import (
	"os"
	"path/filepath"

	"gitmem/cmd/bench"
	"gitmem/cmd/bench/synthetic"
	"gitmem/memfile"
	"gitmem/repo"
)

// shelf is a store of synthetic experiences.
type shelf struct {
	*bench.Bench
	words     *synthetic.Vocabulary
	questions []string
	wording   int // the last one that was written
}

func newShelf(files int) (*shelf, error) {
	s := &shelf{words: synthetic.NewVocabulary()}
	s.questions = s.words.Queries(files, 300)
	var err error
	s.Bench, err = bench.NewStoreOf(files, func(store *repo.Store, n int) error { return write(store.Root, s.words.Record(n).Experience(n)) })
	return s, err
}

// write writes the file of an experience as an editor that saves in place does.
func write(root string, e memfile.Experience) error {
	path := filepath.Join(root, filepath.FromSlash(synthetic.Path(e)))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, memfile.FormatExperience(e), 0o644)
}

// change gives so many files, spread over the store and the same ones each time, another wording. It returns the last one.
func (s *shelf) change(files int) (e memfile.Experience, err error) {
	s.wording++
	for i := range files {
		n := i * (s.Files / files)
		e = s.words.Changed(n, s.wording).Experience(n)
		if err := write(s.Root, e); err != nil {
			return e, err
		}
	}
	return e, nil
}
