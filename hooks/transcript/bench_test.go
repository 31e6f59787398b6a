package transcript_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/hooks/transcript"
)

func BenchmarkImportSamples(b *testing.B) {
	var files []string
	err := filepath.WalkDir(samples(b), func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".jsonl") {
			if _, err := transcript.Import(context.Background(), newShelf(b), []string{path}, transcript.Options{}); err == nil {
				files = append(files, path)
			}
		}
		return err
	})
	if err != nil || len(files) < 50 {
		b.Fatal(len(files), err)
	}
	for b.Loop() {
		imported(b, newShelf(b), transcript.Options{}, files...)
	}
}
