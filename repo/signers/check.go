package signers

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"strings"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// Signed is something with a signature.
type Signed struct {
	Payload   []byte // what is signed
	Signature string // armoured, as it stands in a commit
	Principal string // for whom the key must be allowed: the committer's address
	At        time.Time
}

// begins is how an ssh signature begins; any other, such as one of OpenPGP, is none.
const begins = "-----BEGIN SSH SIGNATURE-----"

// Check tells by which line of the file a signature is allowed, from 1, and
// the fingerprint of its key.
//
// Errors: ErrNone, *BadError, *UnknownError.
func (l *List) Check(s Signed) (line int, key string, err error) {
	sig, err := valid(s)
	if err != nil {
		return 0, "", err
	}
	key = ssh.FingerprintSHA256(plain(sig.PublicKey))
	reasons := []string{}
	for _, one := range l.lines {
		has, why := one.allows(sig.PublicKey, s)
		if has && why == "" {
			return one.number, key, nil
		}
		if has {
			reasons = append(reasons, fmt.Sprintf("line %d %s", one.number, why))
		}
	}
	return 0, key, &UnknownError{
		File: l.path, Key: strings.TrimSpace(string(ssh.MarshalAuthorizedKey(plain(sig.PublicKey)))), Print: key,
		Principal: s.Principal, Reason: strings.Join(reasons, "; "),
	}
}

// valid reads a signature and makes sure that it is over the payload.
func valid(s Signed) (*sshsig.Signature, error) {
	if !strings.HasPrefix(s.Signature, begins) {
		return nil, ErrNone
	}
	block, rest := pem.Decode([]byte(s.Signature))
	if block == nil || block.Type != sshsig.PEMType || len(bytes.TrimSpace(rest)) > 0 {
		return nil, &BadError{Reason: "it cannot be read"}
	}
	sig, err := sshsig.ParseSignature(block.Bytes)
	if err != nil {
		return nil, &BadError{Reason: "it cannot be read: " + err.Error()}
	}
	if sig.Namespace != gitNamespace {
		return nil, &BadError{Reason: "it was not made for git"}
	}
	if sig.Signature.Format == ssh.KeyAlgoRSA { // a certificate may hold an RSA key as well
		return nil, &BadError{Reason: "it uses SHA-1"}
	}
	if err := sshsig.Verify(bytes.NewReader(s.Payload), sig, sig.PublicKey, sig.HashAlgorithm, gitNamespace); err != nil {
		return nil, &BadError{Reason: err.Error()}
	}
	return sig, nil
}

// plain is a key without the certificate around it.
func plain(key ssh.PublicKey) ssh.PublicKey {
	if cert, ok := key.(*ssh.Certificate); ok {
		return cert.Key
	}
	return key
}

// allows tells whether this line has the key of a signature, and what keeps it
// from allowing it; empty where nothing does.
func (l *line) allows(key ssh.PublicKey, s Signed) (has bool, why string) {
	cert, isCert := key.(*ssh.Certificate)
	if l.authority != isCert {
		return false, ""
	}
	signing := key
	if isCert {
		signing = cert.SignatureKey
	}
	if !bytes.Equal(signing.Marshal(), l.key.Marshal()) {
		return false, ""
	}
	switch {
	case !matches(l.principals, s.Principal):
		return true, fmt.Sprintf("is for %s, and this is by %s", l.principals, s.Principal)
	case l.namespaces != "" && !matches(l.namespaces, gitNamespace):
		return true, "is not for git (namespaces)"
	case !l.after.IsZero() && s.At.Before(l.after):
		return true, "is valid from " + l.after.UTC().Format(time.RFC3339) + ", and this is from " + s.At.UTC().Format(time.RFC3339)
	case !l.before.IsZero() && s.At.After(l.before):
		return true, "was valid until " + l.before.UTC().Format(time.RFC3339) + ", and this is from " + s.At.UTC().Format(time.RFC3339)
	case isCert:
		return true, certified(cert, s)
	}
	return true, ""
}

// certified tells what is wrong with a certificate, which names its principals
// and its time itself.
func certified(cert *ssh.Certificate, s Signed) string {
	if cert.CertType != ssh.UserCert {
		return "has a certificate that is not for a person"
	}
	if len(cert.ValidPrincipals) == 0 {
		return "has a certificate that names no principal"
	}
	checker := ssh.CertChecker{Clock: func() time.Time { return s.At }}
	if err := checker.CheckCert(s.Principal, cert); err != nil {
		return "has a certificate that does not hold: " + strings.TrimPrefix(err.Error(), "ssh: ")
	}
	return ""
}
