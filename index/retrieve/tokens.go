package retrieve

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// countTokens counts the tokens of a text in the vocabulary o200k_base. The first
// call loads the vocabulary, which takes some 17 ms; a process that counts
// nothing pays nothing.
func countTokens(text string) int { return tokensBy(vocabulary(), text) }

// tokensBy counts with a codec. Without one, or where it fails, bytes are
// counted, which are never fewer than tokens.
func tokensBy(codec tokenizer.Codec, text string) int {
	if codec != nil {
		if n, err := codec.Count(text); err == nil {
			return n
		}
	}
	return len(text)
}

// vocabulary is nil where the library cannot make it.
var vocabulary = sync.OnceValue(func() tokenizer.Codec {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return nil
	}
	return codec
})

// countsWithin counts a text as far as it takes to know whether it has at most
// so many tokens. A token is at least one byte, so that a text with no more
// bytes than that is within without being counted.
func countsWithin(text string, most int) bool {
	return len(text) <= most || countTokens(text) <= most
}
