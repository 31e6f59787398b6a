package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a folded text.
type word struct {
	text     string
	at       int  // byte in the folded text
	sentence int  // counts up at . ! ?, at the borders of paragraphs, items and table cells
	passage  int  // the same without table cells
	soft     bool // punctuation other than a quotation mark stands before it
	colon    bool // a colon stands before it
	quoted   bool // inside quotation marks or a code span
	thing    kindOfThing
}

// kindOfThing says what a word is that is no word.
type kindOfThing int

const (
	noThing kindOfThing = iota
	host                // address of something elsewhere: URL, domain, e-mail
	file                // path or file name
)

// splitter cuts a folded text into words.
type splitter struct {
	text        string
	words       []word
	sentence    int
	passage     int
	soft, colon bool
	quote       string // the mark that closes the open quotation; "" none
	quoteFrom   int    // index of its first word
}

// splitWords gives the words of a text that fold.Norm has folded. Apostrophes
// inside words, and marks of emphasis, are dropped: don't is dont.
func splitWords(text string) []word {
	s := &splitter{text: text, words: make([]word, 0, len(text)/5)}
	for i := 0; i < len(text); {
		if i == 0 || text[i-1] == ' ' || text[i-1] == '\n' {
			if next := s.takeThing(i); next > i {
				i = next
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if inWord(r) {
			i = s.takeWord(i)
			continue
		}
		s.mark(r, i, size)
		i += size
	}
	return s.words
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func (s *splitter) add(w word) {
	w.sentence, w.passage, w.soft, w.colon = s.sentence, s.passage, s.soft, s.colon
	s.soft, s.colon = false, false
	s.words = append(s.words, w)
}

func (s *splitter) takeWord(start int) int {
	i := start
	var joined strings.Builder
	from := i
	for i < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if !inWord(r) {
			next, _ := utf8.DecodeRuneInString(s.text[i+size:])
			if r != '\'' && r != '’' || !unicode.IsLetter(next) {
				break
			}
			joined.WriteString(s.text[from:i])
			from = i + size
		}
		i += size
	}
	if joined.Len() == 0 {
		s.add(word{text: s.text[start:i], at: start})
		return i
	}
	joined.WriteString(s.text[from:i])
	s.add(word{text: joined.String(), at: start})
	return i
}

// mark takes one character that is not part of a word.
func (s *splitter) mark(r rune, i, size int) {
	next := byte(' ')
	if i+size < len(s.text) {
		next = s.text[i+size]
	}
	switch r {
	case '\n':
		s.stop()
		s.quote = ""
	case '!', '?', '。', '…':
		s.stop()
	case '|':
		s.sentence++
		s.soft = true
	case '.':
		if strings.IndexByte(" \n\"'`)]*_", next) >= 0 {
			s.stop()
		} else {
			s.soft = true
		}
	case ':':
		s.colon, s.soft = true, true
	case ',', ';', '(', ')', '[', ']', '{', '}', '<', '>', '—', '–', '=', '、', '，':
		s.soft = true
	case '"', '“', '”', '„', '«', '»', '‹', '›', '「', '」', '『', '』', '`':
		s.quotation(closing(r), r)
	case '\'', '‘', '’':
		s.single(r, i, next)
	}
}

func (s *splitter) stop() {
	s.sentence++
	s.passage++
}

func closing(r rune) string {
	switch r {
	case '“', '„':
		return "”"
	case '«':
		return "»"
	case '‹':
		return "›"
	case '「':
		return "」"
	case '『':
		return "』"
	case '‘':
		return "’"
	}
	return string(r)
}

// quotation closes the open quotation if r does that, or opens one.
func (s *splitter) quotation(closedBy string, r rune) {
	if s.quote == string(r) {
		for i := s.quoteFrom; i < len(s.words); i++ {
			s.words[i].quoted = true
		}
		s.quote = ""
		return
	}
	if s.quote == "" {
		s.quote, s.quoteFrom = closedBy, len(s.words)
	}
}

// single quotes count only where they cannot be apostrophes.
func (s *splitter) single(r rune, i int, next byte) {
	opens := i == 0 || strings.IndexByte(" \n([", s.text[i-1]) >= 0
	closes := strings.IndexByte(" \n.,;:!?)]|", next) >= 0
	if opens && s.quote == "" || closes && s.quote == "’" || closes && s.quote == "'" {
		s.quotation(closing(r), r)
	}
}
