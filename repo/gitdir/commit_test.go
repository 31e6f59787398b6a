package gitdir

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

var (
	gitAuthor    = Signature{"A U Thor", "author@example.org", time.Unix(1700000000, 0).In(time.FixedZone("", 90*60))}
	gitCommitter = Signature{"C O Mitter", "committer@example.org", time.Unix(1700000100, 0).In(time.FixedZone("", -8*3600))}
)

// What we encode is what git itself makes of the same facts.
func TestEncodeCommitEqualsGit(t *testing.T) {
	r := newRealRepo(t)
	tree := r.id("write-tree")
	root := r.id("commit-tree", "-m", "root", tree.String())
	side := r.id("commit-tree", "-m", "side", tree.String())
	for _, message := range []string{"subject\n", "subject\n\nbody\n\nTrailer: x\n", "ünïcode ☃\n", "no newline at the end"} {
		for _, parents := range [][]Hash{nil, {root}, {root, side}} {
			args := []string{"commit-tree", "-F", "-", tree.String()}
			for _, p := range parents {
				args = append(args, "-p", p.String())
			}
			want := plumbing.NewHash(strings.TrimSpace(r.gitIn(message, args...)))
			draft := CommitDraft{Tree: tree, Parents: parents, Author: gitAuthor, Committer: gitCommitter, Message: message}
			if got := HashObject(plumbing.CommitObject, EncodeCommit(draft)); got != want {
				t.Errorf("%q:\n%s\nwant\n%s", message, EncodeCommit(draft), r.git("cat-file", "commit", want.String()))
			}
		}
	}
}

func TestCommitReadsWhatGitWrote(t *testing.T) {
	r := newRealRepo(t)
	r.history(3, 5)
	d := r.dir()
	head := r.id("rev-parse", "HEAD")
	c, err := d.Commit(head)
	must(t, err)
	if c.Hash != head || c.Tree != r.id("rev-parse", "HEAD^{tree}") || !reflect.DeepEqual(c.Parents, []Hash{r.id("rev-parse", "HEAD^")}) {
		t.Errorf("%+v", c)
	}
	if c.Message != "commit 2\n" || c.Signed != "" || c.Encoding != "" || c.Author.Name != gitAuthor.Name || c.Author.Email != gitAuthor.Email || !c.Author.When.Equal(gitAuthor.When) {
		t.Errorf("%+v", c)
	}
	if got := c.Committer.String(); got != gitCommitter.String() {
		t.Error(got)
	}
}

// Names that git would clean are cleaned alike, and fsck accepts the result.
func TestSignatureAsGitCleansIt(t *testing.T) {
	r := newRealRepo(t)
	tree := r.id("write-tree")
	for _, name := range []string{"Plain", " spaced ", "\"quoted\"", "a <b> c", "dot.", "x,y;", "J\xfcrgen", "日本", "tab\tin", "a\\"} {
		cmd := r.command("-c", "i18n.commitEncoding=ISO-8859-1", "commit-tree", "-m", "m", tree.String())
		cmd.Env = append(cmd.Env, "GIT_AUTHOR_NAME="+name, "GIT_AUTHOR_EMAIL=<a@b>.")
		out, err := cmd.Output()
		must(t, err)
		author := Signature{name, "<a@b>.", gitAuthor.When}
		draft := CommitDraft{Tree: tree, Author: author, Committer: gitCommitter, Message: "m\n", Encoding: "ISO-8859-1"}
		raw := EncodeCommit(draft)
		if HashObject(plumbing.CommitObject, raw).String() != strings.TrimSpace(string(out)) {
			t.Errorf("%q:\n%s\nwant\n%s", name, raw, r.git("cat-file", "commit", strings.TrimSpace(string(out))))
		}
	}
	for _, zone := range []int{0, 60, -60, 330 * 60, -(3*3600 + 30*60), 14 * 3600, 59} {
		when := time.Unix(1700000000, 0).In(time.FixedZone("", zone))
		if _, err := r.checkCommit(Signature{"N", "e", when}); err != nil {
			t.Errorf("zone %d: %v", zone, err)
		}
		if got := parseSignature(Signature{"N", "e", when}.String()); got.When.Format("-0700") != when.Format("-0700") || !got.When.Equal(when) {
			t.Errorf("zone %d: %s", zone, got)
		}
	}
	for _, odd := range []Signature{{}, {"", "", time.Unix(-5, 0)}, {"<>", "\n", time.Unix(1, 0)}, {"a\x00b", "c\nd", time.Unix(1<<33, 0)}} {
		if out, err := r.checkCommit(odd); err != nil {
			t.Errorf("%+v: %v %s", odd, err, out)
		}
	}
}

