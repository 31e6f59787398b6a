package fold

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestLookalikesTable(t *testing.T) {
	s := lookalikes()
	if len(s.written) < 350 {
		t.Errorf("only %d look-alikes; the table is damaged", len(s.written))
	}
	for r, letter := range s.written {
		if r < 0x80 || norm.NFKC.String(string(r)) != string(r) {
			t.Errorf("%U is plain or is folded before the table is asked", r)
		}
		if lower(letter) < 'a' || lower(letter) > 'z' {
			t.Errorf("%U is mapped to %q, not a letter", r, letter)
		}
	}
	for r, want := range map[rune]byte{'а': 'a', 'В': 'B', 'І': 'I', 'ι': 'i', 'ɪ': 'i', 'ᴋ': 'k'} {
		if got := s.written[r]; got != want {
			t.Errorf("%c looks like %q, want %q", r, got, want)
		}
	}
}

func BenchmarkLookalikes(b *testing.B) {
	for b.Loop() {
		loadLookalikes()
	}
}
