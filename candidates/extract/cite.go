package extract

import (
	"strings"
	"unicode"

	"gitmem/memfile"
)

// shortest quotation that shows anything, in letters and digits; an ideograph
// counts as two.
const shortest = 4

// cited is what the quotations of one item came to.
type cited struct {
	evidence []memfile.Evidence
	verified bool // every one is an exact quotation of its source
	typed    bool // one of those quotes a message that a person typed
	shown    bool // one of those quotes what a person typed, or the result of a call with recorded success
}

// cite compares the quotations of an item with their sources. One that is no
// exact quotation is kept and marked, and so is the item.
func cite(quotes []citation, sources map[string]source) cited {
	c := cited{verified: len(quotes) > 0}
	for _, q := range quotes {
		excerpt := strings.TrimSpace(q.Excerpt)
		s, known := sources[q.Source]
		exact := known && telling(excerpt) && strings.Contains(s.text, excerpt)
		e := memfile.Evidence{Kind: s.kind, Role: s.role, Source: s.id, Verified: exact, Excerpt: excerpt}
		if !known {
			e.Kind, e.Role = memfile.EvidenceMessage, memfile.RoleAssistant
		}
		c.evidence = append(c.evidence, e)
		c.verified = c.verified && exact
		c.typed = c.typed || exact && s.typed && s.kind == memfile.EvidenceMessage
		c.shown = c.shown || exact && (s.typed || s.succeeded && strings.Contains(s.result, excerpt))
	}
	return c
}

// telling is false for a quotation so short that it stands anywhere, and for
// one of what was taken out.
func telling(excerpt string) bool {
	n := 0
	for _, r := range excerpt {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			n += 2
		case unicode.IsLetter(r), unicode.IsDigit(r):
			n++
		}
	}
	return n >= shortest && !strings.Contains(excerpt, "[removed: ")
}
