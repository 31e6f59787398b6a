//go:build gitmemtest && unix

package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFailpointsAreAllNamed looks for the names in the source: a step that the
// help does not name is one that nobody kills at.
func TestFailpointsAreAllNamed(t *testing.T) {
	listed := map[string]bool{}
	for _, f := range failpoints {
		listed[f.name] = true
	}
	call := regexp.MustCompile(`\.(?:At|hit|at|Move|Rename|Exchange|exchange|step|Probe)\("([a-z]+(?:\.[a-z]+)?)"`)
	found, source := 0, ""
	for _, folder := range []string{"../repo", "../repo/gitdir", "../repo/session", "../candidates/jobs", "../candidates/extract", "../index", "../index/retrieve"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if regexp.MustCompile(`_test\.go$`).MatchString(file) {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
			for _, m := range call.FindAllStringSubmatch(string(text), -1) {
				found++
				if !listed[m[1]] {
					t.Errorf("%s: the step %q is not in `gitmem help failpoints`", file, m[1])
				}
			}
		}
	}
	for name := range listed {
		if name != "any" && !strings.Contains(source, `"`+name+`"`) {
			t.Errorf("%q is in the help and in no source", name)
		}
	}
	if found < 20 {
		t.Errorf("only %d steps found in the source: does the pattern still fit it?", found)
	}
}
