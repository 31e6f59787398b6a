package candidates

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// rewriteFile changes a file of the store by hand and commits it.
func (b *bench) rewriteFile(rel, from, to string, message string) {
	b.Helper()
	data, err := os.ReadFile(filepath.Join(b.root, rel))
	if err != nil || !strings.Contains(string(data), from) {
		b.Fatalf("%s: %q is not in it (%v)", rel, from, err)
	}
	b.save(rel, strings.ReplaceAll(string(data), from, to))
	b.git("commit", "-qam", message)
}

// A record that a commit by hand changed is acted on no more: an undo would
// write the forged words into memory.
func TestTamperedRecordIsNotActedOn(t *testing.T) {
	b := newBench(t)
	b.hand("Alpha one.")
	b.hand("Beta two.")
	p := Proposal{Edit: memfile.Edit{Action: "remove", Locator: "Beta two."}, Actor: ada, Apply: true, Confidence: 10000}
	removed := b.must(b.desk.Propose(ctx, p)).Candidate
	b.rewriteFile(memfile.CandidatePath(removed), "Beta two.", "Evil inserted.", "by hand")
	var tampered *TamperedError
	if _, err := b.desk.Undo(ctx, removed.ID, ada); !errors.As(err, &tampered) || strings.Contains(b.memory(), "Evil") {
		t.Errorf("undo: %v, memory %q", err, b.memory())
	}
	b.git("cat-file", "blob", tampered.Blob)
	rejected := b.must(b.desk.Propose(ctx, add("Deploy on Fridays."))).Candidate.ID
	c := b.must(b.desk.Reject(ctx, rejected, ada, "no")).Candidate
	b.rewriteFile(memfile.CandidatePath(c), "Deploy on Fridays.", "Evil inserted.", "by hand")
	if _, err := b.desk.Revive(ctx, rejected, ada); !errors.As(err, &tampered) {
		t.Errorf("revive: %v", err)
	}
}

// gitmem's own keys of an open candidate stay what its operations made them,
// by whatever commit they were changed.
func TestForgedCommitOfAnOpenCandidate(t *testing.T) {
	b := newBench(t)
	id := b.must(b.desk.Propose(ctx, add("Use pnpm."))).Candidate.ID
	b.rewriteFile(openPath(id), "actor: tool", "actor: user", "by hand")
	if _, err := b.desk.Approve(ctx, id, ada); !errors.As(err, new(*ForgedError)) || b.memory() != "" {
		t.Errorf("approve: %v", err)
	}
}

// What a person rejected stays rejected, whatever commits by hand, forged
// trailers or merges do to its record, and with the cache damaged.
func TestTombstoneOutlivesTampering(t *testing.T) {
	for name, spoil := range map[string]func(b *bench, c memfile.Candidate){
		"edited by hand": func(b *bench, c memfile.Candidate) {
			b.rewriteFile(memfile.CandidatePath(c), "Deploy on Fridays.", "Something else.", "by hand")
		},
		"deleted with a forged trailer": func(b *bench, c memfile.Candidate) {
			b.git("rm", "-q", memfile.CandidatePath(c))
			b.git("commit", "-qm", "x\n\nMemory-Op: settle\nMemory-Operation: oaaaaaaaaaaaaaaaa\nMemory-Actor: system")
		},
		"merged away": func(b *bench, c memfile.Candidate) {
			b.git("checkout", "-q", "side")
			b.desk = b.open()
			b.hand("On the side.")
			b.git("merge", "-q", "-s", "ours", "main", "-m", "merge")
		},
		"a flipped byte in the cache": func(b *bench, c memfile.Candidate) {
			_, _ = b.desk.Propose(ctx, add("Deploy on Fridays."))
			path := b.desk.Store.CachePath(Folder)
			data, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(data), "fridays", "frixays", 1)), 0o600); err != nil {
				b.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.git("branch", "side")
			id := b.must(b.desk.Propose(ctx, add("Deploy on Fridays."))).Candidate.ID
			c := b.must(b.desk.Reject(ctx, id, ada, "no")).Candidate
			spoil(b, c)
			if _, err := b.desk.Propose(ctx, add("Deploy on Fridays.")); !errors.As(err, new(*TombstoneError)) {
				t.Errorf("the same words again: %v", err)
			}
		})
	}
}

// Nothing unscanned is committed: where a proposal comes from is scanned too,
// and an invisible mark at the head of a text is not stored.
func TestEveryFieldIsScanned(t *testing.T) {
	b := newBench(t)
	token := "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fJ3kL6"
	for name, change := range map[string]func(p *Proposal){
		"session": func(p *Proposal) { p.Source = memfile.Source{Session: token, Message: "m"} },
		"message": func(p *Proposal) { p.Source = memfile.Source{Session: "s", Message: token} },
		"agent":   func(p *Proposal) { p.Actor.Agent = token },
	} {
		p := add("Fine.")
		change(&p)
		if _, err := b.desk.Propose(ctx, p); !errors.As(err, new(*guard.RefusedError)) || strings.Contains(err.Error(), token) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := add("Fine.")
	p.Source = memfile.Source{Session: "s", Message: "a\u202eb"}
	if _, err := b.desk.Propose(ctx, p); err == nil {
		t.Error("a bidirectional override in a message id was accepted")
	}
	out := b.must(b.desk.Propose(ctx, add("\ufeffUse pnpm.")))
	if out.Candidate.Content != "Use pnpm." {
		t.Errorf("content %q", out.Candidate.Content)
	}
}

func TestEmptyIDIsNoPrefix(t *testing.T) {
	b := newBench(t)
	b.hand("Use pnpm.")
	if _, err := b.desk.Undo(ctx, "", ada); !errors.Is(err, ErrNotFound) || !strings.Contains(b.memory(), "pnpm") {
		t.Errorf("undo of nothing: %v", err)
	}
}
