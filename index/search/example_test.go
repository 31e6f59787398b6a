package search_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gitmem/index"
	"gitmem/index/search"
	"gitmem/memfile"
	"gitmem/repo"
)

func ExampleAsk() {
	store, err := makeStore()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(filepath.Dir(store.Root))
	ix := index.Open(store, index.Options{})
	defer ix.Close()
	shelves := []search.Shelf{{Store: store, Index: ix}}
	question := search.Question{Query: index.Query{Text: "lock file"}}

	answer, err := search.Ask(context.Background(), shelves, question)
	for _, h := range answer.Hits {
		fmt.Println(h.ID, h.Status, h.Title, h.Why)
	}
	fmt.Println(answer.Total, answer.Index.CaughtUp, err)

	question.Agent = true // nobody adopted it: an agent is not told
	answer, err = search.Ask(context.Background(), shelves, question)
	fmt.Println(answer.Total, err)
	// Output:
	// MEMORY.md#1 drift pnpm needs a lock file. [lock: entry file: entry]
	// 1 true <nil>
	// 0 <nil>
}

// makeStore makes a store whose memory a person wrote by hand.
func makeStore() (*repo.Store, error) {
	home, err := os.MkdirTemp("", "gitmem-search-")
	if err != nil {
		return nil, err
	}
	env := repo.ReadEnv(func(name string) string { return map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}[name] })
	s, err := repo.Init(context.Background(), repo.NewStore{
		ID: "g0123456789abcdef", Root: filepath.Join(home, "store"), Name: "shop", Scope: memfile.ScopeProject,
	}, repo.Options{Env: env, Now: time.Now})
	if err != nil {
		return nil, err
	}
	return s, os.WriteFile(filepath.Join(s.Root, repo.ResidentPath), []byte("- pnpm needs a lock file.\n"), 0o644)
}
