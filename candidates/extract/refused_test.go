package extract

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/memfile/guard"
)

func TestRefusals(t *testing.T) {
	const private = "what nobody shall read in a commit"
	found := guard.Scan("use "+token, guard.Resident, guard.Options{})
	for name, c := range map[string]struct {
		err   error
		field string
	}{
		"a field of a record":    {&memfile.RecordError{Key: "title", Reason: "title must not be empty"}, "x.title"},
		"a field of a proposal":  {&candidates.FieldError{Field: "old text", Reason: "too long"}, "x.old_text"},
		"the guard":              {guard.Refusal("evidence 1", found), "x.evidence"},
		"the guard, no field":    {guard.Refusal("", found), "x.item"},
		"a locator":              {&memfile.LocateError{Locator: "pnpm", Entries: []memfile.Block{{Text: private, Raw: private}}, Nearest: []string{private}}, "x.locator"},
		"an ambiguous one":       {&memfile.LocateError{Locator: "pnpm", Hits: []memfile.Block{{Text: private}, {Text: private + "!"}}}, "x.locator"},
		"a tombstone":            {&candidates.TombstoneError{Candidate: "c0000000000000001", Text: private}, "x.content"},
		"the cap":                {&candidates.CapError{Path: "MEMORY.md", Need: 9, Cap: 8, Now: 7, Entries: []string{private}}, "x.content"},
		"too many":               {&candidates.FloodError{Where: "this session", Open: 5, Max: 5}, "x.item"},
		"what was forgotten":     {&evidence.ForgottenError{ID: "e0000000000000001"}, "x.item"},
		"other content":          {&evidence.OtherContentError{ID: "e0000000000000001", What: "title"}, "x.item"},
		"the words of an action": {fmt.Errorf("add: %w", memfile.ErrFields), "x.content"},
		"something very long":    {&candidates.FieldError{Field: "content", Reason: strings.Repeat("构", 400)}, "x.content"},
		"what breaks a line":     {&candidates.FieldError{Field: "content", Reason: "a\n\x1b[31mb\u202ec\xffd\u200b"}, "x.content"},
	} {
		item, own := refusal(3, "x", c.err)
		if !own || item.Field != c.field || item.Ordinal != 3 || item.Detail == "" {
			t.Errorf("%s: %+v, %v", name, item, own)
		}
		if strings.Contains(item.Detail, token) || strings.Contains(item.Detail, private) {
			t.Errorf("%s: it says what was refused: %s", name, item.Detail)
		}
		sayable(t, name, item.Detail)
	}
	for _, err := range []error{errors.New("disk full"), candidates.ErrNotFound} {
		if item, own := refusal(0, "x", err); own {
			t.Errorf("%v: %+v", err, item)
		}
	}
}

// sayable makes sure that a detail may stand in a record.
func sayable(t *testing.T, name, detail string) {
	t.Helper()
	bad := strings.ContainsFunc(detail, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) })
	if len(detail) > maxDetail || !utf8.ValidString(detail) || bad {
		t.Errorf("%s: %d bytes, %q", name, len(detail), detail)
	}
}

func FuzzDetail(f *testing.F) {
	f.Add("password=hunter2hunter2xyz " + token)
	f.Add(strings.Repeat("构", 101) + "\u2028\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got := detail(errors.New(text))
		sayable(t, "fuzz", got)
		if guard.Refusal("", guard.Scan(got, guard.Note, guard.Options{})) != nil {
			t.Errorf("the guard refuses %q", got)
		}
	})
}
