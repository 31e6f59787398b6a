package repo

import (
	"fmt"
	"slices"
	"strings"

	"gitmem/memfile"
)

// decisive are the operations by which a candidate is decided.
var decisive = []string{"apply", "adopt", "reject", "lapse", resolveWord}

// checkTrailers compares the record of a candidate with the trailers of the
// operation that wrote it, and with the record before: what the operation does
// not write stays as it was.
func (v *verifier) checkTrailers(f seen, c memfile.Candidate, old, now *recordState) {
	v.checkDecided(f, c, old, now)
	v.checkProposer(f, c, old, now.path)
	v.checkKeptEffects(f, c, old, now)
}

// checkDecided compares who decided, and how, with the trailers.
func (v *verifier) checkDecided(f seen, c memfile.Candidate, old, now *recordState) {
	m := f.message
	decides := slices.Contains(decisive, m.Op) || adopts(m.Op) && c.Status == memfile.StatusApplied
	switch {
	case m.Op == "forget":
		v.checkWithdrawn(f, c, old, now)
	case decides && c.Decided == nil:
		v.recordProblem(f, c.ID, now.path, "record.decided", "it does not say who decided, and the operation %s is a decision", m.Op)
	case decides && (c.Decided.By != m.Actor || c.Decided.Via != m.Via):
		v.recordProblem(f, c.ID, now.path, "record.decided", "it says that %s decided, and the operation that %s did",
			byVia(c.Decided.By, c.Decided.Via), byVia(m.Actor, m.Via))
	case decides || c.Decided == nil && m.Op == "settle":
	case m.Op == "propose" || m.Op == "import" || m.Op == "revive" || m.Op == "record":
		if c.Decided != nil {
			v.recordProblem(f, c.ID, now.path, "record.decided", "it says that %s decided, and it is open since the operation %s",
				byVia(c.Decided.By, c.Decided.Via), m.Op)
		}
	case old != nil && !old.assumed && old.decided != now.decided:
		v.recordProblem(f, c.ID, now.path, "record.decided", "its decision differs from the one before, and the operation %s decides nothing", m.Op)
	}
}

// checkWithdrawn: what loses its evidence is rejected by gitmem itself, and
// what a forget does to other candidates decides nothing.
func (v *verifier) checkWithdrawn(f seen, c memfile.Candidate, old, now *recordState) {
	switch {
	case c.Status != memfile.StatusRejected:
		if c.Decided != nil && (old == nil || !old.assumed && old.decided != now.decided) {
			v.recordProblem(f, c.ID, now.path, "record.decided", "it says that %s decided, and the operation forget only proposes", byVia(c.Decided.By, c.Decided.Via))
		}
	case c.Decided == nil || c.Decided.By != memfile.ActorSystem || c.Decided.Via != "policy":
		v.recordProblem(f, c.ID, now.path, "record.decided", "it is rejected by the operation forget, and does not say that gitmem itself decided")
	}
}

func byVia(actor, via string) string {
	if via == "" {
		via = "no way that is named"
	}
	return fmt.Sprintf("%q by %q", actor, via)
}

// checkProposer compares who proposed it, and where, with the trailers: the
// actor where the operation is the first of the candidate, the source wherever
// the operation is about one candidate.
func (v *verifier) checkProposer(f seen, c memfile.Candidate, old *recordState, file string) {
	m := f.message
	if old == nil && begins(m.Op) && c.Actor != m.Actor {
		v.recordProblem(f, c.ID, file, "record.actor", "it says that %q proposed it, and the operation that %q did", c.Actor, m.Actor)
	}
	named := m.Source
	switch {
	case m.Op == "import":
		named = memfile.Source{Agent: m.Agent}
	case len(m.IDs) != 1 || m.Op == "detach":
		return
	}
	if recorded := (memfile.Source{Agent: c.Source.Agent, Session: c.Source.Session, Message: c.Source.Message}); recorded != named {
		v.recordProblem(f, c.ID, file, "record.source", "it names another agent, session or message than the operation %s", m.Op)
	}
}

// checkKeptEffects makes sure that an operation that is not the one which an
// effect names has not changed that effect.
func (v *verifier) checkKeptEffects(f seen, c memfile.Candidate, old, now *recordState) {
	if old == nil || old.assumed {
		return
	}
	kept := func(e *memfile.Effect, was, is EntryDigest) bool {
		switch {
		case f.message.Op == "revive":
			return e == nil
		case e == nil:
			return was == is || f.message.Op == "settle"
		}
		return was == is || e.Operation == f.message.Operation
	}
	if !kept(c.Effect, old.effect, now.effect) || !kept(c.Undo, old.undo, now.undo) {
		v.recordProblem(f, c.ID, now.path, "record.effect", "what it records of an earlier operation is not what it recorded before %s", f.message.Op)
	}
}

// decisionOf and effectOf stand for the parts of a record that only some
// operations write.
func decisionOf(c memfile.Candidate) EntryDigest {
	if c.Decided == nil {
		return EntryDigest{}
	}
	d := c.Decided
	return DigestEntry(strings.Join([]string{d.By, d.Via, d.At.UTC().String(), d.Reason}, "\x00"))
}

func effectOf(e *memfile.Effect) EntryDigest {
	if e == nil {
		return EntryDigest{}
	}
	parts := []string{string(e.Operation), e.File.Before, e.File.After, e.Applied.UTC().String()}
	for _, change := range e.Entries {
		parts = append(parts, change.Before, change.After)
	}
	return DigestEntry(strings.Join(parts, "\x00"))
}
