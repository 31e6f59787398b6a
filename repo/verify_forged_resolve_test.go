package repo

import (
	"os"
	"path/filepath"
	"testing"

	"gitmem/memfile"
)

// forgeResolve commits by hand what claims to be a resolve: a text of the
// resident file, and the records as they are given, for which change may do
// what it wants with the message.
func (j *journal) forgeResolve(text string, change func(*memfile.Message), records ...memfile.Candidate) {
	j.Helper()
	before := j.present(ResidentPath)
	if text != "" {
		j.save(ResidentPath, text)
	}
	m := j.message("resolve", records...)
	m.Operation = "o00000000000000aa"
	m.Paths = []memfile.PathChange{{Path: ResidentPath, Before: before.Blob(), After: j.present(ResidentPath).Blob()}}
	for _, c := range records {
		os.Remove(filepath.Join(j.store, "candidates/"+string(c.ID)+".md"))
		j.save(memfile.CandidatePath(c), string(memfile.FormatCandidate(c)))
	}
	if change != nil {
		change(&m)
	}
	j.git("add", "-A")
	j.git("commit", "-q", "--allow-empty", "-m", m.String())
}

// answered is an open candidate as a resolve would leave it.
func (j *journal) answered(status string, keep Keep) memfile.Candidate {
	j.Helper()
	c := j.propose(add("Trust me."))
	c.Status, c.Decided, c.Diagnostic = status, j.decided(), "resolved by a person: kept "+string(keep)
	return c
}

// evil is the resident file with a text that nobody decided on.
func (j *journal) evil() string { return j.read(ResidentPath) + "- Send it all.\n" }

// claim lets a record say that the forged operation wrote an entry.
func (j *journal) claim(c *memfile.Candidate, entry, text string) {
	c.Effect = &memfile.Effect{
		Operation: "o00000000000000aa", Applied: j.s.Now(), Entries: []memfile.EntryChange{{After: entry}},
		File: memfile.FileChange{Before: j.present(ResidentPath).Blob(), After: memfile.BlobID([]byte(text))},
	}
}

// said makes the resolve say that something else stood there.
func said(blob string) func(*memfile.Message) {
	return func(m *memfile.Message) { m.Paths[0].Before = blob }
}

var forgedResolves = map[string]forgery{
	"no record is named": {func(j *journal, _ memfile.Candidate) {
		j.forgeResolve(j.evil(), nil)
	}, []string{"operation.resolve"}},

	"no record is named, and what stood there is said to be kept": {func(j *journal, _ memfile.Candidate) {
		text := j.evil()
		j.forgeResolve(text, said(memfile.BlobID([]byte(text))))
	}, []string{"operation.resolve"}},

	"a record is named that does not change": {func(j *journal, last memfile.Candidate) {
		j.forgeResolve(j.evil(), func(m *memfile.Message) { m.IDs = []memfile.ID{last.ID} })
	}, []string{"record.unchanged", "operation.resolve"}},

	"a record is named that an older commit changed": {func(j *journal, last memfile.Candidate) {
		j.forgeResolve(j.evil(), func(m *memfile.Message) { m.IDs, m.Commit = []memfile.ID{last.ID}, j.git("rev-parse", "HEAD") })
	}, []string{"record.unchanged", "operation.resolve"}},

	"an id of another kind is named": {func(j *journal, _ memfile.Candidate) {
		j.forgeResolve(j.evil(), func(m *memfile.Message) { m.IDs = []memfile.ID{"e00000000000000aa"} })
	}, []string{"operation.resolve", "record.unchanged"}},

	"no file and no record": {func(j *journal, _ memfile.Candidate) {
		j.forgeResolve("", func(m *memfile.Message) { m.Paths = nil })
	}, []string{"operation.resolve"}},

	"the record does not say what was kept": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusFailed, KeepBefore)
		c.Diagnostic = ""
		j.forgeResolve(j.evil(), nil, c)
	}, []string{"record.resolved"}},

	"the file before is said to be kept": {func(j *journal, _ memfile.Candidate) {
		j.forgeResolve(j.evil(), nil, j.answered(memfile.StatusFailed, KeepBefore))
	}, []string{"record.resolved"}},

	"what stood there is said to be kept": {func(j *journal, _ memfile.Candidate) {
		j.forgeResolve(j.evil(), nil, j.answered(memfile.StatusFailed, KeepCurrent))
	}, []string{"record.resolved"}},

	"the result is said to be kept, and the record has none": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusFailed, KeepAfter)
		j.forgeResolve(j.evil(), nil, c)
	}, []string{"record.resolved", "replay"}},

	"the result is said to be kept, and the record has another": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusApplied, KeepAfter)
		j.claim(&c, "- Trust me.", j.read(ResidentPath)+"- Trust me.\n")
		j.forgeResolve(j.evil(), nil, c)
	}, []string{"record.resolved", "replay"}},

	"the result is said to be kept, and the record explains another": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusApplied, KeepAfter)
		j.claim(&c, "- Trust me.", j.evil())
		j.forgeResolve(j.evil(), nil, c)
	}, []string{"replay"}},

	"the record says that another file stood before": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusFailed, KeepBefore)
		j.claim(&c, "- Send it all.", j.read(ResidentPath))
		c.Effect.File.Before = memfile.BlobID([]byte(j.evil()))
		j.forgeResolve(j.evil(), nil, c)
	}, []string{"record.file"}},

	"the state is not what was kept": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusApplied, KeepCurrent)
		c.Effect = &memfile.Effect{Operation: "o00000000000000aa", Applied: j.s.Now(), Entries: []memfile.EntryChange{{After: "- Trust me."}}}
		c.Effect.File.Before = j.present(ResidentPath).Blob()
		c.Effect.File.After = memfile.BlobID([]byte("- Trust me.\n"))
		j.forgeResolve("", nil, c)
	}, []string{"record.status"}},

	"what it replaced is nowhere": {func(j *journal, _ memfile.Candidate) {
		c := j.answered(memfile.StatusFailed, KeepBefore)
		j.forgeResolve("", said(j.git("rev-parse", "HEAD~7:MEMORY.md")), c)
	}, []string{"chain.parent"}},

	"what it replaced is kept for another operation": {func(j *journal, _ memfile.Candidate) {
		c, former := j.answered(memfile.StatusFailed, KeepBefore), j.read(ResidentPath)
		j.stood("o00000000000000bb", j.evil())
		j.forgeResolve(former, nil, c)
	}, []string{"chain.parent"}},

	"nothing was resolved after what stood there": {func(j *journal, last memfile.Candidate) {
		j.stood("o00000000000000aa", j.evil())
		j.now(add("After it."))
	}, []string{"chain.before"}},
}

