package signers

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// token signs as a key that needs a touch does.
type token struct {
	private ed25519.PrivateKey
	public  ssh.PublicKey
	flags   byte
}

const tokenKind = "sk-ssh-ed25519@openssh.com"

func newToken(t *testing.T, flags byte) token {
	t.Helper()
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	public, err := ssh.ParsePublicKey(ssh.Marshal(struct {
		Kind        string
		Key         []byte
		Application string
	}{tokenKind, private.Public().(ed25519.PublicKey), "ssh:"}))
	if err != nil {
		t.Fatal(err)
	}
	return token{private, public, flags}
}

func (k token) PublicKey() ssh.PublicKey { return k.public }

func (k token) Sign(_ io.Reader, data []byte) (*ssh.Signature, error) {
	application, message := sha256.Sum256([]byte("ssh:")), sha256.Sum256(data)
	rest := []byte{k.flags, 0, 0, 0, 1}
	blob := append(append(append([]byte{}, application[:]...), rest...), message[:]...)
	return &ssh.Signature{Format: tokenKind, Blob: ed25519.Sign(k.private, blob), Rest: rest}, nil
}

// A key that needs a touch counts only where it was touched.
func TestTouch(t *testing.T) {
	for flags, touched := range map[byte]bool{0: false, 1: true, 4: false, 5: true} {
		k := newToken(t, flags)
		l, err := Parse("signers", []byte("* "+strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k.public)))))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = l.Check(Signed{Payload: []byte("x"), Signature: signedBy(t, k, "x", "git"), Principal: "a", At: noon})
		var bad *BadError
		if touched && err != nil || !touched && !errors.As(err, &bad) {
			t.Errorf("flags %d: %v", flags, err)
		}
	}
}
