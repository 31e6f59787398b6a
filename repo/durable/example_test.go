package durable_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gitmem/repo/durable"
)

func ExampleReplace() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	file := filepath.Join(home, "gitmem", "config.yaml") // the folder is made
	for _, text := range []string{"memory: {resident: true}\n", "memory: {resident: false}\n"} {
		if err := durable.Replace(file, []byte(text), 0o600); err != nil {
			fmt.Println(err)
		}
	}
	data, err := os.ReadFile(file)
	fmt.Print(string(data), err)
	// Output:
	// memory: {resident: false}
	// <nil>
}
