package memfile

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func receipt() Receipt {
	return Receipt{
		ID: "r0123456789abcdef", Time: testTime, Session: "0b1e77aa-1111", Turn: "3", Query: testDigest,
		Sections: []ReceiptSection{{
			Name: "memory.project", Source: "MEMORY.md", Revision: "3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
			Content: "- <b> & \u2028\n", SHA256: testDigest, Items: []ReceiptItem{{ID: "c0123456789abcdef", Source: "MEMORY.md#1", SHA256: testDigest}, {Source: "MEMORY.md#2"}},
		}},
		Skipped: &Skipped{Needed: 1300, Configured: 1200, Matches: 2}, Notices: []string{"learning.retrieval_skipped: …"},
		Text: "| - <b> & \u2028\n\x00\x1b \uFFFD\r\n", Previous: "2026/11/29 " + testDigest,
	}
}

func TestReceipt(t *testing.T) {
	line := receiptLineOf(receipt())
	if strings.Count(string(line), "\n") != 1 || !strings.HasPrefix(string(line), `{"gitmem":"receipt/1","id":"r0123456789abcdef","time":"2026-11-30T10:15:02Z",`) {
		t.Errorf("%s", line)
	}
	for _, data := range [][]byte{line, line[:len(line)-1]} {
		if digest, ok := ReceiptDigest(data[max(0, len(data)-ReceiptTail):]); !ok || !strings.HasSuffix(string(line), `"digest":"`+digest+"\"}\n") {
			t.Errorf("digest %q %v", digest, ok)
		}
		if _, ok := ReceiptDigest(data[:len(data)-3]); ok {
			t.Error("a torn line has a digest")
		}
		got, err := ParseReceipt("R", 7, data)
		if err != nil || !reflect.DeepEqual(got, receipt()) {
			t.Errorf("%v\n%+v", err, got)
		}
	}
	small := Receipt{ID: "r0123456789abcdef", Time: testTime}
	if got, err := ParseReceipt("R", 1, receiptLineOf(small)); err != nil || !reflect.DeepEqual(got, small) {
		t.Errorf("%v\n%+v", err, got)
	}
}

// TestReceiptDamage damages each byte, and tears the line at each.
func TestReceiptDamage(t *testing.T) {
	line := receiptLineOf(receipt())
	for i := range len(line) - 1 {
		var fault *Fault
		broken := append([]byte(nil), line...)
		broken[i] ^= 1
		if _, err := ParseReceipt("R", 7, broken); !errors.As(err, &fault) || fault.Line != 7 || fault.Path != "R" {
			t.Errorf("byte %d: %v", i, err)
		}
		if _, err := ParseReceipt("R", 7, line[:i]); !errors.As(err, &fault) || fault.Rule != RuleTorn {
			t.Errorf("torn at %d: %v", i, err)
		}
	}
}

func TestReceiptRefusals(t *testing.T) {
	seal := func(s string) string { return string(sealed([]byte(s))) }
	base := `{"gitmem":"receipt/1","id":"r0123456789abcdef","time":"2026-11-30T10:15:02Z","text":""`
	if _, err := ParseReceipt("R", 1, []byte(seal(base))); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]string{
		"another form":  {seal(strings.Replace(base, "receipt/1", "receipt/2", 1)), "R:3:1: the form of this receipt is not known"},
		"no receipt":    {seal(`{"a":1`), "R:3:1: the line is no receipt"},
		"another key":   {seal(base + `,"more":1`), "R:3:1: the line is no receipt as gitmem writes one"},
		"key twice":     {seal(base + `,"text":"x"`), "R:3:1: the line is no receipt as gitmem writes one"},
		"another space": {seal(strings.Replace(base, ",", ", ", 2)), "R:3:1: the line is no receipt as gitmem writes one"},
		"a time":        {seal(strings.Replace(base, "02Z", "2Z", 1)), "R:3:1: the line is no receipt as gitmem writes one"},
		"an id":         {seal(strings.Replace(base, "r01", "c01", 1)), "R:3:1: the line is no receipt as gitmem writes one"},
		"not UTF-8":     {seal(strings.Replace(base, `"text":"`, "\"text\":\"\xff", 1)), "R:3:1: the line is no receipt as gitmem writes one"},
		"nothing":       {"", "R:3:1: the line is torn: it does not end in its digest"},
	} {
		if _, err := ParseReceipt("R", 3, []byte(c[0])); err == nil || err.Error() != c[1] {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, r := range map[string]Receipt{
		"text": {ID: "r0123456789abcdef", Text: "\xff"}, "id": {ID: "e0123456789abcdef"},
		"sections": {ID: "r0123456789abcdef", Sections: []ReceiptSection{{Items: []ReceiptItem{{Source: "\xff"}}}}},
	} {
		var broken *RecordError
		if _, err := FormatReceipt(r); !errors.As(err, &broken) || broken.Key != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
