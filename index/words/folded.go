package words

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folder brings pieces of text that are not all ASCII into compatibility form
// and small letters, without invisible characters. It is used for one piece
// after the other.
type folder struct {
	low      []byte
	capitals []bool
	from, to []int32
}

// fold folds a piece; base is where it begins in the whole text. The result
// holds until the next one, but for its letters.
func (f *folder) fold(text string, base int) piece {
	f.low, f.capitals, f.from, f.to = f.low[:0], f.capitals[:0], f.from[:0], f.to[:0]
	for i := 0; i < len(text); {
		if n := norm.NFKC.QuickSpanString(text[i:]); n > 0 {
			f.plain(text[i:i+n], i)
			i += n
			continue
		}
		n := max(1, norm.NFKC.NextBoundaryInString(text[i:], true))
		for _, r := range norm.NFKC.String(text[i : i+n]) {
			f.add(r, i, i+n)
		}
		i += n
	}
	return piece{low: string(f.low), base: base, capitals: f.capitals, from: f.from, to: f.to}
}

// plain adds text that is in compatibility form already.
func (f *folder) plain(text string, at int) {
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		f.add(r, at+i, at+i+size)
	}
}

// add appends r, which came from the source bytes start to end.
func (f *folder) add(r rune, start, end int) {
	capital := false
	if r < utf8.RuneSelf {
		if capital = isCapital(byte(r)); capital {
			r += 'a' - 'A'
		}
	} else {
		s := shapeOf(r)
		if s.class == ignored {
			return
		}
		r, capital = s.small, s.upper
	}
	before := len(f.low)
	switch r {
	case 'ß': // as its capital form is written
		f.low = append(f.low, "ss"...)
	case 'æ':
		f.low = append(f.low, "ae"...)
	case 'œ':
		f.low = append(f.low, "oe"...)
	default:
		f.low = utf8.AppendRune(f.low, r)
	}
	for range len(f.low) - before {
		f.capitals = append(f.capitals, capital)
		f.from, f.to = append(f.from, int32(start)), append(f.to, int32(end))
	}
}
