package signers

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"gitmem/memfile"
)

// keyOf is a key that is the same in every run.
func keyOf(t testing.TB, seed byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func written(s ssh.Signer) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(s.PublicKey())))
}

func signedBy(t *testing.T, s ssh.Signer, payload, namespace string) string {
	t.Helper()
	sig, err := sshsig.Sign(strings.NewReader(payload), s, sshsig.HashSHA512, namespace)
	if err != nil {
		t.Fatal(err)
	}
	return string(sshsig.Armor(sig))
}

// certOf is a certificate for a key.
func certOf(t *testing.T, authority, key ssh.Signer, change func(*ssh.Certificate)) ssh.Signer {
	t.Helper()
	c := &ssh.Certificate{
		Key: key.PublicKey(), CertType: ssh.UserCert, ValidPrincipals: []string{"ada@example.org"},
		ValidAfter: uint64(noon.Add(-time.Hour).Unix()), ValidBefore: uint64(noon.Add(time.Hour).Unix()),
	}
	change(c)
	if err := c.SignCert(bytes.NewReader(make([]byte, 64)), authority); err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewCertSigner(c, key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestWhatALineAllows(t *testing.T) {
	ada, eve := written(keyOf(t, 1)), written(keyOf(t, 2))
	for _, c := range []struct {
		file string
		want string // a piece of the reason, "" where it is allowed, "absent" where no line has the key
	}{
		{"ada@example.org " + ada, ""},
		{"# a comment\n\n  \t\r\nada@example.org " + ada + " Ada's laptop\r\n", ""},
		{"bob@example.org,ada@example.org " + ada, ""},
		{"*@example.org " + ada, ""},
		{"*@example.??? " + ada, ""},
		{"* " + ada, ""},
		{`"ada@example.org" ` + ada, ""},
		{`"ada l@example.org,ada@example.org" ` + ada, ""},
		{"\tada@example.org\t" + ada, ""},
		{`ada@example.org namespaces="git" ` + ada, ""},
		{`ada@example.org namespaces="file,g*" ` + ada, ""},
		{`ada@example.org NAMESPACES="git",Valid-After="20260301" ` + ada, ""},
		{`ada@example.org valid-after="20260301Z",valid-before="20260302Z" ` + ada, ""},
		{`ada@example.org valid-after="202603011200Z" ` + ada, ""},
		{`ada@example.org valid-before="20260301120000Z" ` + ada, ""},
		{"bob@example.org " + ada + "\nada@example.org " + ada, ""},
		{`ada@example.org valid-before="20200101Z" ` + ada + "\nada@example.org " + ada, ""},
		{"", "absent"},
		{"ada@example.org " + eve, "absent"},
		{"ada@example.org cert-authority " + ada, "absent"},
		{"bob@example.org " + ada, "line 1 is for bob@example.org, and this is by ada@example.org"},
		{"Ada@example.org " + ada, "is for Ada@example.org"},
		{"*@example.org,!ada@* " + ada, "is for"},
		{"!ada@*,*@example.org " + ada, "is for"},
		{"!bob@example.org " + ada, "is for"},
		{`ada@example.org namespaces="file" ` + ada, "is not for git"},
		{`ada@example.org namespaces="*,!git" ` + ada, "is not for git"},
		{`ada@example.org valid-after="20260302Z" ` + ada, "is valid from 2026-03-02T00:00:00Z, and this is from 2026-03-01T12:00:00Z"},
		{`ada@example.org valid-before="202603011159Z" ` + ada, "was valid until 2026-03-01T11:59:00Z"},
	} {
		l, err := Parse("signers", []byte(c.file))
		if err != nil {
			t.Errorf("%q: %v", c.file, err)
			continue
		}
		_, _, err = l.Check(Signed{Payload: []byte("x"), Signature: signedBy(t, keyOf(t, 1), "x", "git"), Principal: "ada@example.org", At: noon})
		var unknown *UnknownError
		switch {
		case c.want == "" && err == nil:
		case !errors.As(err, &unknown):
			t.Errorf("%q: %v, want %q", c.file, err, c.want)
		case c.want == "absent" && unknown.Reason != "", c.want != "absent" && (c.want == "" || !strings.Contains(unknown.Reason, c.want)):
			t.Errorf("%q: reason %q, want %q", c.file, unknown.Reason, c.want)
		}
	}
}

func TestWhatIsNoFileOfSigners(t *testing.T) {
	ada := written(keyOf(t, 1))
	cert := certOf(t, keyOf(t, 9), keyOf(t, 1), func(*ssh.Certificate) {})
	for _, c := range []struct {
		file         string
		line, column int
		want         string
	}{
		{"ada@example.org", 1, 16, "public key"},
		{"# one\nada@example.org ssh-ed25519 AAAA", 2, 17, "public key"},
		{"ada@example.org ssh-rsa " + strings.Fields(ada)[1], 1, 17, "public key"},
		{ada, 1, 13, "public key"},
		{`"ada@example.org ` + ada, 1, 1, "quotation mark"},
		{"ada@example.org # " + ada, 1, 17, "public key"},
		{"äda no-touch-required " + ada, 1, 5, "an option that is not one of"},
		{"ada cert-authority,cert-authority " + ada, 1, 5, "twice"},
		{`ada cert-authority="yes" ` + ada, 1, 5, "an option"},
		{"ada namespaces " + ada, 1, 5, "an option"},
		{"ada namespaces=git " + ada, 1, 5, "quotation marks"},
		{`ada namespaces="" ` + ada, 1, 5, "is empty"},
		{`ada namespaces="git",namespaces="file" ` + ada, 1, 5, "twice"},
		{`ada valid-after="2026" ` + ada, 1, 5, "no time"},
		{`ada valid-after="20261301" ` + ada, 1, 5, "no time"},
		{`ada valid-after="2026-03-01" ` + ada, 1, 5, "no time"},
		{`ada valid-before="20260301z" ` + ada, 1, 5, "no time"},
		{`ada valid-after="20260301",valid-after="20260302" ` + ada, 1, 5, "twice"},
		{`ada valid-after="20260302Z",valid-before="20260301Z" ` + ada, 1, 5, "not later"},
		{"ada " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(cert.PublicKey()))), 1, 5, "certificate"},
		{strings.Repeat("#", maxFile+1), 0, 0, "larger"},
	} {
		_, err := Parse("signers", []byte(c.file))
		var fault *memfile.Fault
		if !errors.As(err, &fault) || fault.Line != c.line || fault.Column != c.column || !strings.Contains(fault.Message, c.want) || fault.Rule != Rule {
			t.Errorf("%.80q: %v, want %d:%d: %q", c.file, err, c.line, c.column, c.want)
		}
	}
}

