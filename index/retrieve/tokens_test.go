package retrieve

import (
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

// scripts pin what the vocabulary makes of a few texts.
var scripts = []struct {
	text   string
	tokens int
}{
	{"", 0},
	{"hello world", 2},
	{"Use pnpm, never npm, in this repository.", 11},
	{"func main() { fmt.Println(\"x\") }", 10},
}

func TestTokens(t *testing.T) {
	for _, s := range scripts {
		if got := Tokens(s.text); got != s.tokens {
			t.Errorf("%q: %d tokens, want %d", s.text, got, s.tokens)
		}
	}
}

// TestNoMoreTokensThanBytes is what spares the counting of short sections.
func TestNoMoreTokensThanBytes(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append([]string{
		"超时 连接池", "タイムアウト", "한국어 검색", "ไทย", "አማርኛ", "ܐܪܡܝܐ", "𐎠𐎼𐎹", "🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍👩‍👧", "\x00\x01\x02", strings.Repeat("q", 99), strings.Repeat(" \n", 50), "<|endoftext|>",
	}, hostile...) {
		n, err := codec.Count(text)
		if err != nil || n > len(text) || n != Tokens(text) {
			t.Errorf("%q: %d tokens in %d bytes, %v", text, n, len(text), err)
		}
	}
	if !countsWithin("four", 4) || countsWithin("hello world", 1) || !countsWithin("hello world", 2) {
		t.Error("counts otherwise")
	}
}
