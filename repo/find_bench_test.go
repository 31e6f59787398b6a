package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gitmem/memfile"
	"gitmem/repo/config"
)

// BenchmarkBeginning is what every command does before its own work: the
// surroundings, the store from a subdirectory of a linked working tree, the
// settings and the person. The registry and the data home hold so many stores.
func BenchmarkBeginning(b *testing.B) {
	for _, stores := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("stores=%d", stores), func(b *testing.B) { benchmarkBeginning(b, stores) })
	}
}

func benchmarkBeginning(b *testing.B, stores int) {
	s, dir := manyStores(b, stores)
	parts := map[string]func() error{
		"find":     func() error { _, err := Find(Query{Dir: dir, Env: s.Env}); return err },
		"settings": func() error { return loadSettings(s.Env) },
		"person": func() error {
			_, err := ReadIdentity(filepath.Join(s.ProjectRoot("app", idA), ".git"), s.Env)
			return err
		},
		"env": func() error { ReadEnv(os.Getenv); return nil },
	}
	for _, name := range []string{"env", "find", "settings", "person"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := parts[name](); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			for _, part := range parts {
				if err := part(); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func loadSettings(e Env) error {
	root := e.ProjectRoot("app", idA)
	data, err := os.ReadFile(filepath.Join(root, StoreFileName))
	if err != nil {
		return err
	}
	_, err = config.Load(config.Sources{
		UserFile: e.UserConfig(), OwnFile: e.OwnConfig(), AccountHome: e.AccountHome, Store: idA,
		StoreFile: filepath.Join(root, StoreFileName), StoreData: data, Env: os.Environ(),
	})
	return err
}

func manyStores(b *testing.B, n int) (*surroundings, string) {
	b.Helper()
	s := newSurroundings(b)
	s.repository("app")
	s.git("app", "worktree", "add", "-q", s.path("w1"), "-b", "x")
	dir := s.mkdir("w1/a/b/c")
	root := s.boundStore("app", "app", idA)
	rel, _ := filepath.Rel(s.root, root)
	s.git(rel, "init", "-q")
	s.write("home/.gitconfig", "[user]\n\tname = Ada\n\temail = ada@example.org\n[core]\n\teditor = vi\n[alias]\n\tst = status\n")
	s.write("home/.config/gitmem/config.yaml", "memory:\n  promotion: review\n  pending_days: 14\nlearning:\n  extractor_model: work/m\nmodels:\n  work: {kind: openai, base_url: \"http://127.0.0.1:1/v1\"}\n")
	s.change(func(k *Known) {
		for i := range n - 1 {
			id := memfile.ID(fmt.Sprintf("g%016x", i+1000))
			k.Attach(id, s.store(s.ProjectRoot("other", id), id), Project{Main: s.path("p" + string(id)), Common: s.path("p" + string(id) + "/.git")})
		}
	})
	return s, dir
}
