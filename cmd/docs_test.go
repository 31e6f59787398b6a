package cmd_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gitmem/cmd"
)

// TestDocsNameWhatExists looks for every file that README.md and docs name.
func TestDocsNameWhatExists(t *testing.T) {
	root, bases := filepath.Dir(mustGetwd(t)), map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		bases[filepath.Base(path)] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([A-Za-z0-9_./-]+\\.(?:go|md|yaml|txt))`")
	for file, text := range docs(t, root) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			name := m[1]
			switch {
			case strings.Contains(name, "/"):
				if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil && inModule(name) {
					t.Errorf("%s names %s, which is not there", file, name)
				}
			case strings.HasSuffix(name, ".go") && !bases[name]:
				t.Errorf("%s names %s, which is not there", file, name)
			}
		}
	}
}

// inModule tells the module's own paths from those of a store or a project.
func inModule(name string) bool {
	switch family(name) {
	case "cmd", "hooks", "repo", "memfile", "docs", "index":
		return true
	}
	return strings.HasSuffix(name, ".go")
}

// TestDocsNameCommandsThatExist takes every `gitmem VERB` of README.md and docs
// and asks the program for its help.
func TestDocsNameCommandsThatExist(t *testing.T) {
	verb := regexp.MustCompile(`(?m)(?:^ +|[\x60(;&] ?)gitmem ([a-z][a-z-]*)(?: (install|uninstall|status|run|check|list|get|set|attach|forget|resolve|exit-codes|failpoints)\b)?`)
	asked := map[string]bool{}
	for file, text := range docs(t, filepath.Dir(mustGetwd(t))) {
		for _, m := range verb.FindAllStringSubmatch(text, -1) {
			words := strings.TrimSpace(m[1] + " " + m[2])
			if asked[words] || strings.HasPrefix(words, "help") {
				continue
			}
			asked[words] = true
			var out bytes.Buffer
			s := streams()
			s.Out, s.Err = &out, &out
			cmd.Main(append([]string{"help"}, strings.Fields(words)...), s)
			if !strings.Contains(out.String(), "gitmem "+words) {
				t.Errorf("%s names `gitmem %s`, of which there is no help", file, words)
			}
		}
	}
	if len(asked) < 20 {
		t.Errorf("only %d commands found: does the pattern still fit?", len(asked))
	}
}

func docs(t *testing.T, root string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no docs: %v", err)
	}
	texts := map[string]string{}
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(data)
	}
	return texts
}

// TestDocsNameFunctionsWhereTheyAre looks for every function that docs name
// together with its file: `name` (`file.go`.
func TestDocsNameFunctionsWhereTheyAre(t *testing.T) {
	root, found := filepath.Dir(mustGetwd(t)), 0
	named := regexp.MustCompile("`(?:[A-Za-z]+\\.)?([A-Za-z]+)` \\(`([a-z0-9_/]+/[a-z0-9_]+\\.go)`(?:, `([a-z0-9_/]+/[a-z0-9_]+\\.go)`)?")
	for doc, text := range docs(t, root) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			var source []byte
			for _, name := range m[2:] {
				data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
				if err != nil && name != "" {
					t.Errorf("%s: %v", doc, err)
				}
				source = append(source, data...)
			}
			if !regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?` + m[1] + `\(`).Match(source) {
				t.Errorf("%s says that %s is in %s; it is not", doc, m[1], strings.Join(m[2:], " "))
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d functions found: does the pattern still fit?", found)
	}
}

// TestHintsNameCommandsThatExist takes every `gitmem VERB` that the program's
// own texts name, and asks it for the help of that command.
func TestHintsNameCommandsThatExist(t *testing.T) {
	named := regexp.MustCompile("`gitmem ([a-z][a-z-]+)(?: ([a-z][a-z-]+))?")
	known := map[string]bool{}
	exists := func(words ...string) (out string) {
		var page bytes.Buffer
		s := streams()
		s.Out, s.Err = &page, &page
		if code := cmd.Main(append([]string{"help"}, words...), s); code == 0 {
			return page.String()
		}
		return ""
	}
	err := filepath.WalkDir(filepath.Dir(mustGetwd(t)), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range named.FindAllStringSubmatch(string(data), -1) {
			if known[m[0]] || m[1] == "help" {
				continue
			}
			known[m[0]] = true
			page := exists(m[1])
			if parent := strings.Contains(page, "Available Commands:"); page == "" || parent && m[2] != "" && exists(m[1], m[2]) == "" {
				t.Errorf("%s names %s`, which is no command", path, m[0])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(known) < 30 {
		t.Errorf("only %d commands found: does the pattern still fit?", len(known))
	}
}
