package corpus_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/index/corpus"
	"gitmem/index/words"
)

// A corpus is built from sources that each give one analysed document.
func ExampleBuild() {
	dir, err := os.MkdirTemp("", "corpus-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	texts := []string{"retry with a backoff", "the backoff of http.proxy is set in retry.go", "nothing of that"}
	sources := func(yield func(corpus.Source) bool) {
		for i, text := range texts {
			d := corpus.Document{ID: fmt.Sprint(i + 1), Parts: []corpus.Part{{Text: text, Weight: 1}}}
			if !yield(func() (*corpus.Prepared, error) { return corpus.Prepare(d), nil }) {
				return
			}
		}
	}
	folder := filepath.Join(dir, "corpus")
	stats, err := corpus.Build(context.Background(), folder, sources)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := corpus.Open(folder, stats)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	terms, _ := words.Query("backoff proxy", false)
	found, err := c.Search(context.Background(), corpus.Query{Terms: terms, Limit: 10})
	fmt.Println(found.Total, err)
	for _, m := range found.Best {
		fmt.Printf("%s %.2f\n", m.ID, m.Score)
	}
	// Output:
	// 2 <nil>
	// 2 1.41
	// 1 0.48
}