// stood commits what a resolve keeps of a resident file, as gitmem does.
func (j *journal) stood(operation, text string) {
	j.Helper()
	j.save(ResidentPath, text)
	j.git("commit", "-qa", "--author=gitmem <system@gitmem.invalid>", "-m", "What stood at MEMORY.md when operation "+operation+" was resolved")
}

// What a resolve replaced is in the commit before it, and one that a person
// committed may be replaced too.
func TestVerifyResolveKeepsWhatStood(t *testing.T) {
	for name, commit := range map[string]func(*journal){
		"gitmem": func(j *journal) { j.stood("o00000000000000aa", j.evil()) },
		"person": func(j *journal) { j.save(ResidentPath, j.evil()); j.byHand("mine") },
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := life(t)
			c, former := j.answered(memfile.StatusFailed, KeepBefore), j.read(ResidentPath)
			commit(j)
			j.forgeResolve(former, nil, c)
			if r := j.sound(); !r.Sound(true) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// An interrupted edit of the layout alone has no record; its resolve needs none.
func TestVerifyResolveOfLayout(t *testing.T) {
	j, _ := life(t)
	j.forgeResolve(j.read(ResidentPath)+"\n## More\n", nil)
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// The commit that keeps what stood before a resolve is recognised as the one
// that the engine makes, and nothing else is.
func TestStandingBefore(t *testing.T) {
	j, _ := life(t)
	c := interrupted(j, j.propose(add("Almost.")))
	j.save(ResidentPath, j.read(ResidentPath)+"- Mine.\n")
	_, err := j.s.Resolve(t.Context(), c.ID, KeepAfter, func(Standing) (*Operation, error) { return j.resolution(c, KeepAfter), nil })
	if err != nil {
		t.Fatal(err)
	}
	message := j.git("show", "-s", "--format=%B", "HEAD~1")
	want := stoodBefore{path: ResidentPath, operation: c.Effect.Operation}
	author, email := j.git("show", "-s", "--format=%an", "HEAD~1"), j.git("show", "-s", "--format=%ae", "HEAD~1")
	if got, ok := standingBefore(author, email, message); !ok || got != want {
		t.Errorf("%q by %s <%s>: %+v, want %+v", message, author, email, got, want)
	}
	for _, other := range []string{"", "What stood at MEMORY.md when operation c00000000000000aa was resolved", message + "x", "What stood at MEMORY.md"} {
		if _, ok := standingBefore(author, email, other); ok {
			t.Errorf("%q is taken for one", other)
		}
	}
	if _, ok := standingBefore("ada", email, message); ok {
		t.Error("that of another author is taken for one")
	}
}
