package bench

import (
	"os"
	"path/filepath"
	"strings"
)

// NewProject makes a home with a project folder in it, and a store by gitmem itself, whose path it returns.
func NewProject() (b *Bench, gitmem string, err error) {
	if b, err = NewHome(); err != nil {
		return nil, "", err
	}
	if gitmem, err = b.build("./cmd/gitmem"); err == nil {
		err = b.initProject(gitmem)
	}
	if err != nil {
		b.Remove()
		return nil, "", err
	}
	return b, gitmem, nil
}

// initProject makes the store and moves to it.
func (b *Bench) initProject(gitmem string) error {
	b.Root = filepath.Join(b.Home, "project")
	if err := os.MkdirAll(b.Root, 0o755); err != nil {
		return err
	}
	if _, err := b.Run(gitmem, "init", "-q"); err != nil {
		return err
	}
	root, err := b.Run(gitmem, "path")
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
