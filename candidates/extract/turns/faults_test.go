package turns

import (
	"testing"

	"gitmem/repo/session"
)

// Every line of the list is found, under the name of its own section.
func TestEveryFaultIsFound(t *testing.T) {
	if len(faults()) < 50 {
		t.Fatalf("%d lines", len(faults()))
	}
	for _, f := range faults() {
		c := session.ToolCall{Status: session.Failed, Output: f.phrase + " and more"}
		if f.phrase == "" {
			c.Exit = &f.exit
		}
		if got := mark(c, f.name == refusedName); got != f.name {
			t.Errorf("%+v is taken for %q", f, got)
		}
	}
	for _, output := range []string{"", "FAIL: TestLogin", "expected 3, got 4", "syntax error near line 7"} {
		if got := faultOf(session.ToolCall{Status: session.Failed, Output: output}); got != "" {
			t.Errorf("%q: %s", output, got)
		}
	}
}
