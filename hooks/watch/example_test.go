package watch_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gitmem/hooks/watch"
)

func ExampleScan() {
	root, err := os.MkdirTemp("", "store")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(root)
	for _, name := range []string{"MEMORY.md", "MEMORY.md~", ".MEMORY.md.swp"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte("- Use pnpm.\n"), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	err = watch.Scan(watch.Options{
		Root:    root,
		Changed: func(path string, data []byte) { fmt.Printf("%s: %d bytes\n", path, len(data)) },
		Problem: func(err error) { fmt.Println("problem:", err) },
	})
	fmt.Println(err)
	// Output:
	// MEMORY.md: 12 bytes
	// <nil>
}
