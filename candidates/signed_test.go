package candidates

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/repo"
	"gitmem/repo/signers"
)

// requiring makes the desk ask for signatures, by a key that ada has.
func (b *bench) requiring() {
	b.Helper()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		b.Skip("no ssh-keygen on this machine")
	}
	key := filepath.Join(b.env.Home, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		b.Fatal(err)
	}
	config := "[maintenance]\n\tauto = false\n[commit]\n\tgpgsign = true\n[gpg]\n\tformat = ssh\n[user]\n\tname = Ada\n\temail = ada@example.org\n\tsigningKey = " + key + "\n"
	for path, text := range map[string]string{filepath.Join(b.env.Home, ".gitconfig"): config, b.allowed(): "ada@example.org " + string(public)} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	b.desk = b.open()
	b.desk.Rules.RequireSignature, b.desk.Rules.AllowedSigners = true, b.allowed()
}

func (b *bench) allowed() string { return filepath.Join(b.env.Home, "allowed") }

// Where a signature is required, an unsigned decision changes nothing, and a
// signed one carries what git itself can check.
func TestRequiredSignature(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	head := b.git("rev-parse", "HEAD")
	refused := func(want error) {
		t.Helper()
		if _, err := b.desk.Approve(ctx, id, ada); !errors.Is(err, want) || b.git("rev-parse", "HEAD") != head || b.memory() != "" || b.state(id) != Pending {
			t.Fatalf("%v, want %v", err, want)
		}
	}
	b.desk.Rules.RequireSignature = true
	refused(repo.ErrNoSigners)
	b.desk.Rules.AllowedSigners = b.allowed()
	if err := os.WriteFile(b.allowed(), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refused(repo.ErrUnsigned)
	b.requiring()
	b.must(b.desk.Approve(ctx, id, ada))
	b.git("-c", "gpg.ssh.allowedSignersFile="+b.allowed(), "verify-commit", "HEAD")
	if err := os.WriteFile(b.allowed(), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	head = b.git("rev-parse", "HEAD")
	var unknown *signers.UnknownError
	if _, err := b.desk.Undo(ctx, id, ada); !errors.As(err, &unknown) || unknown.Principal != "ada@example.org" || b.git("rev-parse", "HEAD") != head || b.state(id) != Applied {
		t.Errorf("a key that is not allowed: %v", err)
	}
}

// An uncertain operation that a person resolves is a decision too.
func TestResolveIsSigned(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	operation, _ := b.uncertain("op.replaced", func(d *Desk) (Outcome, error) { return d.Approve(ctx, id, ada) })
	b.requiring()
	b.must(b.desk.Resolve(ctx, operation, repo.KeepBefore, ada))
	message := b.git("log", "-1", "--format=%B")
	if !strings.Contains(message, "Memory-Op: resolve") || !strings.Contains(message, "Memory-Via: signed") {
		t.Errorf("message %s", message)
	}
	b.git("-c", "gpg.ssh.allowedSignersFile="+b.allowed(), "verify-commit", "HEAD")
}

// Whoever lets agents decide, and requires signatures, has agents refused.
func TestAgentsDoNotSign(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	b.requiring()
	agent := Actor{Kind: memfile.ActorTool, Agent: "claude-code", Via: ViaFlag}
	var refused *AuthorityError
	if _, err := b.desk.Approve(ctx, id, agent); !errors.As(err, &refused) {
		t.Errorf("approve: %v", err)
	}
	if _, err := b.desk.Reject(ctx, id, agent, "no"); !errors.As(err, &refused) || b.state(id) != Pending {
		t.Errorf("reject: %v", err)
	}
	p := add("Run make lint.")
	p.Actor = agent
	b.must(b.desk.Propose(ctx, p))
}

// What agents decided is listed until a person has looked; what a person or a
// policy decided is not.
func TestDecidedByAgents(t *testing.T) {
	b := newBench(t)
	one, two := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID, b.must(b.desk.Propose(ctx, add("Run make lint."))).Candidate.ID
	agent := Actor{Kind: memfile.ActorTool, Agent: "claude-code", Via: ViaFlag}
	b.must(b.desk.Approve(ctx, one, agent))
	b.must(b.desk.Approve(ctx, two, ada))
	b.must(b.desk.Undo(ctx, one, agent))
	b.hand("Mine.")
	l, err := b.desk.DecidedByAgents(ctx)
	if err != nil || len(l.Decisions) != 2 || l.Decisions[0].Op != "undo" || l.Decisions[1].Op != "apply" || l.Decisions[0].Agent != "claude-code" || l.Decisions[0].Via != ViaFlag {
		t.Fatalf("%+v, %v", l, err)
	}
	if again, err := b.open().DecidedByAgents(ctx); err != nil || len(again.Decisions) != 2 {
		t.Errorf("a second time: %+v, %v", again, err)
	}
	if err := b.desk.LookedAtAgents(l); err != nil {
		t.Fatal(err)
	}
	b.must(b.desk.Revive(ctx, one, agent))
	l, err = b.open().DecidedByAgents(ctx)
	if err != nil || len(l.Decisions) != 1 || l.Decisions[0].Op != "revive" {
		t.Errorf("after looking: %+v, %v", l, err)
	}
}

// verified is what verify says of the signatures, by the keys in the file.
func (b *bench) verified() repo.Report {
	b.Helper()
	list, err := signers.Read(b.allowed())
	if err != nil {
		b.Fatal(err)
	}
	report, err := b.open().Store.VerifySigned(ctx, list, nil)
	if err != nil {
		b.Fatal(err)
	}
	return report
}

// expect compares counts and the rules of the problems.
func (b *bench) expect(signed, unsigned, policy int, rules ...string) {
	b.Helper()
	r := b.verified()
	var got []string
	for _, p := range r.Problems {
		got = append(got, p.Rule)
	}
	if r.Signatures.Signed != signed || len(r.Signatures.Unsigned) != unsigned || r.Signatures.Policy != policy || !slices.Equal(got, rules) {
		b.Errorf("signed %d, unsigned %d, policy %d, problems %v", r.Signatures.Signed, len(r.Signatures.Unsigned), r.Signatures.Policy, r.Problems)
	}
	if sound := r.Sound(true); sound != (unsigned == 0 && len(rules) == 0) || r.Sound(false) != (len(rules) == 0) {
		b.Errorf("sound %v with %d unsigned and %v", sound, unsigned, rules)
	}
}

// What was decided before the first signed decision is counted; from there on
// each has to be signed. What a policy does nobody signs.
func TestVerifySignatures(t *testing.T) {
	b := newBench(t)
	b.hand("From before.")
	b.requiring()
	b.expect(0, 1, 0)
	b.desk.Rules.Promotion = PolicyAutomatic
	b.must(b.desk.Propose(ctx, add("By a policy.")))
	id := b.must(b.desk.Propose(ctx, Proposal{Edit: memfile.Edit{Action: "add", Content: "Signed."}, Actor: ada, Confidence: 10000, Reason: "r", Apply: true})).Candidate.ID
	b.expect(1, 1, 1)
	plain, err := b.desk.Store.Verify(ctx, nil)
	if err != nil || plain.Signatures != nil || len(plain.Problems) > 0 {
		t.Errorf("asked for none: %+v, %v", plain, err)
	}

	b.desk.Rules.RequireSignature = false
	if err := os.Remove(filepath.Join(b.env.Home, ".gitconfig")); err != nil {
		t.Fatal(err)
	}
	b.desk = b.open()
	b.must(b.desk.Undo(ctx, id, ada))
	b.must(b.desk.Propose(ctx, add("Decides nothing.")))
	b.expect(1, 1, 1, "signature.missing")
	p := b.verified().Problems[0]
	if p.Operation == "" || p.Commit == "" || !strings.Contains(p.Message, "the decision undo by ") {
		t.Errorf("problem %+v", p)
	}
}

// A commit that carries its signature twice proves nothing, though either
// would do alone.
func TestVerifyTwoSignatures(t *testing.T) {
	b := newBench(t)
	b.requiring()
	b.must(b.desk.Propose(ctx, Proposal{Edit: memfile.Edit{Action: "add", Content: "Signed."}, Actor: ada, Confidence: 10000, Reason: "r", Apply: true}))
	b.expect(1, 0, 0)
	raw := b.git("cat-file", "commit", "HEAD")
	at := strings.Index(raw, "gpgsig ")
	end := strings.Index(raw, "-----END SSH SIGNATURE-----\n") + len("-----END SSH SIGNATURE-----\n")
	forged := filepath.Join(b.env.Home, "forged")
	if err := os.WriteFile(forged, []byte(raw[:end]+raw[at:]+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.git("reset", "-q", "--soft", strings.TrimSpace(b.git("hash-object", "-t", "commit", "-w", "--literally", forged)))
	b.expect(0, 0, 0, "signature.bad")
}
