package memfile

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestParseID(t *testing.T) {
	for _, ok := range []string{"c0123456789abcdef", "g0000000000000000"} {
		if id, err := ParseID(ok); err != nil || id.Kind() != ok[0] {
			t.Errorf("%s: %v", ok, err)
		}
	}
	for _, bad := range []string{"", "c", "c0123456789abcde", "c0123456789abcdef0", "C0123456789abcdef", "c0123456789ABCDEF", "x0123456789abcdef", "c0123456789abcdeé"} {
		if _, err := ParseID(bad); !errors.Is(err, ErrID) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if ID("").Kind() != 0 {
		t.Error("the empty id has a kind")
	}
}

func TestDeriveID(t *testing.T) {
	id := DeriveID(KindExperience, "session", "message")
	if _, err := ParseID(string(id)); err != nil || id != DeriveID(KindExperience, "session", "message") {
		t.Errorf("%s: %v", id, err)
	}
	for _, other := range []ID{
		DeriveID(KindExperience, "sessionm", "essage"), DeriveID(KindExperience, "session", "message", ""),
		DeriveID(KindJob, "session", "message"), DeriveID(KindExperience, "sessionmessage"),
	} {
		if other[1:] == id[1:] {
			t.Errorf("%s again", other)
		}
	}
}

func TestRandomID(t *testing.T) {
	id, err := RandomID(KindOperation, bytes.NewReader([]byte{1, 2, 3, 4, 5, 6, 7, 0xff}))
	if err != nil || id != "o01020304050607ff" {
		t.Errorf("%s, %v", id, err)
	}
	if _, err := RandomID(KindOperation, bytes.NewReader([]byte{1})); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

func TestBlobIDAndDigest(t *testing.T) {
	// As `git hash-object` and `sha256sum` give them.
	if got := BlobID([]byte("hello\n")); got != "ce013625030ba8dba906f756967f9e9ca394464a" {
		t.Error(got)
	}
	if got := Digest(nil); got != "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Error(got)
	}
}
