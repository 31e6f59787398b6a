package retrieve

import (
	"errors"
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
	{"超时后重试三次", 7},
	{"连接池耗尽时先检查超时设置。", 11},
	{"デプロイの前にテストを実行する。", 13},
	{"接続が切れたら再試行します", 11},
	{"배포 전에 테스트를 실행하세요", 7},
	{"연결 시간이 초과되었습니다", 6},
	{"ทดสอบก่อนนำขึ้นระบบ", 7},
	{"ลองใหม่สามครั้งเมื่อหมดเวลา", 7},
	{"👩\u200d👩\u200d👧", 8},
	{"🚀🔥✅", 4},
	{"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 26},
}

func TestTokens(t *testing.T) {
	for _, s := range scripts {
		if got := countTokens(s.text); got != s.tokens {
			t.Errorf("%q: %d tokens, want %d", s.text, got, s.tokens)
		}
	}
}

// dumb is a codec that counts nothing.
type dumb struct{ tokenizer.Codec }

func (dumb) Count(string) (int, error) { return 0, errors.New("no count") }

// TestTokensWithoutVocabulary: the estimate is the bytes, and never below what
// the vocabulary makes of a text, alone or in a long one.
func TestTokensWithoutVocabulary(t *testing.T) {
	for _, s := range scripts {
		for _, text := range []string{s.text, strings.Repeat(s.text+"\n", 400)} {
			for _, codec := range []tokenizer.Codec{nil, dumb{}} {
				if got := tokensBy(codec, text); got != len(text) || got < s.tokens || got < countTokens(text) {
					t.Errorf("%.40q: %d estimated, %d bytes, %d tokens", text, got, len(text), countTokens(text))
				}
			}
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
		if err != nil || n > len(text) || n != countTokens(text) {
			t.Errorf("%q: %d tokens in %d bytes, %v", text, n, len(text), err)
		}
	}
	if !countsWithin("four", 4) || countsWithin("hello world", 1) || !countsWithin("hello world", 2) {
		t.Error("counts otherwise")
	}
}
