package guard

import "unicode"

// joining scripts choose the form of a letter by the joiners beside it.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Phags_Pa, unicode.Hanifi_Rohingya,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan, unicode.Myanmar, unicode.Khmer, unicode.Thai, unicode.Lao,
	unicode.Balinese, unicode.Javanese, unicode.Sundanese, unicode.Tai_Tham, unicode.Chakma, unicode.Meetei_Mayek,
	unicode.Saurashtra, unicode.Kaithi, unicode.Grantha, unicode.Tirhuta, unicode.Newa, unicode.Modi,
}

// unspaced scripts write words without spaces and mark where a line may break.
var unspaced = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Tai_Tham, unicode.Javanese, unicode.Balinese}

var rightToLeft = []*unicode.RangeTable{unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Mandaic, unicode.Samaritan, unicode.Adlam, unicode.Hanifi_Rohingya}

// unseenFits reports whether the invisible character at i does in its place
// what it was made for.
func unseenFits(g []glyph, i int) bool {
	before, after := neighbour(g, i-1), neighbour(g, i+1)
	switch r := g[i].r; {
	case r == joiner || r == nonJoiner:
		return r == joiner && joinsEmoji(g, i) || joinsLetters(before, after)
	case r == 0x200B:
		return unicode.In(before, unspaced...) && unicode.In(after, unspaced...)
	case r == 0xFEFF:
		return i == 0
	case r == 0x034F: // keeps two marks apart
		return unicode.IsMark(after)
	case r == 0x115F || r == 0x1160: // halves of old Korean syllables
		return unicode.Is(unicode.Hangul, before) || unicode.Is(unicode.Hangul, after)
	case r >= 0x180B && r <= 0x180F:
		return unicode.Is(unicode.Mongolian, before)
	case r == 0x2800:
		return unicode.Is(unicode.Braille, before) || unicode.Is(unicode.Braille, after)
	}
	return false
}

// joinsLetters: one side is a letter or mark of a joining script, the other is
// such a one too, or the word ends there.
func joinsLetters(before, after rune) bool {
	in, out := unicode.In(before, joining...), unicode.In(after, joining...)
	ends := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.Is(unicode.Cf, r) }
	return in && (out || ends(after)) || out && ends(before)
}

func neighbour(g []glyph, i int) rune {
	if i < 0 || i >= len(g) {
		return ' '
	}
	return g[i].r
}

// directionMarkFits allows the three marks, but no embedding or override, in a
// line that has letters written from right to left.
func directionMarkFits(g []glyph, i int) bool {
	if r := g[i].r; r != 0x061C && r != 0x200E && r != 0x200F {
		return false
	}
	for _, step := range []int{-1, 1} {
		for j := i; j >= 0 && j < len(g) && g[j].r != '\n'; j += step {
			if unicode.IsLetter(g[j].r) && unicode.In(g[j].r, rightToLeft...) {
				return true
			}
		}
	}
	return false
}
