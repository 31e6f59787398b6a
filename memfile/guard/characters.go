package guard

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"gitmem/memfile/fold"
)

// glyph is one code point of the source and its byte.
type glyph struct {
	r      rune
	at     int
	broken bool // a byte that is not UTF-8
}

// characters finds what a reader cannot see, what steers how text is shown,
// and what is no text. Sequences of emoji and the joiners of scripts that need
// them are left alone.
func characters(text string) []find {
	if printable(text) {
		return nil
	}
	glyphs := glyphsOf(text)
	var finds []find
	for i := 0; i < len(glyphs); {
		kind := kindAt(glyphs, i)
		if kind == "" {
			i++
			continue
		}
		end := i + 1
		for end < len(glyphs) && kindAt(glyphs, end) == kind {
			end++
		}
		finds = append(finds, characterFind(kind, glyphs[i:end]))
		i = end
	}
	return finds
}

// Fitting tells where a character that cannot be seen belongs: a selector or a
// joiner inside an emoji, a joiner or a direction mark that a script needs. The
// keys are the bytes at which such characters begin.
func Fitting(text string) map[int]bool {
	if printable(text) {
		return nil
	}
	glyphs := glyphsOf(text)
	fitting := map[int]bool{}
	for i, g := range glyphs {
		if r := g.r; (isSelector(r) || isTag(r) || isBidi(r) || r == nonJoiner || r == joiner) && kindAt(glyphs, i) == "" {
			fitting[g.at] = true
		}
	}
	return fitting
}

func glyphsOf(text string) []glyph {
	glyphs := make([]glyph, 0, len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		glyphs = append(glyphs, glyph{r, i, r == utf8.RuneError && size == 1})
		i += size
	}
	return glyphs
}

// printable is the quick test: ASCII without controls.
func printable(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			continue
		}
		return false
	}
	return true
}

const (
	kindControl   = "characters.control"
	kindEncoding  = "characters.encoding"
	kindTags      = "characters.tags"
	kindVariation = "characters.variation"
	kindBidi      = "characters.bidi"
	kindInvisible = "characters.invisible"
)

// kindAt names the rule that the character breaks where it stands, or "".
func kindAt(g []glyph, i int) string {
	r := g[i].r
	switch {
	case g[i].broken:
		return kindEncoding
	case r == '\r':
		if i+1 < len(g) && g[i+1].r != '\n' {
			return kindControl
		}
	case r < ' ' && r != '\n' && r != '\t', r >= 0x7F && r <= 0x9F, r == 0x2028, r == 0x2029:
		return kindControl
	case r < 0x7F:
	case isTag(r):
		if !inRegionFlag(g, i) {
			return kindTags
		}
	case isSelector(r):
		if !selectorFits(g, i) {
			return kindVariation
		}
	case isBidi(r):
		if !directionMarkFits(g, i) {
			return kindBidi
		}
	case fold.Invisible(r), r == 0x3164, r == 0xFFA0, r == 0x2800:
		if !unseenFits(g, i) {
			return kindInvisible
		}
	}
	return ""
}

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

func isSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

func isBidi(r rune) bool {
	return r == 0x061C || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// characterFind describes a run of one kind.
func characterFind(kind string, run []glyph) find {
	f := find{at: run[0].at, rule: kind, class: Characters, hint: "delete the characters, for example by typing the words anew"}
	switch kind {
	case kindEncoding:
		f.message = "bytes that are not UTF-8"
		f.hint = "save the text as UTF-8"
	case kindTags:
		f.message = "invisible tag characters" + payload(run)
	case kindVariation:
		f.message = "variation selectors that belong to no character" + payload(run)
	case kindBidi:
		f.message = "a character that turns the direction of text, " + name(run[0].r)
	case kindControl:
		f.message = "a control character, " + name(run[0].r)
	case kindInvisible:
		f.message = "an invisible character, " + name(run[0].r)
	}
	if n := len(run); n > 1 && kind != kindEncoding {
		f.message += fmt.Sprintf(" (%d in a row)", n)
	}
	f.soft = kind == kindBidi || kind == kindInvisible || kind == kindVariation && run[0].r < 0x10000 ||
		kind == kindControl && (run[0].r == '\r' || unicode.Is(unicode.Z, run[0].r))
	return f
}

func name(r rune) string {
	known := ""
	switch r {
	case 0x00:
		known = " (NUL)"
	case 0x0D:
		known = " (carriage return inside a line)"
	case 0x1B:
		known = " (escape)"
	case 0xAD:
		known = " (soft hyphen)"
	case 0x200B:
		known = " (zero width space)"
	case nonJoiner:
		known = " (zero width non-joiner)"
	case joiner:
		known = " (zero width joiner)"
	case 0x200E, 0x200F, 0x061C:
		known = " (direction mark)"
	case 0x202D, 0x202E:
		known = " (direction override)"
	case 0x2028, 0x2029:
		known = " (line or paragraph separator)"
	case 0x2060:
		known = " (word joiner)"
	case 0xFEFF:
		known = " (byte order mark inside the text)"
	}
	return fmt.Sprintf("U+%04X%s", r, known)
}

// payload shows what hidden characters spell, unless that is a credential.
func payload(run []glyph) string {
	var hidden []byte
	for _, g := range run {
		switch r := g.r; {
		case r >= 0xE0020 && r <= 0xE007E:
			hidden = append(hidden, byte(r-0xE0000))
		case r >= 0xFE00 && r <= 0xFE0F:
			hidden = append(hidden, byte(r-0xFE00))
		case r >= 0xE0100 && r <= 0xE01EF:
			hidden = append(hidden, byte(r-0xE0100+16))
		}
	}
	if len(hidden) < 2 {
		return ""
	}
	shown, _ := Redact(string(hidden))
	return fmt.Sprintf(" that spell %+q", shorten(shown, 80))
}

// shorten cuts text to at most n code points.
func shorten(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i] + "…"
		}
		n--
	}
	return text
}