func TestWhatProvesNothing(t *testing.T) {
	l, err := Parse("signers", []byte("* "+written(keyOf(t, 1))))
	if err != nil {
		t.Fatal(err)
	}
	good := signedBy(t, keyOf(t, 1), "x", "git")
	body := strings.Split(good, "\n")
	body[2] = "AAAA" + body[2][4:]
	for name, c := range map[string]struct{ signature, payload, want string }{
		"none":             {"", "x", "no ssh signature"},
		"openpgp":          {"-----BEGIN PGP SIGNATURE-----\n\nxx\n-----END PGP SIGNATURE-----\n", "x", "no ssh signature"},
		"another payload":  {good, "y", "not valid"},
		"another program":  {signedBy(t, keyOf(t, 1), "x", "file"), "x", "not made for git"},
		"cut":              {good[:len(good)/2], "x", "cannot be read"},
		"damaged":          {strings.Join(body, "\n"), "x", "not valid"},
		"something behind": {good + good, "x", "cannot be read"},
		"an empty one":     {begins + "\n-----END SSH SIGNATURE-----\n", "x", "cannot be read"},
	} {
		_, _, err := l.Check(Signed{Payload: []byte(c.payload), Signature: c.signature, Principal: "a", At: noon})
		var bad *BadError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, ErrNone) && !errors.As(err, &bad) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestCertificates(t *testing.T) {
	authority, key := keyOf(t, 9), keyOf(t, 1)
	l, err := Parse("signers", []byte("*@example.org cert-authority "+written(authority)))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change    func(*ssh.Certificate)
		principal string
		want      string
	}{
		"good":              {func(*ssh.Certificate) {}, "ada@example.org", ""},
		"another principal": {func(*ssh.Certificate) {}, "bob@example.org", "principal"},
		"outside the line":  {func(c *ssh.Certificate) { c.ValidPrincipals = []string{"ada@evil.org"} }, "ada@evil.org", "is for *@example.org"},
		"for anybody":       {func(c *ssh.Certificate) { c.ValidPrincipals = nil }, "ada@example.org", "names no principal"},
		"of a host":         {func(c *ssh.Certificate) { c.CertType = ssh.HostCert }, "ada@example.org", "not for a person"},
		"expired":           {func(c *ssh.Certificate) { c.ValidBefore = uint64(noon.Add(-time.Minute).Unix()) }, "ada@example.org", "expired"},
		"not yet":           {func(c *ssh.Certificate) { c.ValidAfter = uint64(noon.Add(time.Minute).Unix()) }, "ada@example.org", "not yet"},
		"critical option":   {func(c *ssh.Certificate) { c.CriticalOptions = map[string]string{"force-command": "x"} }, "ada@example.org", "critical option"},
	} {
		signature := signedBy(t, certOf(t, authority, key, c.change), "x", "git")
		_, _, err := l.Check(Signed{Payload: []byte("x"), Signature: signature, Principal: c.principal, At: noon})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	other := signedBy(t, certOf(t, keyOf(t, 8), key, func(*ssh.Certificate) {}), "x", "git")
	if _, _, err := l.Check(Signed{Payload: []byte("x"), Signature: other, Principal: "ada@example.org", At: noon}); err == nil {
		t.Error("a certificate of another authority counts")
	}
	plain := signedBy(t, authority, "x", "git")
	if _, _, err := l.Check(Signed{Payload: []byte("x"), Signature: plain, Principal: "ada@example.org", At: noon}); err == nil {
		t.Error("an authority's own key counts, without a certificate")
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		list, word string
		want       bool
	}{
		{"a", "a", true},
		{"a", "ab", false},
		{"a*", "a", true},
		{"*a", "bca", true},
		{"*a*b", "xaayb", true},
		{"*a*b", "xaay", false},
		{"?", "", false},
		{"?", "x", true},
		{"**", "", true},
		{"", "", true},
		{"", "a", false},
		{"a,b", "b", true},
		{"!a,*", "a", false},
		{"*,!a", "b", true},
		{strings.Repeat("*a", 30), strings.Repeat("a", 3000) + "b", false},
	} {
		if got := matches(c.list, c.word); got != c.want {
			t.Errorf("%s against %q: %v", fmt.Sprintf("%.40q", c.list), fmt.Sprintf("%.40s", c.word), got)
		}
	}
}
