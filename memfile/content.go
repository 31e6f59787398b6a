package memfile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// NormalContent gives a content as it is compared and written: LF, no white space at the ends, blank lines empty.
func NormalContent(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.IndexByte(s, '\n') < 0 {
		return strings.TrimSpace(s)
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if isBlank([]byte(l)) {
			lines[i] = ""
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Check reports fields that do not fit the action. The error wraps ErrFields.
func (e Edit) Check() error {
	has := func(s string) bool { return strings.TrimSpace(s) != "" }
	reason := ""
	switch {
	case e.Action != ActionAdd && e.Action != ActionReplace && e.Action != ActionRemove:
		return fmt.Errorf("action %q: %w: it is add, replace or remove", clip(e.Action, 20), ErrFields)
	case e.Action != ActionRemove && !has(e.Content):
		reason = "it needs a content"
		if e.Action == ActionReplace {
			reason += "; to take an entry away use remove"
		}
	case e.Action != ActionAdd && !has(e.Locator):
		reason = "it needs a locator"
	case e.Action == ActionAdd && has(e.Locator):
		reason = "it takes no locator"
	case e.Action == ActionRemove && has(e.Content):
		reason = "it takes no content"
	case e.Action != ActionAdd && has(e.Section):
		reason = "it takes no section"
	default:
		return nil
	}
	return fmt.Errorf("%s: %w: %s", e.Action, ErrFields, reason)
}

// checkContent refuses a normal content that cannot be one entry, before anything is tried.
func checkContent(path, content string) error {
	fail := func(reason, hint string) error { return &ContentError{Path: path, Reason: reason, Hint: hint} }
	switch {
	case content == "":
		return fail("it is empty", "")
	case !utf8.ValidString(content):
		return fail("it is not UTF-8", "")
	case strings.ContainsAny(content, "\x00\r"):
		return fail("it holds a control character", "")
	}
	first, _, _ := strings.Cut(content, "\n")
	if m, ok := markerOf([]byte(first)); ok {
		sign := first[:m.sign]
		return fail(fmt.Sprintf("it begins with the list marker %q", sign), "leave the marker out; one proposal is one entry, a batch is several")
	}
	return nil
}

// item writes a normal content as one list item with that marker, without a line end after it.
func item(sign string, columns int, content, eol string) string {
	lines := strings.Split(content, "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] != "" {
			lines[i] = strings.Repeat(" ", columns) + lines[i]
		}
	}
	return sign + strings.Join(lines, eol)
}