// checkCommit has git check a commit as strictly as it can.
func (r *realRepo) checkCommit(s Signature) (string, error) {
	raw := EncodeCommit(CommitDraft{Tree: emptyTree, Author: s, Committer: s, Message: "m\n"})
	cmd := r.command("hash-object", "-t", "commit", "-w", "--stdin")
	cmd.Stdin = bytes.NewReader(raw)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestSignedCommitVerifies(t *testing.T) {
	r := newRealRepo(t)
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	key := filepath.Join(r.root, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Skipf("ssh-keygen: %s", out)
	}
	public, err := os.ReadFile(key + ".pub")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(r.root, "signers"), append([]byte("committer@example.org "), public...), 0o644))
	draft := CommitDraft{Tree: emptyTree, Author: gitAuthor, Committer: gitCommitter, Message: "signed\n\nbody\n"}
	sign := exec.Command("ssh-keygen", "-Y", "sign", "-n", "git", "-f", key)
	sign.Stdin = bytes.NewReader(EncodeCommit(draft))
	signature, err := sign.Output()
	must(t, err)
	draft.Signed = string(signature)

	p := NewPack()
	p.Add(plumbing.TreeObject, nil)
	id := p.Add(plumbing.CommitObject, EncodeCommit(draft))
	r.addPack(p)
	r.git("-c", "gpg.ssh.allowedSignersFile="+filepath.Join(r.root, "signers"), "verify-commit", id.String())
	c, err := r.dir().Commit(id)
	must(t, err)
	if c.Signed != draft.Signed || c.Message != draft.Message {
		t.Errorf("%q", c.Signed)
	}
	r.fsck()
}

func TestOddCommits(t *testing.T) {
	id := strings.Repeat("ab", 20)
	good := []string{
		"tree " + id + "\n\n",
		"tree " + id + "\nauthor nobody\ncommitter <> x y\n\nm",
		"tree " + id + "\nparent " + id + "\nauthor A <a> 99999999999999999999 +99999\n\n\n\nm\n",
		"tree " + id + "\nauthor J\xfcrgen <j@x> 1 -0000\nencoding ISO-8859-1\n\nGr\xfc\xdfe\n",
		"tree " + id + "\nauthor A <a> 1 +0000\nmergetag object x\n type commit\n \n tag y\nHG:extra a b\ngpgsig x\n \n y\n\nm",
		"tree " + id + "\nauthor A <a> 1 +0000\nauthor B <b> 2 +0000\n\nm",
	}
	for _, raw := range good {
		c, err := ParseCommit([]byte(raw))
		if err != nil || !bytes.Equal(c.encode(), []byte(raw)) {
			t.Errorf("%q: %v", raw, err)
		}
	}
	c, _ := ParseCommit([]byte(good[3]))
	if c.Encoding != "ISO-8859-1" || c.Message != "Gr\xfc\xdfe\n" || c.Author.Name != "J\xfcrgen" {
		t.Errorf("%+v", c)
	}
	if c, _ = ParseCommit([]byte(good[4])); c.Signed != "x\n\ny\n" {
		t.Errorf("%q", c.Signed)
	}
	if c, _ = ParseCommit([]byte(good[5])); c.Author.Name != "A" {
		t.Errorf("%+v", c.Author)
	}
	for _, raw := range []string{"", "\n", "\nm", "tree " + id, "tree " + id + "\n", "tree abc\n\n", "parent " + id + "\n\n", "author A <a> 1 +0\ntree " + id + "\n\n", "tree " + id + "\nnovalue\n\n", "tree " + id + "\nparent x\n\n"} {
		if _, err := ParseCommit([]byte(raw)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func FuzzCommit(f *testing.F) {
	id := strings.Repeat("ab", 20)
	f.Add([]byte("tree " + id + "\nparent " + id + "\nauthor A <a@b> 1700000000 +0130\ncommitter C <c@d> 1700000000 -0800\nencoding X\ngpgsig -----BEGIN\n \n abc\n -----END\n\nsubject\n\nbody\n"))
	f.Add([]byte("tree " + id + "\n\n"))
	f.Add([]byte("tree " + id + "\nauthor <> > < 1 1\n x\n\n\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := ParseCommit(raw)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(c.encode(), raw) {
			t.Fatalf("printed otherwise:\n%q\n%q", c.encode(), raw)
		}
		draft := CommitDraft{Tree: c.Tree, Parents: c.Parents, Author: c.Author, Committer: c.Committer, Message: c.Message, Encoding: c.Encoding, Signed: c.Signed}
		again, err := ParseCommit(EncodeCommit(draft))
		if err != nil {
			t.Fatalf("what we print does not parse: %v\n%q", err, EncodeCommit(draft))
		}
		draft.Author, draft.Committer, draft.Message, draft.Signed, draft.Encoding = again.Author, again.Committer, again.Message, again.Signed, again.Encoding
		if !bytes.Equal(EncodeCommit(draft), again.Raw) {
			t.Fatalf("not stable:\n%q\n%q", EncodeCommit(draft), again.Raw)
		}
	})
}

// The payload of a signed commit is the commit as it was before it was signed.
func TestPayload(t *testing.T) {
	draft := CommitDraft{Author: Signature{Name: "A", Email: "a@b"}, Committer: Signature{Name: "A", Email: "a@b"}, Message: "m\n"}
	unsigned := EncodeCommit(draft)
	draft.Signed = "-----BEGIN\n\nx\n-----END\n"
	signed := EncodeCommit(draft)
	c, err := ParseCommit(signed)
	if err != nil {
		t.Fatal(err)
	}
	if payload, twice := c.Payload(); twice || !bytes.Equal(payload, unsigned) || !bytes.Equal(c.encode(), signed) {
		t.Errorf("%v\n%s", twice, payload)
	}
	line := []byte("gpgsig x\n")
	if c, err = ParseCommit(append(append([]byte{}, unsigned[:len(unsigned)-3]...), append(append(line, line...), "\nm\n"...)...)); err != nil {
		t.Fatal(err)
	}
	if payload, twice := c.Payload(); !twice || !bytes.Equal(payload, unsigned) {
		t.Errorf("twice %v\n%s", twice, payload)
	}
}
