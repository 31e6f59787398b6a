package repo_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gitmem/memfile"
	"gitmem/repo"
)

// home is a folder in which the example is alone.
func home() repo.Env {
	dir, err := os.MkdirTemp("", "gitmem-example-")
	if err != nil {
		panic(err)
	}
	return repo.ReadEnv(func(name string) string {
		return map[string]string{"HOME": dir, "PATH": os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM": "1"}[name]
	})
}

// An operation is a set of paths with their exact bytes before and after. It
// becomes one commit, or nothing happens.
func ExampleStore_Run() {
	env := home()
	defer os.RemoveAll(env.Home)
	root := filepath.Join(env.Home, "store")
	store, err := repo.Init(context.Background(), repo.NewStore{Root: root, Name: "shop", Scope: memfile.ScopeProject}, repo.Options{Env: env})
	if err != nil {
		fmt.Println(err)
		return
	}
	write := func(before repo.Bytes, text string) error {
		_, err := store.Run(context.Background(), func() (*repo.Operation, error) {
			return &repo.Operation{
				Message: memfile.Message{Op: "apply", Subject: "apply a change", Actor: memfile.ActorUser},
				Changes: []repo.Change{{Path: repo.ResidentPath, Before: before, After: repo.Of([]byte(text)), Decides: true}},
			}, nil
		})
		return err
	}
	fmt.Println(write(repo.Bytes{}, "- Use pnpm.\n"))
	if err := os.WriteFile(filepath.Join(root, repo.ResidentPath), []byte("- Mine.\n"), 0o644); err != nil {
		fmt.Println(err)
	}
	fmt.Println(write(repo.Of([]byte("- Use pnpm.\n")), "- Use yarn.\n"))
	// Output:
	// <nil>
	// MEMORY.md: drift: the file on disk is not what this operation was made for
}
