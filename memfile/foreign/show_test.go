package foreign

import (
	"fmt"
	"strings"
	"testing"
)

// show gives a reading as lines: "1-2 [section] text", with "/" for a line end, and "3 (reason)" for what is skipped, in brackets
// of another kind where it is layout.
func show(r Reading) string {
	var b strings.Builder
	for _, e := range r.Entries {
		section := ""
		if e.Section != "" {
			section = "[" + e.Section + "] "
		}
		fmt.Fprintf(&b, "%s %s%s\n", lines(e.Line, e.Last), section, strings.ReplaceAll(e.Text, "\n", "/"))
	}
	for _, s := range r.Skipped {
		form := "%s (%s)\n"
		if s.Layout {
			form = "%s {%s}\n"
		}
		fmt.Fprintf(&b, form, lines(s.Line, s.Last), s.Reason)
	}
	return b.String()
}

func lines(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// reads fails unless a text is read as shown, given as lines.
func reads(t *testing.T, format Format, text string, want ...string) {
	t.Helper()
	r, err := Read("file", []byte(text), format)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	accounted(t, []byte(text), r)
	if got := strings.TrimSuffix(show(r), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%q\nread as:\n%s\nwant:\n%s", clip(text), got, strings.Join(want, "\n"))
	}
}
