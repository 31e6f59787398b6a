package memfile

import (
	"strings"
	"testing"
)

func TestMend(t *testing.T) {
	for _, c := range []struct{ before, after, did string }{
		{"", "", ""},
		{"- a\n", "- a\n", ""},
		{"- a", "- a\n", "final line end added"},
		{"\xef\xbb\xbf- a\r\n- b", "- a\n- b\n", "byte order mark removed, CRLF made LF, final line end added"},
		{"\r\n", "\n", "CRLF made LF"},
		{"\xef\xbb\xbf", "", "byte order mark removed"},
	} {
		given := []byte(c.before)
		after, did, err := Mend("M", given)
		if err != nil || string(after) != c.after || strings.Join(did, ", ") != c.did {
			t.Errorf("%q: %q, %q, %v", c.before, after, did, err)
		}
		if string(given) != c.before {
			t.Errorf("%q: its bytes were changed", c.before)
		}
		if _, again, _ := Mend("M", after); len(again) > 0 {
			t.Errorf("%q: mended twice: %q", c.before, again)
		}
	}
	for _, bad := range []string{"\xff\xfea\x00", "a\x00b", "\xff", "a\rb"} {
		if _, _, err := Mend("M", []byte(bad)); err == nil {
			t.Errorf("%q was mended", bad)
		}
	}
}
