package repo

import (
	"context"
	"errors"
	"slices"
	"time"

	"gitmem/memfile"
	"gitmem/repo/signers"
)

// decisions are the operations by which somebody decides. feedback and record
// say something and decide nothing; lapse and settle are gitmem's own.
var decisions = []string{
	"apply", "adopt", "edit", "undo", "reject", "revive", resolveWord, "confirm", "solve", "forget", "promote", "revoke", "detach", "purge",
}

// Decides is true for an operation by which a person or an agent decided. What a
// policy does in their place is none.
func Decides(m memfile.Message) bool {
	return slices.Contains(decisions, m.Op) && !byPolicy(m)
}

func byPolicy(m memfile.Message) bool { return m.Actor == memfile.ActorSystem && m.Via == "policy" }

// Signatures is what Verify found of the signatures of decisions.
type Signatures struct {
	Signed int `json:"signed"` // decisions by a key that is allowed
	// Policy is how many decisions name a policy instead of a person; nobody signs them.
	Policy int `json:"policy"`
	// Unsigned are decisions from before the first signed one: they may be older
	// than the requirement, which no history tells.
	Unsigned []UnsignedDecision `json:"unsigned"`
}

// UnsignedDecision is a decision without a signature that counts.
type UnsignedDecision struct {
	Commit    string     `json:"commit"`
	Operation memfile.ID `json:"operation"`
	Op        string     `json:"op"`
	Time      time.Time  `json:"time"`
	Author    string     `json:"author"`
	Reason    string     `json:"reason"`
}

// VerifySigned is Verify, and proves besides that each decision is signed by a
// key that the list allows the committer at the time of the commit. What is
// unsigned is a problem from the first signed decision on.
func (s *Store) VerifySigned(ctx context.Context, allowed *signers.List, progress func(done, total int)) (Report, error) {
	return s.verify(ctx, allowed, progress)
}

// checkSignature checks the commit of a decision, where signatures are asked for.
func (v *verifier) checkSignature(f seen) {
	if v.allowed == nil || !slices.Contains(decisions, f.message.Op) {
		return
	}
	report := v.report.Signatures
	if byPolicy(f.message) {
		report.Policy++
		return
	}
	err := v.signature(f)
	if err == nil {
		report.Signed++
		return
	}
	var bad *signers.BadError
	rule := "signature.unknown"
	switch {
	case errors.As(err, &bad):
		v.problem(f, "", "signature.bad", "the decision %s: %v", f.message.Op, err)
		return
	case errors.Is(err, signers.ErrNone):
		rule = "signature.missing"
	}
	if report.Signed > 0 {
		v.problem(f, "", rule, "the decision %s by %s: %v", f.message.Op, f.Author.Name, err)
		return
	}
	report.Unsigned = append(report.Unsigned, UnsignedDecision{
		Commit: f.Hash.String(), Operation: f.message.Operation, Op: f.message.Op, Time: f.Committer.When, Author: f.Author.Name, Reason: err.Error(),
	})
}

// signature compares the signature of a commit with the list.
func (v *verifier) signature(f seen) error {
	payload, twice := f.Payload()
	if twice {
		return &signers.BadError{Reason: "the commit carries several"}
	}
	_, _, err := v.allowed.Check(signers.Signed{
		Payload: payload, Signature: f.Signed, Principal: f.Committer.Email, At: f.Committer.When,
	})
	return err
}
