package words

import "strings"

// named is a word of a compound.
type named struct {
	span
	text string
}

// joins reports whether the signs between two words hold them together.
func joins(gap string) bool {
	if gap == "" || len(gap) > 3 {
		return false
	}
	for i := range len(gap) {
		switch gap[i] {
		case '_', '-', '.', '/', '\\', ':', '@', '+', '~', '&', '\'', '=', '>', '$':
		default:
			return false
		}
	}
	return true
}

// flush emits the terms of the compound at hand.
func (s *scanner) flush() {
	if len(s.words) == 0 {
		return
	}
	s.names = s.names[:0]
	for i, w := range s.words {
		if i == 0 || !s.ending(w) {
			s.names = append(s.names, named{span: w, text: s.low[w.start:w.end]})
		}
	}
	s.words = s.words[:0]
	for i := range s.names {
		s.emitName(i)
	}
}

// ending treats w as what English writes behind an apostrophe, and reports
// whether it is: the s of a possessive and the rest of a short verb go, the t
// of a negation joins its verb.
func (s *scanner) ending(w span) bool {
	before := &s.names[len(s.names)-1]
	if s.low[before.end:w.start] != "'" {
		return false
	}
	switch s.low[w.start:w.end] {
	case "s", "d", "m", "ll", "re", "ve":
		return true
	case "t":
		before.text += "t"
		before.end = w.end
		return true
	}
	return false
}

// emitName emits the name i with its parts, and the pair that it begins.
func (s *scanner) emitName(i int) {
	n := s.names[i]
	s.position++
	k := part
	if len(s.names) == 1 {
		k = word
	}
	s.emitSigned(k, n)
	s.emitParts(n.span)
	if i+1 < len(s.names) {
		s.emitPair(n, s.names[i+1])
	}
}

// emitSigned emits a name, and with its sign: c++, c#, .net.
func (s *scanner) emitSigned(k kind, n named) {
	if sign := s.signAfter(n.end); sign != "" {
		if !s.asking {
			s.emitWord(k, n.text, n.span)
		}
		s.emit(signed, n.text+sign, span{n.start, n.end + len(sign)})
		return
	}
	s.emitWord(k, n.text, n.span)
	if s.dotBefore(n.start) {
		s.emit(signed, "."+n.text, span{n.start - 1, n.end})
	}
}

// emitWord emits the term of one word, and the one without accents.
func (s *scanner) emitWord(k kind, text string, at span) {
	without := bare(text)
	if without != text {
		s.emit(k, text, at)
		k = plain
	}
	s.emit(k, s.stem(without), at)
}

// emitParts emits the parts of a word at its capitals, and the pairs of them
// unless they are the whole word.
func (s *scanner) emitParts(w span) {
	s.parts = s.split(s.parts[:0], w)
	n := len(s.parts)
	for i, p := range s.parts {
		if n == 1 {
			return
		}
		if i > 0 {
			s.position++
		}
		s.emit(camel, s.stem(bare(s.low[p.start:p.end])), p)
		if n > 2 && i+1 < n {
			both := span{p.start, s.parts[i+1].end}
			s.emit(camelPair, s.stem(bare(s.low[both.start:both.end])), both)
		}
	}
}

// split appends the parts of a word at its capitals.
func (s *scanner) split(parts []span, w span) []span {
	start := w.start
	for i := w.start + 1; i < w.end; i++ {
		if s.border(w, i) {
			parts = append(parts, span{start, i})
			start = i
		}
	}
	return append(parts, span{start, w.end})
}

// border reports whether a part of the word w ends before its byte i: before a
// capital after a small letter, before the last of several capitals when more
// follows it than the s of a plural, and after the v of a version.
func (s *scanner) border(w span, i int) bool {
	if !s.capital(i) {
		return i == w.start+1 && s.version(w)
	}
	if s.low[i]&0xC0 == 0x80 { // inside a capital of several bytes
		return false
	}
	if !s.capital(i-1) && !digit(s.low[i-1]) {
		return true
	}
	rest := s.low[i+1 : w.end]
	return rest != "" && rest[0] < 0x80 && !s.capital(i+1) && !digit(rest[0]) && rest != "s"
}

// version reports whether w is a v with a number: v5.
func (s *scanner) version(w span) bool {
	return w.end-w.start > 1 && s.low[w.start] == 'v' && digit(s.low[w.start+1])
}

func (s *scanner) capital(i int) bool {
	if s.capitals != nil {
		return s.capitals[i]
	}
	return isCapital(s.source[i])
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// emitPair emits the term of two neighbouring names. Numbers stay apart: 5.16
// is not 516.
func (s *scanner) emitPair(a, b named) {
	at := span{a.start, b.end}
	if !digit(a.text[len(a.text)-1]) || !digit(b.text[0]) {
		s.emit(pair, s.stem(bare(a.text+b.text)), at)
		return
	}
	s.emit(pair, a.text+"."+b.text, at)
	if s.version(a.span) {
		s.emit(pair, a.text[1:]+"."+b.text, span{at.start + 1, at.end})
	}
}

// signAfter is the sign that belongs to the name that ends at i: ++ or #.
func (s *scanner) signAfter(i int) string {
	rest := s.low[i:]
	switch {
	case strings.HasPrefix(rest, "++"):
		return "++"
	case strings.HasPrefix(rest, "#"):
		if len(rest) == 1 {
			return "#"
		}
		if c, _ := s.class(i + 1); c != letter {
			return "#"
		}
	}
	return ""
}

// dotBefore reports whether the name that begins at i begins with a dot: .env.
func (s *scanner) dotBefore(i int) bool {
	if i == 0 || s.low[i-1] != '.' || digit(s.low[i]) {
		return false
	}
	if i == 1 {
		return true
	}
	switch s.low[i-2] {
	case '/', '(', '"', '\'', '`', '*', '[':
		return true
	}
	return false
}
