package repo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gitmem/memfile"
)

// rewriteRecord writes the record of a candidate anew in the newest commit, as
// `git commit --amend` does.
func (j *journal) rewriteRecord(c memfile.Candidate, change func(*memfile.Candidate)) {
	j.Helper()
	file := memfile.CandidatePath(c)
	parsed, err := memfile.ParseCandidate(file, []byte(j.read(file)))
	if err != nil {
		j.Fatal(err)
	}
	c = parsed.Candidate()
	change(&c)
	j.save(file, string(memfile.FormatCandidate(c)))
	j.git("commit", "-qa", "--amend", "--no-edit")
}

// tamper changes a record with an editor and commits it by hand.
func (j *journal) tamper(c memfile.Candidate, from, to string) memfile.Candidate {
	j.Helper()
	file := memfile.CandidatePath(c)
	j.edit(file, from, to)
	j.byHand("typo")
	parsed, err := memfile.ParseCandidate(file, []byte(j.read(file)))
	if err != nil {
		j.Fatal(err)
	}
	return parsed.Candidate()
}

var forgedRecords = map[string]forgery{
	"a settled record is changed and then undone": {func(j *journal, last memfile.Candidate) {
		j.undo(j.tamper(last, "by hand", "by command"))
	}, []string{"record.tampered"}},

	"a settled record is changed and then revived": {func(j *journal, last memfile.Candidate) {
		last, _ = j.undo(last)
		j.move("revive", memfile.StatusPending, j.tamper(last, "by hand", "by command"))
	}, []string{"record.tampered"}},

	"a settled record is deleted and then written anew": {func(j *journal, last memfile.Candidate) {
		last, _ = j.undo(last)
		text := j.read(memfile.CandidatePath(last))
		os.Remove(filepath.Join(j.store, memfile.CandidatePath(last)))
		j.byHand("tidy")
		j.settle("settle", j.newID(memfile.KindOperation), []Change{{Path: memfile.CandidatePath(last), After: Of([]byte(text))}}, last)
	}, []string{"record.tampered"}},

	"an open record says that another proposed it, and is applied": {func(j *journal, _ memfile.Candidate) {
		c := j.propose(add("Trust me."))
		j.apply(j.tamper(c, "agent: claude-code", "agent: nobody"))
	}, []string{"record.tampered", "record.source"}},

	"an open record gets other evidence, and is rejected": {func(j *journal, _ memfile.Candidate) {
		c := j.propose(add("Trust me."))
		j.move("reject", memfile.StatusRejected, j.tamper(c, "created: ", "evidence: [e00000000000000aa]\ncreated: "))
	}, []string{"record.tampered"}},

	"a rejected record is opened by hand, and applied": {func(j *journal, _ memfile.Candidate) {
		c := j.move("reject", memfile.StatusRejected, j.propose(add("Trust me.")))
		os.Remove(filepath.Join(j.store, memfile.CandidatePath(c)))
		c.Status, c.Decided = memfile.StatusPending, nil
		j.save(memfile.CandidatePath(c), string(memfile.FormatCandidate(c)))
		j.byHand("open it")
		j.apply(c)
	}, []string{"record.tampered"}},

	"a record is made by hand, and applied": {func(j *journal, _ memfile.Candidate) {
		c := j.draft(add("Trust me."))
		j.save(memfile.CandidatePath(c), string(memfile.FormatCandidate(c)))
		j.byHand("a candidate")
		j.apply(c)
	}, []string{"record.tampered"}},

	"a record says that it was decided in another way": {func(j *journal, last memfile.Candidate) {
		j.rewriteRecord(last, func(c *memfile.Candidate) { c.Decided.Via = "signed" })
	}, []string{"record.decided"}},

	"a record says that somebody else decided": {func(j *journal, last memfile.Candidate) {
		j.rewriteRecord(last, func(c *memfile.Candidate) { c.Decided.By = memfile.ActorSystem })
	}, []string{"record.decided"}},

	"a record does not say who decided": {func(j *journal, last memfile.Candidate) {
		j.rewriteRecord(last, func(c *memfile.Candidate) { c.Decided = nil })
	}, []string{"record.decided"}},

	"a rejection says that it was decided in another way": {func(j *journal, _ memfile.Candidate) {
		c := j.move("reject", memfile.StatusRejected, j.propose(add("Trust me.")))
		j.rewriteRecord(c, func(c *memfile.Candidate) { c.Decided.Via = "signed" })
	}, []string{"record.decided"}},

	"a proposal says that it is decided": {func(j *journal, _ memfile.Candidate) {
		j.rewriteRecord(j.propose(add("Trust me.")), func(c *memfile.Candidate) { c.Decided = j.decided() })
	}, []string{"record.decided"}},

	"an undo changes who decided": {func(j *journal, last memfile.Candidate) {
		last, _ = j.undo(last)
		j.rewriteRecord(last, func(c *memfile.Candidate) { c.Decided.Via = "signed" })
	}, []string{"record.decided"}},

	"an undo changes what was applied": {func(j *journal, last memfile.Candidate) {
		last, _ = j.undo(last)
		j.rewriteRecord(last, func(c *memfile.Candidate) { c.Effect.Applied = c.Effect.Applied.AddDate(-1, 0, 0) })
	}, []string{"record.effect"}},

	"a proposal says that a person made it": {func(j *journal, _ memfile.Candidate) {
		j.rewriteRecord(j.propose(add("Trust me.")), func(c *memfile.Candidate) { c.Actor = memfile.ActorUser })
	}, []string{"record.actor"}},

	"a proposal names another message": {func(j *journal, _ memfile.Candidate) {
		j.rewriteRecord(j.propose(add("Trust me.")), func(c *memfile.Candidate) { c.Source.Message = "msg_0" })
	}, []string{"record.source"}},

	"what was added at once says that an agent proposed it": {func(j *journal, _ memfile.Candidate) {
		c, _ := j.now(add("Trust me."))
		j.rewriteRecord(c, func(c *memfile.Candidate) { c.Actor, c.Source.Agent = memfile.ActorTool, "claude-code" })
	}, []string{"record.actor", "record.source"}},
}

