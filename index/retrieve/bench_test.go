package retrieve

import (
	"fmt"
	"strings"
	"testing"

	"gitmem/index"
	"gitmem/memfile"
)

// BenchmarkBuild makes the whole context of a project with 30 entries and
// 1,000 experiences, by a warm index.
func BenchmarkBuild(b *testing.B) {
	s := newShop(b, "project")
	for i := range 30 {
		s.remember(fmt.Sprintf("Rule %d: use pnpm, never npm, in this repository.", i))
	}
	var all []memfile.Experience
	for i := range 1000 {
		all = append(all, s.experience(fmt.Sprintf("pnpm is package manager %d", i), "npm installs were rejected twice and broke the lock file.", "Use `pnpm install`."))
	}
	s.record(all...)
	q := request("pnpm install lock file", s, nil)
	x := index.Open(s.Store, index.Options{})
	b.Cleanup(func() { _ = x.Close() })
	q.Project.Search = byIndex{x}
	build(b, q)
	for b.Loop() {
		if r := build(b, q); len(handed(r)) != 5 {
			b.Fatal(r)
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over the `lazy_dog.go` 42 times.\n", 60)
	countTokens(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		countTokens(text)
	}
}
