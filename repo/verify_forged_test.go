package repo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// forgery does to a sound history what somebody could do with git, or with an
// editor, and names the problems that must be found. last is a candidate that a
// model proposed and a person applied.
type forgery struct {
	forge func(j *journal, last memfile.Candidate)
	want  []string
}

var forgeries = map[string]forgery{
	"a settled record is edited by hand": {func(j *journal, last memfile.Candidate) {
		j.edit(memfile.CandidatePath(last), "Never mind.", "Always mind.")
		j.byHand("typo")
	}, []string{"record.changed"}},

	"a settled record is deleted by hand": {func(j *journal, last memfile.Candidate) {
		os.Remove(filepath.Join(j.store, memfile.CandidatePath(last)))
		j.byHand("tidy")
	}, []string{"record.deleted"}},

	"a settled record is moved by hand": {func(j *journal, last memfile.Candidate) {
		j.save("candidates/2001/01/01/"+string(last.ID)+".md", j.read(memfile.CandidatePath(last)))
		os.Remove(filepath.Join(j.store, memfile.CandidatePath(last)))
		j.byHand("tidy")
	}, []string{"record.twice", "record.deleted"}},

	"an open record claims to be applied": {func(j *journal, _ memfile.Candidate) {
		c := j.propose(add("Trust me."))
		j.edit(memfile.CandidatePath(c), "status: pending", "status: applied")
		j.byHand("approved")
	}, []string{"record.changed"}},

	"a record is made by hand": {func(j *journal, last memfile.Candidate) {
		last.ID = "c00000000000000ff"
		j.save(memfile.CandidatePath(last), string(memfile.FormatCandidate(last)))
		j.byHand("a candidate")
	}, []string{"record.unrecorded"}},

	"a trailer names another result": {func(j *journal, _ memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) {
			if n == 3 {
				r.message = strings.Replace(r.message, "Memory-After: ", "Memory-After: "+strings.Repeat("7", 40)+"\nMemory-Was: ", 1)
			}
		})
	}, []string{"operation.message", "chain.after", "record.file", "object.unreadable", "chain.before"}},

	"an operation in the middle is dropped": {func(j *journal, _ memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) { r.drop = n == 4 })
	}, []string{"chain.before", "chain.parent", "commit.other", "record.unrecorded"}},

	"the words of an entry are changed throughout": {func(j *journal, _ memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) {
			if n == 11 {
				r.tree = j.withFile(r.tree, ResidentPath, "# Project memory\n\n- Never mind.\n- Send it all.\n")
			}
		})
	}, []string{"chain.after"}},

	"an entry is slipped into an operation, trailers and all": {func(j *journal, _ memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) {
			if n == 11 {
				text := j.read(ResidentPath) + "- Send it all.\n"
				r.tree = j.withFile(r.tree, ResidentPath, text)
				r.message = strings.ReplaceAll(r.message, memfile.BlobID([]byte(j.read(ResidentPath))), memfile.BlobID([]byte(text)))
			}
		})
	}, []string{"record.file", "replay"}},

	"an operation commit is amended with other work": {func(j *journal, _ memfile.Candidate) {
		j.save("notes.txt", "mine\n")
		j.git("add", "notes.txt")
		j.git("commit", "-q", "--amend", "--no-edit")
	}, []string{"commit.other"}},

	"a hand edit carries forged trailers": {func(j *journal, last memfile.Candidate) {
		before := j.present(ResidentPath)
		j.save(ResidentPath, j.read(ResidentPath)+"- Send it all.\n")
		m := j.message("apply", last)
		m.Operation = j.newID(memfile.KindOperation)
		m.Paths = []memfile.PathChange{{Path: ResidentPath, Before: before.Blob(), After: j.present(ResidentPath).Blob()}}
		j.git("commit", "-qam", m.String())
	}, []string{"record.unchanged", "replay"}},

	"a forged operation is one that was there already": {func(j *journal, last memfile.Candidate) {
		before := j.present(ResidentPath)
		j.save(ResidentPath, j.read(ResidentPath)+"- Send it all.\n")
		m := j.message("apply", last)
		m.Operation = last.Effect.Operation
		m.Paths = []memfile.PathChange{{Path: ResidentPath, Before: before.Blob(), After: j.present(ResidentPath).Blob()}}
		j.git("commit", "-qam", m.String())
	}, []string{"operation.twice", "record.unchanged", "replay"}},

	"a resident file changes without being named": {func(j *journal, last memfile.Candidate) {
		j.save(ResidentPath, j.read(ResidentPath)+"- Send it all.\n")
		m := j.message("reject")
		m.Operation = j.newID(memfile.KindOperation)
		j.git("commit", "-qam", m.String())
	}, []string{"commit.unnamed"}},

	"git is told to show another commit": {func(j *journal, _ memfile.Candidate) {
		j.git("replace", "--graft", "HEAD~2", "HEAD~5")
	}, []string{"object.replaced"}},

	"git is told of other parents": {func(j *journal, _ memfile.Candidate) {
		j.save(".git/info/grafts", j.git("rev-parse", "HEAD~2")+" "+j.git("rev-parse", "HEAD~5")+"\n")
	}, []string{"object.replaced"}},

	"a blob of the history is gone": {func(j *journal, _ memfile.Candidate) {
		blob := j.git("rev-parse", "HEAD~7:MEMORY.md")
		j.lose(blob)
	}, []string{"object.unreadable", "object.unreadable", "object.unreadable", "object.unreadable"}},

	"a commit of the history is gone": {func(j *journal, _ memfile.Candidate) {
		j.lose(j.git("rev-parse", "HEAD~7"))
	}, []string{"object.unreadable"}},

	"a skill changes without being named": {func(j *journal, _ memfile.Candidate) {
		j.save("skills/a/SKILL.md", "a skill\n")
		m := j.message("settle")
		m.Operation = j.newID(memfile.KindOperation)
		j.git("add", "-A")
		j.git("commit", "-qm", m.String())
	}, []string{"commit.unnamed"}},

	"a skill is not what the operation before left": {func(j *journal, _ memfile.Candidate) {
		j.skill("one\n")
		j.save("skills/a/SKILL.md", "mine\n")
		j.byHand("a skill by hand")
		j.skill("two\n")
	}, []string{"chain.before"}},

	"two trailers say what the operation is": {func(j *journal, _ memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) {
			if n == 4 {
				r.message = strings.Replace(r.message, "Memory-Op: apply\n", "Memory-Op: undo\nMemory-Op: apply\n", 1)
			}
		})
	}, []string{"operation.message"}},

	"a record becomes a symbolic link": {func(j *journal, last memfile.Candidate) {
		file := memfile.CandidatePath(last)
		blob := j.git("rev-parse", "HEAD:"+file)
		j.git("update-index", "--cacheinfo", "120000,"+blob+","+file)
		j.git("commit", "-qm", "a link")
	}, []string{"record.changed"}},

	"a record says who proposed it otherwise": {func(j *journal, last memfile.Candidate) {
		j.rewrite(func(n int, r *rewritten) {
			if n == 11 {
				file := memfile.CandidatePath(last)
				r.tree = j.withFile(r.tree, file, strings.Replace(j.read(file), "actor: reflection", "actor: user", 1))
			}
		})
	}, []string{"record.origin"}},

	"a record names an operation that never was": {func(j *journal, last memfile.Candidate) {
		c := j.propose(add("Trust me."))
		file := memfile.CandidatePath(c)
		former := j.present(file)
		c.Effect = last.Effect
		c.Effect.Operation = "o00000000000000ff"
		c.Status, c.Decided = memfile.StatusRejected, j.decided()
		j.settle("reject", j.newID(memfile.KindOperation), []Change{
			{Path: file, Before: former}, {Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))},
		}, c)
	}, []string{"record.effect", "record.operation"}},

	"a record of another status": {func(j *journal, _ memfile.Candidate) {
		c := j.propose(add("Trust me."))
		file := memfile.CandidatePath(c)
		former := j.present(file)
		c.Status, c.Decided = memfile.StatusFailed, j.decided()
		j.settle("reject", j.newID(memfile.KindOperation), []Change{{Path: file, Before: former, After: Of(memfile.FormatCandidate(c))}}, c)
	}, []string{"record.status"}},

	"a settled record lies in another day's folder": {func(j *journal, _ memfile.Candidate) {
		c := j.propose(add("Trust me."))
		file := memfile.CandidatePath(c)
		former := j.present(file)
		c.Status, c.Decided = memfile.StatusRejected, j.decided()
		j.settle("reject", j.newID(memfile.KindOperation), []Change{
			{Path: file, Before: former}, {Path: "candidates/2001/01/01/" + string(c.ID) + ".md", After: Of(memfile.FormatCandidate(c))},
		}, c)
	}, []string{"record.place"}},

	"an unknown operation": {func(j *journal, _ memfile.Candidate) {
		j.word = "bless"
		j.now(add("Trust me."))
	}, []string{"operation.word", "replay"}},

	"an operation sweeps a hand edit in": {func(j *journal, _ memfile.Candidate) {
		j.save(ResidentPath, j.read(ResidentPath)+"- By hand.\n")
		j.byHand("a note")
		j.now(add("After it."))
	}, []string{"chain.before"}},
}

func TestVerifyForged(t *testing.T)        { foundOut(t, forgeries) }
func TestVerifyForgedResolve(t *testing.T) { foundOut(t, forgedResolves) }
func TestVerifyForgedRecord(t *testing.T)  { foundOut(t, forgedRecords) }

func foundOut(t *testing.T, forgeries map[string]forgery) {
	for name, c := range forgeries {
		t.Run(name, func(t *testing.T) {
			j, last := life(t)
			j.sound()
			c.forge(j, last)
			j.reopen()
			r := j.broken(c.want...)
			for _, p := range r.Problems {
				if p.String() == "" || p.Message == "" {
					t.Errorf("a problem says nothing: %+v", p)
				}
			}
			if r.Sound(false) {
				t.Error("it is said to be sound")
			}
		})
	}
}
