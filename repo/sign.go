package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gitmem/repo/signers"
)

// signTimeout bounds how long a signing program may take; it may have to ask a
// person for a touch or a passphrase.
const signTimeout = 2 * time.Minute

// sign makes the signature of a commit as git would, where the person's
// configuration has commit.gpgsign; otherwise it is empty. If signing fails,
// the operation must not take place.
func (s *Store) sign(payload []byte, must bool) (string, error) {
	person, err := s.Identity()
	if err != nil {
		return "", err
	}
	cfg := person.Signing
	if must && (!cfg.Sign || cfg.Format != "ssh") {
		return "", ErrUnsigned
	}
	if !cfg.Sign {
		return "", nil
	}
	if cfg.Format == "ssh" {
		return s.signSSH(cfg, payload)
	}
	return s.signGPG(cfg, payload)
}

// Signing is what the person's git configuration says of signatures.
type Signing struct {
	Sign    bool
	Format  string // "openpgp" or "ssh"
	Key     string // user.signingKey
	Program string // the configured program, empty for the default
}

func (s *Store) signGPG(cfg Signing, payload []byte) (string, error) {
	program := orDefault(cfg.Program, "gpg")
	args := []string{"--status-fd=2", "-bsa"}
	if cfg.Key != "" {
		args = append(args, "-u", cfg.Key)
	}
	out, err := runSigner(payload, program, args...)
	return out, wrapSigner(program, err)
}

// signSSH signs with ssh-keygen under git's namespace.
func (s *Store) signSSH(cfg Signing, payload []byte) (string, error) {
	program := orDefault(cfg.Program, "ssh-keygen")
	if cfg.Key == "" {
		return "", fmt.Errorf("commit.gpgsign is set with gpg.format=ssh, but user.signingKey is not: set it, or unset commit.gpgsign for this store")
	}
	key, remove, err := s.sshKeyFile(cfg.Key)
	if err != nil {
		return "", err
	}
	defer remove()
	args := []string{"-Y", "sign", "-n", "git", "-f", key}
	if strings.HasPrefix(cfg.Key, "key::") || strings.HasPrefix(cfg.Key, "ssh-") {
		args = append(args, "-U")
	}
	out, err := runSigner(payload, program, args...)
	return out, wrapSigner(program, err)
}

// sshKeyFile is the file of the key; a literal public key goes through a
// private temporary file, as git does.
func (s *Store) sshKeyFile(key string) (string, func(), error) {
	literal, isLiteral := strings.CutPrefix(key, "key::")
	if !isLiteral && !strings.HasPrefix(key, "ssh-") {
		if rest, ok := strings.CutPrefix(key, "~/"); ok {
			key = filepath.Join(s.env.Home, rest)
		}
		return key, func() {}, nil
	}
	f, err := os.CreateTemp("", "gitmem-signing-key-")
	if err != nil {
		return "", nil, err
	}
	_, err = f.WriteString(literal + "\n")
	return f.Name(), func() { _ = os.Remove(f.Name()) }, errors.Join(err, f.Close())
}

// checkSigner looks at a fresh signature as verify will: before anything is
// pinned it is known whether the key is one that may decide.
func (w *work) checkSigner(payload []byte, signature string) error {
	if !w.mustSign {
		return nil
	}
	if w.signers == nil {
		return ErrNoSigners
	}
	_, _, err := w.signers.Check(signers.Signed{Payload: payload, Signature: signature, Principal: w.committer.Email, At: w.committer.When})
	if err != nil {
		return fmt.Errorf("the decision was not made: %w", err)
	}
	return nil
}

func runSigner(payload []byte, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), signTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(payload), &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: %s", err, strings.TrimSpace(complaint.String()))
	}
	if out.Len() == 0 {
		return "", errors.New("it printed no signature")
	}
	return out.String(), nil
}

func wrapSigner(program string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("commit.gpgsign is set and %s could not sign, so nothing was changed: %w", program, err)
}

func orDefault(value, standard string) string {
	if value == "" {
		return standard
	}
	return value
}
