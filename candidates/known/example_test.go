package known_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/candidates/known"
	"gitmem/memfile"
	"gitmem/repo"
)

// What became of a record is known from the operations on it.
func Example() {
	dir, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	env := repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": dir, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
	ctx := context.Background()
	store, err := repo.Init(ctx, repo.NewStore{Root: filepath.Join(dir, "store"), Name: "shop", Scope: memfile.ScopeProject}, repo.Options{Env: env})
	if err != nil {
		fmt.Println(err)
		return
	}
	id := memfile.ID("p0123456789abcdef")
	_, err = store.Run(ctx, func() (*repo.Operation, error) {
		return &repo.Operation{
			Message: memfile.Message{Op: "mine", IDs: []memfile.ID{id}, Subject: "mine a pattern", Actor: memfile.ActorSystem},
			Changes: []repo.Change{{Path: "patterns/" + string(id) + ".md", After: repo.Of([]byte("pnpm\n"))}},
		}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	table := known.Table{Store: store, Folder: "patterns", Form: "patterns 1", Read: func(path, blob string) (known.Line, bool, error) {
		data, err := store.BlobData(blob)
		return known.Line{ID: id, Fields: []string{fmt.Sprint(len(data), " bytes")}}, true, err
	}}
	view, err := store.View()
	if err != nil {
		fmt.Println(err)
		return
	}
	lines, err := table.Load(view)
	line, ok := lines.One(id)
	fmt.Println(line.ID, line.Fields, ok, err)
	// Output: p0123456789abcdef [5 bytes] true <nil>
}
