package bench

import (
	"os"
	"path/filepath"
	"strings"
)

// Project makes a project folder with a store, by the program itself, and
// moves to the store.
func (b *Bench) Project(program string) error {
	b.Root = filepath.Join(b.Home, "project")
	if err := os.MkdirAll(b.Root, 0o755); err != nil {
		return err
	}
	if _, err := b.Run(program, "init", "-q"); err != nil {
		return err
	}
	root, err := b.Run(program, "path")
	b.Root = strings.TrimSpace(root)
	return err
}

// Settings writes the user's own settings file.
func (b *Bench) Settings(text string) error {
	path := filepath.Join(b.Env.ConfigHome, "gitmem", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
