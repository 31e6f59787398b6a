package foreign

import (
	"errors"
	"strings"
	"testing"

	"gitmem/memfile"
)

func TestFilesThatAreNoText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\xff\xfea\x00", "notes: "},
		{"a\nb\x00c", "notes:2:2: a NUL byte"},
		{"a\n\né\xff", "notes:3:2: not UTF-8"},
	} {
		for _, format := range []Format{Markdown, SectionSign, Bullets} {
			_, err := Read("notes", []byte(c.text), format)
			var fault *memfile.Fault
			if !errors.As(err, &fault) || fault.Rule != memfile.RuleEncoding || !strings.HasPrefix(strings.Replace(err.Error(), "notes:1:1: ", "notes: ", 1), c.want) {
				t.Errorf("%s %q: %v", format, c.text, err)
			}
		}
	}
}

func TestFilesWithFaultsAsAWhole(t *testing.T) {
	for text, rule := range map[string]string{
		"- a\n<<<<<<< ours\n- b\n=======\n- c\n>>>>>>> theirs\n": memfile.RuleMarkers,
		strings.Repeat("- a\n", memfile.MaxFile/4+1):             memfile.RuleSize,
	} {
		_, err := Read("notes.md", []byte(text), Auto)
		var fault *memfile.Fault
		if !errors.As(err, &fault) || fault.Rule != rule || fault.Path != "notes.md" {
			t.Errorf("%q: %v", clip(text), err)
		}
	}
}

func TestFormatsByName(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("%s: %q, %v", f, got, err)
		}
	}
	if got, err := ParseFormat(""); got != Auto || err != nil {
		t.Errorf("no name: %q, %v", got, err)
	}
	if _, err := ParseFormat("yaml"); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "section-sign") {
		t.Errorf("error %v", err)
	}
	if _, err := Read("a", nil, "yaml"); !errors.Is(err, ErrFormat) {
		t.Errorf("error %v", err)
	}
}
