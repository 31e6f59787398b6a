package fold

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// cell is one code point of a folded text and the byte of the source that it
// came from.
type cell struct {
	r  rune
	at int
}

// compose takes the invisible characters out and brings the rest into NFKC.
// White space, with the fillers that look like it, becomes plain space or line
// feed. Invalid bytes become U+FFFD.
func compose(s string) []cell {
	kept, at := visible(s)
	cells := make([]cell, 0, len(at))
	var it norm.Iter
	it.InitString(norm.NFKC, kept)
	for !it.Done() {
		start := it.Pos()
		segment := it.Next()
		for len(segment) > 0 {
			r, size := utf8.DecodeRune(segment)
			segment = segment[size:]
			if blank(r) && r != '\n' {
				r = ' '
			}
			cells = append(cells, cell{r, at[start]})
		}
	}
	return cells
}

// visible is s without its invisible characters; at has the source byte of
// each byte.
func visible(s string) (string, []int) {
	kept := make([]byte, 0, len(s))
	at := make([]int, 0, len(s))
	for i, r := range s {
		if Invisible(r) {
			continue
		}
		if r == 0x3164 || r == 0xFFA0 { // NFKC would make them invisible
			r = ' '
		}
		before := len(kept)
		kept = utf8.AppendRune(kept, r)
		for range len(kept) - before {
			at = append(at, i)
		}
	}
	return string(kept), at
}

// plainLetters folds case and look-alikes word by word.
func plainLetters(cells []cell) []cell {
	eachWord(cells, lookalikes().foldWord)
	return expand(cells)
}

// eachWord visits the words, and writes letters in boxes as plain ones.
func eachWord(cells []cell, visit func(word []cell)) {
	looks := lookalikes()
	for start := 0; start < len(cells); {
		end := start
		for end < len(cells) && looks.inWord(cells[end].r) {
			end++
		}
		if end == start {
			if letter, ok := enclosed(cells[start].r); ok {
				cells[start].r = letter
			}
			start++
			continue
		}
		visit(cells[start:end])
		start = end
	}
}

func (s shapes) inWord(r rune) bool {
	if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
		return true
	}
	_, looks := s.written[r]
	return looks
}

func (s shapes) foldWord(word []cell) {
	latin := hasLatin(word)
	for i, c := range word {
		if letter, ok := s.written[c.r]; ok && latin {
			word[i].r = rune(lower(letter))
			continue
		}
		r := foldRune(c.r)
		if letter, ok := s.caseless[r]; ok && !latin {
			r = rune(letter)
		}
		word[i].r = r
	}
}

// unmaskWord replaces look-alikes in a word with Latin letters; nothing else.
func (s shapes) unmaskWord(word []cell) {
	if !hasLatin(word) {
		return
	}
	for i, c := range word {
		if letter, ok := s.written[c.r]; ok {
			word[i].r = rune(letter)
		}
	}
}

func hasLatin(word []cell) bool {
	for _, c := range word {
		if unicode.Is(unicode.Latin, c.r) {
			return true
		}
	}
	return false
}

// foldRune is simple case folding: the small form of the capital, so that both
// small sigmas meet.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lower(byte(r)))
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// expand writes the sharp s, the one letter in use whose full case folding has
// two letters, as ss.
func expand(cells []cell) []cell {
	for i := 0; i < len(cells); i++ {
		if cells[i].r == 'ß' {
			cells[i].r = 's'
			cells = append(cells[:i+1], append([]cell{{'s', cells[i].at}}, cells[i+1:]...)...)
		}
	}
	return cells
}

// bare takes the accents off Latin letters.
func bare(cells []cell) []cell {
	out := cells[:0]
	latin := false
	for _, c := range cells {
		if unicode.Is(unicode.Mn, c.r) && latin {
			continue
		}
		if c.r >= 0x80 && unicode.Is(unicode.Latin, c.r) {
			c.r = baseLetter(c.r)
		}
		latin = unicode.Is(unicode.Latin, c.r)
		out = append(out, c)
	}
	return out
}

func baseLetter(r rune) rune {
	parts := norm.NFD.PropertiesString(string(r)).Decomposition()
	if len(parts) == 0 {
		return r
	}
	base, _ := utf8.DecodeRune(parts)
	return base
}
