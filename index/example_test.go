package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/index"
	"gitmem/memfile"
	"gitmem/repo"
)

// A search sees the files as they are at that moment, whoever wrote them.
func ExampleIndex_Search() {
	home, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	env := repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": home, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	root := filepath.Join(home, "store")
	store, err := repo.Init(context.Background(), repo.NewStore{Root: root, Name: "shop", Scope: memfile.ScopeProject}, repo.Options{Env: env})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := index.Open(store, index.Options{Notify: func(line string) { fmt.Println(line) }})
	defer x.Close()
	for _, text := range []string{"- Use pnpm, never npm.\n", "- Set http.proxy first.\n- Use pnpm here.\n", "\n"} {
		if err := os.WriteFile(filepath.Join(root, repo.ResidentPath), []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
		found, err := x.Search(context.Background(), index.Query{Text: `"pnpm`})
		fmt.Println(found.Total, err)
		for _, h := range found.Hits {
			fmt.Println(" ", h.ID, h.Status, h.Title, h.Why)
		}
	}
	// Output:
	// 1 <nil>
	//   MEMORY.md#1 drift Use pnpm, never npm. [pnpm: entry]
	// 1 <nil>
	//   MEMORY.md#2 drift Use pnpm here. [pnpm: entry]
	// 0 <nil>
}
