package words

import (
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemmer takes English endings off words, and remembers what it did: a text
// repeats its words, and looking one up costs a tenth of stemming it.
type stemmer struct {
	env   *snowballstem.Env
	known map[string]string
}

// remembered bounds the words that a stemmer remembers.
const remembered = 1 << 13

// stemmers are shared by all scans, one at a time each.
var stemmers = sync.Pool{New: func() any {
	return &stemmer{env: snowballstem.NewEnv(""), known: make(map[string]string, remembered)}
}}

// stem is the stem of a word of small ASCII letters, by the second Porter
// algorithm. What has another character is no English word and stays.
func (s *stemmer) stem(word string) string {
	if !stems(word) {
		return word
	}
	if found, ok := s.known[word]; ok {
		return found
	}
	if len(s.known) == remembered {
		clear(s.known)
	}
	word = strings.Clone(word) // the text that it is from must not be kept
	s.env.SetCurrent(word)
	s.env.LimitBackward = 0
	english.Stem(s.env)
	s.known[word] = s.env.Current()
	return s.env.Current()
}

// stems reports whether a word can have an English ending. Longer ones are not
// words.
func stems(word string) bool {
	if len(word) < 3 || len(word) > 40 {
		return false
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}
