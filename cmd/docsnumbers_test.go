package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsGiveTheNumbersOfTheProgram compares sentences of the docs with the
// constants that they are about. N in a sentence is the number.
func TestDocsGiveTheNumbersOfTheProgram(t *testing.T) {
	root := filepath.Dir(mustGetwd(t))
	texts := docs(t, root)
	for _, c := range []struct{ doc, sentence, file, constant string }{
		{"search.md", "the usual numbers (N and", "index/corpus/bm25.go", "saturation"},
		{"search.md", "and N): a rare word", "index/corpus/bm25.go", "lengthBias"},
		{"search.md", "N words are added to the length of each", "index/corpus/bm25.go", "fewWords"},
		{"search.md", "A word of a title counts N times", "index/corpus/document.go", "TitleWeight"},
		{"search.md", "What a query repeats counts at most N times", "index/words/query.go", "mostWeight"},
		{"search.md", "At most N characters", "index/words/query.go", "MaxCharacters"},
		{"search.md", "and N terms of it are used", "index/words/query.go", "MaxTerms"},
		{"search.md", "There are N hits unless", "index/query.go", "DefaultLimit"},
		{"search.md", "says otherwise, N at most", "index/query.go", "MaxLimit"},
		{"search.md", "Up to N files that differ", "index/overlay.go", "defaultUnwritten"},
	} {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(c.file)))
		if err != nil {
			t.Fatal(err)
		}
		number := regexp.MustCompile(`(?m)^(?:const|\t)\s*` + c.constant + `\s*=\s*([0-9.]+)`).FindSubmatch(source)
		if number == nil {
			t.Errorf("%s has no number named %s", c.file, c.constant)
			continue
		}
		said := strings.Join(strings.Fields(strings.ReplaceAll(texts[c.doc], ",", "")), " ")
		want := strings.ReplaceAll(strings.Replace(c.sentence, "N", string(number[1]), 1), ",", "")
		if !strings.Contains(said, want) {
			t.Errorf("%s does not say %q, as %s of %s has it", c.doc, want, c.constant, c.file)
		}
	}
}
