package foreign

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"gitmem/memfile"
)

// accounted fails unless a reading adds up and every line that says something is in a piece.
func accounted(t *testing.T, data []byte, r Reading) {
	t.Helper()
	if r.Total != len(r.Entries)+len(r.Skipped) {
		t.Fatalf("%d pieces, but %d entries and %d skipped", r.Total, len(r.Entries), len(r.Skipped))
	}
	lines := strings.Split(strings.TrimSuffix(string(withoutBOM(data)), "\n"), "\n")
	covered := make([]bool, len(lines)+1)
	cover := func(what string, first, last int) {
		if first < 1 || last < first || last > len(lines) {
			t.Fatalf("%s stands in lines %d to %d of %d", what, first, last, len(lines))
		}
		for i := first; i <= last; i++ {
			covered[i] = true
		}
	}
	for _, e := range r.Entries {
		cover("an entry", e.Line, e.Last)
		if strings.TrimSpace(e.Text) == "" || longerThan(e.Text, MaxText) {
			t.Fatalf("line %d: an entry of %d bytes", e.Line, len(e.Text))
		}
	}
	for _, s := range r.Skipped {
		cover(s.Reason, s.Line, s.Last)
		if s.Reason == "" {
			t.Fatalf("line %d: skipped without a reason", s.Line)
		}
	}
	if r.Format == MCPMemory && isDocument(withoutBOM(data)) {
		return // brackets and names have lines of their own there
	}
	for i, line := range lines {
		if !covered[i+1] && strings.TrimSpace(strings.ReplaceAll(line, ">", "")) != "" && !isSectionSign([]byte(line)) {
			t.Fatalf("line %d of %d is lost: %q", i+1, len(lines), line)
		}
	}
}

// word is what must not get lost between a line and the entries that it is in.
var word = regexp.MustCompile(`[\pL\pN]+`)

// complete fails if a line of a Markdown file that became entries, and nothing else, has a word that is in none of them. The
// numbers of list items are no words.
func complete(t *testing.T, data []byte, r Reading) {
	t.Helper()
	lines := strings.Split(string(data), "\n")
	skipped, texts := map[int]bool{}, map[int]string{}
	for _, s := range r.Skipped {
		for i := s.Line; i <= s.Last; i++ {
			skipped[i] = true
		}
	}
	for _, e := range r.Entries {
		for i := e.Line; i <= e.Last; i++ {
			texts[i] += e.Text + "\n"
		}
	}
	number := regexp.MustCompile(`^[\s>]*\d+[.)]\s`)
	for i, text := range texts {
		if skipped[i] {
			continue
		}
		for _, w := range word.FindAllString(number.ReplaceAllString(lines[i-1], ""), -1) {
			if !strings.Contains(text, w) {
				t.Fatalf("line %d: %q is lost; the line is %q, the entries %q", i, w, lines[i-1], text)
			}
		}
	}
}

// realFiles finds the files of a folder of ../shared/data, as seen from the module's root.
func realFiles(t *testing.T, folder string) []string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; filepath.Dir(root) != root; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
	}
	var files []string
	err = filepath.WalkDir(filepath.Join(root, "..", "shared", "data", folder), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Skipf("the real files of %s are not here: %v", folder, err)
	}
	return files
}

func TestRealFilesAreAccountedForToTheWord(t *testing.T) {
	for _, folder := range []string{"memory-files", "skills"} {
		t.Run(folder, func(t *testing.T) {
			files, entries, refused, reasons := realFiles(t, folder), 0, 0, map[string]int{}
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				r, err := Read(filepath.Base(file), data, Auto)
				if err != nil || r.Format != Markdown {
					t.Fatalf("%s: read as %q: %v", file, r.Format, err)
				}
				accounted(t, data, r)
				complete(t, data, r)
				entries += len(r.Entries)
				refused += unwritable(t, file, r)
				for _, s := range r.Skipped {
					reasons[s.Reason]++
				}
			}
			t.Logf("%d files, %d entries (%d that cannot be written as one), skipped: %s", len(files), entries, refused, counts(reasons))
			if refused*1000 > entries {
				t.Errorf("more than one of a thousand entries cannot be written")
			}
		})
	}
}

// unwritable counts the entries that a resident file cannot take as one entry.
func unwritable(t *testing.T, file string, r Reading) int {
	t.Helper()
	n := 0
	empty, err := memfile.ParseResident("MEMORY.md", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Entries {
		applied, err := empty.Apply(memfile.Edit{Action: "add", Content: e.Text})
		if err != nil {
			t.Logf("%s:%d: %v", file, e.Line, err)
			n++
			continue
		}
		if got := applied.Resident.Entries(); len(got) != 1 || got[0].Text != e.Text {
			t.Errorf("%s:%d: written, it is no longer that text", file, e.Line)
		}
	}
	return n
}

func counts(reasons map[string]int) string {
	var out []string
	for reason, n := range reasons {
		out = append(out, fmt.Sprintf("%d %s", n, reason))
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}

func FuzzReadAccountsForEverything(f *testing.F) {
	for _, seed := range []string{
		"# A\n\n- one\n  - two\n\ntext:\n\n- three\n", "---\na: b\n---\n> quote\n> - item\n", "a\n§\nb\n§\n", "• x\n• y\n",
		`{"type":"entity","name":"n","entityType":"t","observations":["a","b"]}` + "\n[]\n{\n", `{"entities":[{"name":"n","observations":["a"]}],"relations":[]}`,
		"| a | b |\n|---|---|\n| c | d |\n", "<b>\ntext\n</b>\n", "1. a:\n- b\n```\nc\n```\n", "-\n  a\n\n  - - b\n", "```\nopen", "    code\n\ttab\n", "\ufefftext\r\nmore\r\n", "[a](b)\n@c/d.md\n",
	} {
		for i := range Formats() {
			f.Add([]byte(seed), byte(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, format byte) {
		r, err := Read("file", data, Formats()[int(format)%len(Formats())])
		if err != nil {
			if r.Total != 0 || len(r.Entries) != 0 {
				t.Fatalf("entries beside the error %v", err)
			}
			return
		}
		accounted(t, data, r)
	})
}
