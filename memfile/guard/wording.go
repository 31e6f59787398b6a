package guard

import (
	"strings"
	"sync"

	"gitmem/memfile/fold"
)

// wordingRule is a family of phrases.
type wordingRule struct {
	name    string
	message string
	// topical: the phrase is harmless when a narrow subject follows, as in
	// "ignore the previous instructions about formatting".
	topical bool
	// negative: the phrase itself is a prohibition, so that a "never" in front
	// does not make it harmless.
	negative bool
	phrases  []string
}

// phrasebook has the phrases by the words that they can begin with.
type phrasebook map[string][]*phrase

var (
	latinPhrases  = sync.OnceValue(func() phrasebook { return newPhrasebook(wordingRules[:], languageRules[:]) })
	scriptPhrases = sync.OnceValue(func() phrasebook { return newPhrasebook(scriptRules[:]) })
)

func newPhrasebook(lists ...[]wordingRule) phrasebook {
	book := make(phrasebook, 512)
	for _, rules := range lists {
		for i := range rules {
			book.add(&rules[i])
		}
	}
	return book
}

func (b phrasebook) add(r *wordingRule) {
	for _, text := range r.phrases {
		p := newPhrase(r, text)
		p.firsts(func(word string) { b[word] = append(b[word], p) })
	}
}

const wordingHint = "say it as a report (who says it, and that it is to be refused), or leave it out"

// wording finds commands to an agent that no memory has a use for.
func (d *document) wording() []find {
	trace := fold.NormTrace(d.source)
	words := splitWords(trace.Text)
	finds := latinPhrases().search(trace, words)
	if !ascii(trace.Text) {
		finds = append(finds, scriptPhrases().search(trace, words)...)
		finds = append(finds, unspacedWording(trace)...)
	}
	return finds
}

// search gives, for each word, the first phrase that is spoken from it on.
func (b phrasebook) search(trace fold.Trace, words []word) []find {
	var finds []find
	for i, w := range words {
		for _, p := range b[w.text] {
			end, named, ok := p.match(words, i)
			if !ok || harmless(p.rule, words, i, end) {
				continue
			}
			finds = append(finds, find{
				at: trace.Offset(w.at), rule: p.rule.name, class: Injection, hint: wordingHint,
				message: p.rule.message + ": " + quoteWords(words, named),
			})
			break
		}
	}
	return finds
}

// quoteWords shows the words that the phrase names, and no others: what stands
// between them may be anything.
func quoteWords(words []word, named []int) string {
	var b strings.Builder
	b.WriteByte('"')
	for k, n := range named {
		if k > 0 {
			b.WriteByte(' ')
			if n != named[k-1]+1 {
				b.WriteString("… ")
			}
		}
		if words[n].thing == host {
			b.WriteString("<address>")
			continue
		}
		b.WriteString(words[n].text)
	}
	b.WriteByte('"')
	return b.String()
}
