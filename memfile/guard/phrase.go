package guard

import (
	"strings"
	"sync"

	"gitmem/memfile/fold"
)

// A phrase is written as elements with a space between them:
//
//	word           this word
//	one|two        either word
//	@ignore        a word of that set (wordsets.go), also @ignore|other
//	_3             up to three words of any kind
//	again?         the element may be missing
//	<host>         an address of another machine
//	<agentfile>    a file that steers an agent
//	$              the end of a clause
//	:              a colon
//
// The first element is a word or set: the phrase is only tried where one of
// its words stands. A phrase never reaches beyond a sentence.
type phrase struct {
	rule *wordingRule
	text string
	// elements are read from the text when one of the first words occurs.
	elements func() []element
}

type element struct {
	words    map[string]bool
	thing    string // "host", "agentfile"
	gap      int    // of any words
	optional bool
	end      bool
	colon    bool
}

func newPhrase(r *wordingRule, text string) *phrase {
	return &phrase{rule: r, text: text, elements: sync.OnceValue(func() []element {
		var elements []element
		for part := range strings.FieldsSeq(text) {
			elements = append(elements, compileElement(part))
		}
		return elements
	})}
}

// firsts visits the words that the phrase can begin with.
func (p *phrase) firsts(visit func(word string)) {
	first, _, _ := strings.Cut(p.text, " ")
	eachAlternative(first, visit)
}

// eachAlternative visits the words of an element, folded as texts are.
func eachAlternative(part string, visit func(word string)) {
	for name := range strings.SplitSeq(part, "|") {
		switch {
		case name[0] == '@':
			for w := range strings.FieldsSeq(wordSet(name[1:])) {
				visit(w)
			}
		case name[0] == '<':
		case ascii(name):
			visit(name)
		default:
			visit(fold.Norm(name))
		}
	}
}

func compileElement(part string) element {
	var e element
	switch part {
	case "$":
		return element{end: true}
	case ":":
		return element{colon: true}
	}
	if part[0] == '_' {
		return element{gap: int(part[1] - '0')}
	}
	part, e.optional = strings.CutSuffix(part, "?")
	if n := strings.IndexByte(part, '<'); n >= 0 {
		e.thing, _, _ = strings.Cut(part[n+1:], ">")
	}
	e.words = map[string]bool{}
	eachAlternative(part, func(word string) { e.words[word] = true })
	return e
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// match gives the index behind the last word of the phrase if it stands at
// words[i], and the words that the phrase itself names.
func (p *phrase) match(words []word, i int) (end int, named []int, ok bool) {
	m := matching{words, words[i].sentence}
	return m.from(i, p.elements(), nil)
}

// matching is the search for a phrase in one sentence.
type matching struct {
	words    []word
	sentence int
}

// from matches the rest of the elements with the words from i on.
func (m matching) from(i int, rest []element, named []int) (int, []int, bool) {
	if len(rest) == 0 {
		return i, named, true
	}
	switch e, rest := rest[0], rest[1:]; {
	case e.end && !clauseEnds(m.words, i, m.sentence), e.colon && (i >= len(m.words) || !m.words[i].colon):
		return 0, nil, false
	case e.end || e.colon:
		return m.from(i, rest, named)
	case e.gap > 0:
		return m.behindGap(i, e.gap, rest, named)
	default:
		if m.inSentence(i) && e.accepts(m.words[i]) {
			if end, n, ok := m.from(i+1, rest, append(named, i)); ok {
				return end, n, true
			}
		}
		if e.optional {
			return m.from(i, rest, named)
		}
	}
	return 0, nil, false
}

// behindGap matches with up to gap words left out.
func (m matching) behindGap(i, gap int, rest []element, named []int) (int, []int, bool) {
	for skip := 0; skip <= gap; skip++ {
		if end, n, ok := m.from(i+skip, rest, named); ok {
			return end, n, true
		}
		if !m.inSentence(i + skip) {
			break
		}
	}
	return 0, nil, false
}

func (m matching) inSentence(i int) bool {
	return i < len(m.words) && m.words[i].sentence == m.sentence
}

func (e element) accepts(w word) bool {
	switch {
	case e.words[w.text]:
		return true
	case e.thing == "host":
		return w.thing == host && !ownMachine(w.text)
	case e.thing == "agentfile":
		return agentFile(w.text)
	}
	return false
}

// clauseEnds: nothing follows in the clause that could change its meaning.
func clauseEnds(words []word, i, sentence int) bool {
	if i >= len(words) || words[i].sentence != sentence || words[i].soft {
		return true
	}
	switch words[i].text {
	case "and", "then", "but", "instead", "now", "or", "so":
		return true
	}
	return false
}

func ownMachine(address string) bool {
	for _, name := range []string{"localhost", "127.0.0.1", "0.0.0.0"} {
		if strings.Contains(address, name) {
			return true
		}
	}
	return false
}

// agentFile reports whether text names a file that an agent obeys.
func agentFile(text string) bool {
	name := text[strings.LastIndexByte(text, '/')+1:]
	switch name {
	case "agents.md", "claude.md", "claude.local.md", "gemini.md", "memory.md", "soul.md", ".cursorrules", ".clinerules", ".windsurfrules",
		"copilot-instructions.md", "agents.override.md", "skill.md", ".mcp.json", "mcp.json", "hooks.json", "settings.local.json":
		return true
	}
	return strings.Contains(text, ".claude/settings") || strings.Contains(text, ".cursor/rules") || strings.Contains(text, ".codex/config")
}