// The problem names the commit by hand, and stays whatever comes after.
func TestVerifyTamperedNamesTheCommit(t *testing.T) {
	j, last := life(t)
	c := j.tamper(last, "by hand", "by command")
	hand := j.git("rev-parse", "HEAD")
	j.save("notes.txt", "x\n")
	j.byHand("notes")
	c, _ = j.undo(c)
	c = j.move("revive", memfile.StatusPending, c)
	j.apply(c)
	r := j.broken("record.tampered")
	if p := r.Problems[0]; p.Commit != hand || p.ID != last.ID || !strings.Contains(p.Message, hand[:12]) {
		t.Errorf("%+v, want the commit %s", p, hand)
	}
}

// What a person may change of an open candidate they may commit by hand too,
// and they may take back what they did to a settled one.
func TestVerifyEditedByHand(t *testing.T) {
	j, last := life(t)
	c := j.propose(add("Use make."))
	c = j.tamper(c, "Use make.", "Use just.")
	c = j.tamper(c, "confidence: 10000", "confidence: 9000")
	j.apply(c)
	j.undo(j.tamper(j.tamper(last, "by hand", "by command"), "by command", "by hand"))
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// An open candidate that a person deleted may be proposed anew.
func TestVerifyProposedAnew(t *testing.T) {
	j, _ := life(t)
	c := j.propose(add("Use make."))
	os.Remove(filepath.Join(j.store, memfile.CandidatePath(c)))
	j.byHand("not this")
	c.Created = j.tick()
	m := j.message("propose", c)
	m.Actor, m.Via = memfile.ActorReflection, ""
	j.do(Operation{Message: m, Changes: []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}}})
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// Branches on which the same candidate went different ways are each judged by
// what came before on them.
func TestVerifyRecordsOfBranches(t *testing.T) {
	j, _ := life(t)
	c := j.propose(add("Use make."))
	j.git("switch", "-q", "-c", "side")
	j.move("reject", memfile.StatusRejected, c)
	j.git("switch", "-q", "main")
	j.apply(c)
	j.git("merge", "-q", "-s", "ours", "side", "-m", "ours")
	for _, p := range j.verify().Problems {
		if p.Rule == "record.tampered" {
			t.Errorf("%s", p)
		}
	}
}

// A person's commits may take the files of an interrupted operation along one
// by one, before somebody ends it.
func TestVerifyTakenAlongBeforeResolve(t *testing.T) {
	for _, keep := range []Keep{KeepCurrent, KeepBefore, KeepAfter} {
		t.Run(string(keep), func(t *testing.T) {
			j, _ := life(t)
			c := interrupted(j, j.propose(add("Almost.")))
			for _, lock := range []string{"index.lock", "HEAD.lock", "refs/heads/main.lock"} {
				os.Remove(filepath.Join(j.store, ".git", lock))
			}
			j.save(ResidentPath, j.read(ResidentPath)+"- Mine.\n")
			j.byHand("what is this?")
			j.save("notes.txt", "x\n")
			j.byHand("notes")
			_, err := j.s.Resolve(t.Context(), c.ID, keep, func(Standing) (*Operation, error) { return j.resolution(c, keep), nil })
			if err != nil {
				t.Fatal(err)
			}
			if r := j.sound(); slices.ContainsFunc(r.ByHand, func(h HandCommit) bool { return h.Path == ResidentPath }) {
				t.Errorf("%+v", r.ByHand)
			}
		})
	}
}
