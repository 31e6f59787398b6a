package words

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gitmem/memfile/fold"
)

// class is what a character is in a text.
type class uint8

const (
	other class = iota
	letter
	mark
	unspaced // letter of a script that does not separate words
	ignored  // invisible
)

// shape is what is to be known of a character in compatibility form.
type shape struct {
	small rune // the small letter, the same for all forms of a letter
	bare  rune // that without accents, where its alphabet can do without
	class class
	upper bool
}

// shapeOf looks a character up that is not ASCII.
func shapeOf(r rune) shape {
	switch {
	case r < tabled:
		return shapes()[r]
	case 0x3041 <= r && r <= 0x3096, 0x30A1 <= r && r <= 0x30FA, r == 0x30FC, // kana
		0x3400 <= r && r <= 0x4DBF, 0x4E00 <= r && r <= 0x9FFF, // Han
		0xAC00 <= r && r <= 0xD7A3: // Hangul
		return shape{small: r, bare: r, class: unspaced}
	case 0x3001 <= r && r <= 0x3003, 0x3008 <= r && r <= 0x3011: // their punctuation
		return shape{small: r, bare: r}
	}
	return findShape(r)
}

// tabled is the end of the alphabets whose shapes are kept in a table: Latin,
// Greek, Cyrillic, Armenian, Hebrew, Arabic.
const tabled = 0x700

var shapes = sync.OnceValue(func() []shape {
	table := make([]shape, tabled)
	for r := range table {
		table[r] = findShape(rune(r))
	}
	return table
})

func findShape(r rune) shape {
	s := shape{small: smallOf(r), class: classOf(r), upper: unicode.IsUpper(r)}
	s.bare = bareOf(s.small)
	return s
}

func classOf(r rune) class {
	switch {
	case r == utf8.RuneError:
		return other
	case r == 0x0640, fold.Invisible(r): // the first stretches Arabic letters
		return ignored
	case unicode.IsMark(r):
		return mark
	case withoutSpaces(r) && unicode.IsLetter(r):
		return unspaced
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return letter
	}
	return other
}

// smallOf gives for apostrophe and hyphen the ASCII sign.
func smallOf(r rune) rune {
	switch r {
	case 0x2019, 0x02BC:
		return '\''
	case 0x2010:
		return '-'
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// bareOf takes the accents off the letters of some alphabets. For a mark that
// they can do without it gives 0.
func bareOf(r rune) rune {
	switch r {
	case 'й': // a letter of its own, not an и with an accent
		return r
	case 'ø':
		return 'o'
	case 'ł':
		return 'l'
	case 'đ':
		return 'd'
	}
	if unicode.Is(unicode.Mn, r) {
		return 0
	}
	if !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic) {
		return r
	}
	if parts := norm.NFD.PropertiesString(string(r)).Decomposition(); len(parts) > 0 {
		r, _ = utf8.DecodeRune(parts)
	}
	return r
}

// accented reports whether r belongs to an alphabet that can do without its
// accents and vowel signs.
func accented(r rune) bool {
	return r < utf8.RuneSelf || r < tabled && shapeOf(r).class == letter || 0x1E00 <= r && r <= 0x1FFF
}

// bare is a folded word without the marks that its alphabet can do without:
// accents of Latin, Greek and Cyrillic letters, vowel signs of Hebrew and
// Arabic.
func bare(word string) string {
	for i, r := range word {
		if r >= utf8.RuneSelf && shapeOf(r).bare != r {
			return bareFrom(word, i)
		}
	}
	return word
}

// bareFrom is bare for a word whose byte i is the first that may change.
func bareFrom(word string, i int) string {
	without := []byte(word[:i])
	before, _ := utf8.DecodeLastRune(without)
	spare := i > 0 && accented(before)
	for _, r := range word[i:] {
		b := r
		if r >= utf8.RuneSelf {
			b = shapeOf(r).bare
		}
		switch {
		case b != 0:
			spare = accented(r)
		case spare:
			continue
		default:
			b = r
		}
		without = utf8.AppendRune(without, b)
	}
	return string(without)
}
