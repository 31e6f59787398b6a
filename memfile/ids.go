package memfile

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Kinds of ids: the first letter.
const (
	KindCandidate      byte = 'c'
	KindSkillCandidate byte = 's'
	KindExperience     byte = 'e'
	KindPattern        byte = 'p'
	KindJob            byte = 'j'
	KindOperation      byte = 'o'
	KindReceipt        byte = 'r'
	KindSuite          byte = 'u'
	KindRun            byte = 'v'
	KindStore          byte = 'g'
)

const (
	kinds    = "csepjoruvg"
	idDigits = 16
)

// ID is the name of one record: a letter that says its kind and sixteen lowercase hex digits.
type ID string

// ParseID reads an id. The error is ErrID.
func ParseID(s string) (ID, error) {
	if len(s) != 1+idDigits || strings.IndexByte(kinds, s[0]) < 0 || !lowerHex(s[1:]) {
		return "", fmt.Errorf("%q: %w", clip(s, 40), ErrID)
	}
	return ID(s), nil
}

// DeriveID cuts an id from the SHA-256 of an identity, so that the same identity gives the same id everywhere. Each part
// is hashed with its length, so that parts cannot run together.
func DeriveID(kind byte, identity ...string) ID {
	return ID(string(kind) + identityDigits(kind, identity...)[:idDigits])
}

// identityDigits are all the hex digits from which an id is cut.
func identityDigits(kind byte, identity ...string) string {
	h := sha256.New()
	h.Write([]byte{kind})
	var size [8]byte
	for _, part := range identity {
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		io.WriteString(h, part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RandomID makes an id from eight bytes of r, for a record that has no identity. The error is that of r.
func RandomID(kind byte, r io.Reader) (ID, error) {
	var b [idDigits / 2]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return ID(string(kind) + hex.EncodeToString(b[:])), nil
}

// Kind gives the first letter, 0 for an empty id.
func (id ID) Kind() byte {
	if id == "" {
		return 0
	}
	return id[0]
}

// BlobID gives the id that git gives a blob of these bytes: forty hex digits.
func BlobID(data []byte) string {
	h := sha1.New()
	io.WriteString(h, "blob "+strconv.Itoa(len(data))+"\x00")
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// Digest gives "sha256:" and the sixty-four hex digits of the SHA-256 of data.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return digestPrefix + hex.EncodeToString(sum[:])
}

func lowerHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// clip shortens a text for a message to at most n code points.
func clip(s string, n int) string {
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}
