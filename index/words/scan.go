package words

import "unicode/utf8"

// longest is the length in bytes at which a term is cut, so that a blob of
// base64 costs no more than a word.
const longest = 96

// kind is what a term is within its text.
type kind uint8

const (
	word      kind = iota // stands alone
	part                  // word of a compound
	pair                  // two neighbouring words of a compound
	camel                 // part of a word, from a capital to the next
	camelPair             // two neighbouring ones
	signed                // a name with its sign
	plain                 // without the accents of the word before it
	single                // character of a script that does not separate words
	double                // two neighbouring ones
)

// scanner walks over one text.
type scanner struct {
	*stemmer
	folder   folder
	terms    []Term
	asking   bool
	asked    []asked // describes the terms, for a question only
	position int

	piece
	words []span // of the compound at hand
	names []named
	parts []span
}

// asked is what a question needs to know of a term.
type asked struct {
	kind   kind
	common bool
}

// piece is a stretch of the text without white space.
type piece struct {
	low  string // in small letters and compatibility form
	base int    // where it begins in the text
	// source is a piece of ASCII as it is written.
	source string
	// Of another piece these tell, for each byte of low, whether it is of a
	// capital, and which bytes of the source it came from.
	capitals []bool
	from, to []int32
}

// span is a run of bytes of the piece.
type span struct{ start, end int }

// text scans a whole text piece by piece.
func (s *scanner) text(text string) {
	s.stemmer = stemmers.Get().(*stemmer)
	defer stemmers.Put(s.stemmer)
	low := lowASCII(text)
	for i := 0; i < len(text); {
		if isBlank(text[i]) {
			i++
			continue
		}
		end, ascii := i, true
		for end < len(text) && !isBlank(text[end]) {
			ascii = ascii && text[end] < utf8.RuneSelf
			end++
		}
		if ascii {
			s.piece = piece{low: low[i:end], source: text[i:end], base: i}
		} else {
			s.piece = s.folder.fold(text[i:end], i)
		}
		s.scan()
		i = end
	}
}

// isBlank says which ASCII bytes separate pieces.
func isBlank(b byte) bool {
	return b == ' ' || '\t' <= b && b <= '\r'
}

// lowASCII is text with its ASCII capitals as small letters.
func lowASCII(text string) string {
	for i := range len(text) {
		if isCapital(text[i]) {
			low := []byte(text)
			for ; i < len(low); i++ {
				if isCapital(low[i]) {
					low[i] += 'a' - 'A'
				}
			}
			return string(low)
		}
	}
	return text
}

func isCapital(b byte) bool { return 'A' <= b && b <= 'Z' }

// scan finds the words of the piece.
func (s *scanner) scan() {
	for i := 0; i < len(s.low); {
		c, size := s.class(i)
		switch c {
		case letter:
			end := s.wordEnd(i)
			s.addWord(span{i, end})
			i = end
		case unspaced:
			s.flush()
			i = s.unspaced(i)
		default:
			i += size
		}
	}
	s.flush()
}

// addWord appends a word to the compound at hand, or begins another.
func (s *scanner) addWord(w span) {
	if n := len(s.words); n > 0 && !joins(s.low[s.words[n-1].end:w.start]) {
		s.flush()
	}
	s.words = append(s.words, w)
}

// wordEnd is where the word at i ends.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.low) {
		c, size := s.class(i)
		if c != letter && c != mark {
			break
		}
		i += size
	}
	return i
}

// emit appends a term of the bytes from start to end of the piece.
func (s *scanner) emit(k kind, text string, at span) {
	if text == "" {
		return
	}
	if len(text) > longest {
		text = cut(text, longest)
	}
	from, to := at.start, at.end
	if s.from != nil {
		from, to = int(s.from[at.start]), int(s.to[at.end-1])
	}
	s.terms = append(s.terms, Term{text, s.base + from, s.base + to, s.position})
	if s.asking {
		s.asked = append(s.asked, asked{k, s.isCommon(k, text, at)})
	}
}

// cut is the longest head of text of at most n bytes that ends on a border of
// code points.
func cut(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

func (s *scanner) class(i int) (class, int) {
	b := s.low[i]
	if b < utf8.RuneSelf {
		if 'a' <= b && b <= 'z' || '0' <= b && b <= '9' {
			return letter, 1
		}
		return other, 1
	}
	r, size := utf8.DecodeRuneInString(s.low[i:])
	return shapeOf(r).class, size
}
