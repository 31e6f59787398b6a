package transcript

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText compares with encoding/json what a string stands for, whole and cut.
func FuzzText(f *testing.F) {
	for _, s := range []string{`"a"`, `"\n\"\\\/\b\f\r\t"`, `"\u00e9\ud83d\ude00\ud83d x \ude00"`, `"é😀"`, `"\ud83d\ud83d\ude00"`} {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, raw []byte, limit int) {
		limit = min(max(limit, 0), 1<<16)
		have, cut := text(raw, 1<<20)
		short, shortCut := text(raw, limit)
		if len(short) > 3*limit+8 || // a byte that is no UTF-8 becomes three
			!utf8.ValidString(short) {
			t.Fatalf("%d bytes of at most %d: %q", len(short), limit, short)
		}
		var want string
		if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &want) != nil || raw[len(raw)-1] != '"' {
			return
		}
		// One mark stands for a run of bytes that are no UTF-8 here, for each of them there.
		if marks := strings.NewReplacer("\uFFFD", ""); cut || marks.Replace(have) != marks.Replace(want) {
			t.Fatalf("%q, cut %v, want %q", have, cut, want)
		}
		if shortCut != (len(short) < len(have)) && utf8.Valid(raw) {
			t.Fatalf("%q of %q, cut %v", short, have, shortCut)
		}
	})
}
