package signers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What ssh-keygen signs is read, and where it says yes or no to a line, so does
// this package.
func TestAgreesWithSSHKeygen(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("no ssh-keygen on this machine")
	}
	dir := t.TempDir()
	run := func(stdin string, args ...string) (string, error) {
		cmd := exec.Command("ssh-keygen", args...)
		cmd.Dir, cmd.Stdin, cmd.Env = dir, strings.NewReader(stdin), append(os.Environ(), "TZ=UTC", "SSH_AUTH_SOCK=")
		out, err := cmd.Output()
		return string(out), err
	}
	for _, kind := range []string{"ed25519", "ecdsa", "rsa"} {
		if out, err := run("", "-q", "-t", kind, "-N", "", "-C", "", "-f", kind); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		public, err := os.ReadFile(filepath.Join(dir, kind+".pub"))
		if err != nil {
			t.Fatal(err)
		}
		signature, err := run("payload", "-Y", "sign", "-n", "git", "-f", kind)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, kind+".sig"), []byte(signature), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, before := range []string{
			"ada@example.org ", "*@example.org,!ada@* ", "* ", "!bob,ada* ", `"ada@example.org" `, `* namespaces="git" `, `* namespaces="file" `, `* namespaces="*t,!f*" `,
			`* valid-after="20260301Z" `, `* valid-after="20260302Z" `, `* valid-before="20260301Z" `, `* valid-before="202603011200Z" `, `* valid-before="202603011159Z" `,
			"* cert-authority ", "* no-such-option ", `* valid-after="x" `, "# ", "Ada@example.org ", "ada@example.or? ",
		} {
			file := before + string(public)
			theirs := sshKeygenAllows(t, run, dir, kind, file)
			l, err := Parse("signers", []byte(file))
			if err == nil {
				_, _, err = l.Check(Signed{Payload: []byte("payload"), Signature: signature, Principal: "ada@example.org", At: noon})
			}
			if (err == nil) != theirs {
				t.Errorf("%s, %q: ssh-keygen says %v, this package %v", kind, before, theirs, err)
			}
		}
	}
}

func sshKeygenAllows(t *testing.T, run func(string, ...string) (string, error), dir, kind, file string) bool {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "allowed"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := run("payload", "-Y", "verify", "-n", "git", "-f", "allowed", "-I", "ada@example.org", "-s", kind+".sig", "-Overify-time=20260301120000Z")
	return err == nil
}
