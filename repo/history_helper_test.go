package repo

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/memfile"
)

// journal is a store whose history tests write: candidates go through their
// whole life by real operations, a person commits with the real git.
type journal struct {
	*engine
	s    *Store
	when time.Time // goes on by a minute with every look at the clock
	word string    // the word of the next operation, if it is not the usual one
	via  string
}

func newJournal(t testing.TB) *journal {
	t.Helper()
	j := &journal{engine: newEngine(t), when: time.Now().UTC().Truncate(time.Second), via: "terminal"}
	j.reopen()
	return j
}

// reopen opens the store as a new process would.
func (j *journal) reopen() {
	j.Helper()
	s, err := Open(j.store, Options{Env: j.Env, Now: j.tick})
	if err != nil {
		j.Fatal(err)
	}
	j.s = s
}

func (j *journal) tick() time.Time {
	j.when = j.when.Add(time.Minute)
	return j.when
}

// message is the commit message of an operation on candidates.
func (j *journal) message(op string, cs ...memfile.Candidate) memfile.Message {
	m := memfile.Message{Op: op, Actor: memfile.ActorUser, Via: j.via}
	for _, c := range cs {
		m.IDs = append(m.IDs, c.ID)
		m.Source = c.Source
	}
	m.Subject = op + " " + strings.Join(idStrings(m.IDs), " ")
	return m
}

func idStrings(ids []memfile.ID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return out
}

func (j *journal) newID(kind byte) memfile.ID {
	j.Helper()
	id, err := j.s.NewID(kind)
	if err != nil {
		j.Fatal(err)
	}
	return id
}

func (j *journal) do(op Operation) Result {
	j.Helper()
	r, err := j.s.Run(context.Background(), func() (*Operation, error) { return &op, nil })
	if err != nil {
		j.Fatal(err)
	}
	return r
}

// draft is a candidate of a change, or of several as a batch.
func (j *journal) draft(edits ...memfile.Edit) memfile.Candidate {
	c := memfile.Candidate{
		Reason: "by hand", Confidence: 10000, ID: j.newID(memfile.KindCandidate), Kind: memfile.MemoryCandidate, Scope: j.s.Scope,
		Status: memfile.StatusPending, Actor: memfile.ActorUser, Created: j.s.Now(), Updated: j.s.Now(),
	}
	if len(edits) == 1 {
		c.Edit = edits[0]
	} else {
		c.Operations = edits
	}
	return c
}

func add(text string) memfile.Edit { return memfile.Edit{Action: memfile.ActionAdd, Content: text} }
func remove(locator string) memfile.Edit {
	return memfile.Edit{Action: memfile.ActionRemove, Locator: locator}
}

func replace(locator, text string) memfile.Edit {
	return memfile.Edit{Action: memfile.ActionReplace, Locator: locator, Content: text}
}

// propose lays a candidate as the extractor would.
func (j *journal) propose(edits ...memfile.Edit) memfile.Candidate {
	j.Helper()
	c := j.draft(edits...)
	c.Actor, c.Source = memfile.ActorReflection, memfile.Source{Agent: "claude-code", Session: "s1", Message: "msg_" + string(c.ID[1:4])}
	m := j.message("propose", c)
	m.Actor, m.Via, m.Agent = memfile.ActorReflection, "", "claude-code"
	j.do(Operation{
		Message: m, Author: Person{Name: "gitmem (claude-code)", Email: "claude-code@agents.invalid"},
		Changes: []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}},
	})
	return c
}

// apply applies an open candidate, or one that was never laid.
func (j *journal) apply(c memfile.Candidate) (memfile.Candidate, Result) {
	j.Helper()
	c, changes := j.applied(c)
	return c, j.settle("apply", c.Effect.Operation, changes, c)
}

// tryApply applies a candidate where the disk does not go along.
func (j *journal) tryApply(c memfile.Candidate) memfile.Candidate {
	j.Helper()
	c, changes := j.applied(c)
	m := j.message("apply", c)
	m.Operation = c.Effect.Operation
	_, err := j.s.Run(context.Background(), func() (*Operation, error) { return &Operation{Message: m, Changes: changes}, nil })
	if err == nil {
		j.Fatal("the operation was not interrupted")
	}
	return c
}

// applied is a candidate after its apply, with what that changes.
func (j *journal) applied(c memfile.Candidate) (memfile.Candidate, []Change) {
	j.Helper()
	steps, err := j.resident().Perform(c)
	if err != nil {
		j.Fatal(err)
	}
	open := memfile.CandidatePath(c)
	former := j.present(open)
	c.Target = nil
	c.Effect = &memfile.Effect{Operation: j.newID(memfile.KindOperation), Applied: j.s.Now()}
	for i, e := range c.Edits() {
		c.Effect.Entries = append(c.Effect.Entries, steps[i].EntryChange)
		if e.Action != memfile.ActionAdd {
			c.Target = append(c.Target, steps[i].Before)
		}
	}
	before, after := j.present(ResidentPath), Of(steps[len(steps)-1].Resident.Bytes())
	c.Effect.File = memfile.FileChange{Before: before.Blob(), After: after.Blob()}
	c.Status, c.Decided = memfile.StatusApplied, &memfile.Decided{By: memfile.ActorUser, Via: j.via, At: j.s.Now()}
	changes := []Change{{Path: ResidentPath, Before: before, After: after, Decides: true}}
	if former.Present {
		changes = append(changes, Change{Path: open, Before: former})
	}
	return c, append(changes, Change{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))})
}

// resolution is how a person ends an uncertain apply of a candidate: what of
// its records stands on disk already is committed as it stands.
func (j *journal) resolution(c memfile.Candidate, keep Keep) *Operation {
	j.Helper()
	settled := memfile.CandidatePath(c)
	if keep != KeepAfter {
		c.Status, c.Effect, c.Decided = memfile.StatusFailed, nil, nil
	}
	op := &Operation{Message: j.message("resolve", c)}
	for _, path := range []string{settled, "candidates/" + string(c.ID) + ".md"} {
		change := Change{Path: path, Before: j.present(path), Edited: true}
		if path == memfile.CandidatePath(c) {
			change.After = Of(memfile.FormatCandidate(c))
		}
		if change.After.Equal(change.Before) {
			data, ok, err := j.atHead().File(path)
			if err != nil {
				j.Fatal(err)
			}
			change = Change{Path: path, Before: Bytes{Data: data, Present: ok}, After: change.After, Standing: true}
		}
		op.Changes = append(op.Changes, change)
	}
	return op
}

func (j *journal) atHead() View {
	j.Helper()
	v, err := j.s.View()
	if err != nil {
		j.Fatal(err)
	}
	return v
}

func (j *journal) settle(op string, id memfile.ID, changes []Change, cs ...memfile.Candidate) Result {
	j.Helper()
	if j.word != "" {
		op, j.word = j.word, ""
	}
	m := j.message(op, cs...)
	m.Operation = id
	return j.do(Operation{Message: m, Changes: changes})
}

// now makes a change as a person does, in one step.
func (j *journal) now(edits ...memfile.Edit) (memfile.Candidate, Result) {
	j.Helper()
	return j.apply(j.draft(edits...))
}

func (j *journal) undo(c memfile.Candidate) (memfile.Candidate, Result) {
	j.Helper()
	found, err := j.s.residentAt(c.Effect.File.Before)
	if err != nil {
		j.Fatal(err)
	}
	restored, changes, err := j.resident().Undo(found, c)
	if err != nil {
		j.Fatal(err)
	}
	before, after := j.present(ResidentPath), Of(restored.Bytes())
	if len(after.Data) == 0 {
		after = Bytes{}
	}
	file := memfile.CandidatePath(c)
	former := j.present(file)
	c.Status = memfile.StatusUndone
	c.Undo = &memfile.Effect{
		Operation: j.newID(memfile.KindOperation), Applied: j.s.Now(), Entries: changes,
		File: memfile.FileChange{Before: before.Blob(), After: after.Blob()},
	}
	return c, j.settle("undo", c.Undo.Operation, []Change{
		{Path: ResidentPath, Before: before, After: after, Decides: true},
		{Path: file, Before: former, After: Of(memfile.FormatCandidate(c))},
	}, c)
}

// move settles or reopens a candidate that changes no resident file.
func (j *journal) move(op, status string, c memfile.Candidate) memfile.Candidate {
	j.Helper()
	from := memfile.CandidatePath(c)
	former := j.present(from)
	c.Status = status
	if op == "revive" {
		c.Effect, c.Undo, c.Decided = nil, nil, nil
	}
	j.settle(op, j.newID(memfile.KindOperation), []Change{
		{Path: from, Before: former}, {Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))},
	}, c)
	return c
}

// adopt makes the hand edits candidates; commit is the one that brought them.
func (j *journal) adopt(commit string) ([]memfile.Candidate, Result) {
	j.Helper()
	d, err := j.s.Drift(ResidentPath)
	if err != nil || !d.Exists() {
		j.Fatalf("drift %+v, %v", d, err)
	}
	base, err := j.s.residentAt(d.Base.Blob)
	if err != nil {
		j.Fatal(err)
	}
	id := j.newID(memfile.KindOperation)
	changes := []Change{{Path: ResidentPath, Before: d.Former, After: d.Saved, Decides: true, Standing: true}}
	var cs []memfile.Candidate
	for _, e := range memfile.Difference(base, j.resident()) {
		c := j.draft(e.Edit)
		c.Status, c.Effect = memfile.StatusApplied, &memfile.Effect{
			Operation: id, Applied: j.s.Now(), Entries: []memfile.EntryChange{e.Change},
			File: memfile.FileChange{Before: d.Former.Blob(), After: d.Saved.Blob()},
		}
		cs = append(cs, c)
		changes = append(changes, Change{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))})
	}
	m := j.message("adopt", cs...)
	m.Operation, m.Commit = id, commit
	return cs, j.do(Operation{Message: m, Changes: changes})
}

func (j *journal) resident() *memfile.Resident {
	j.Helper()
	if j.read(ResidentPath) == "(absent)" {
		return memfile.EmptyResident(ResidentPath, j.s.Scope)
	}
	r, err := memfile.ParseResident(ResidentPath, []byte(j.read(ResidentPath)))
	if err != nil {
		j.Fatal(err)
	}
	return r
}

// edit changes a file in an editor.
func (j *journal) edit(rel, from, to string) {
	j.Helper()
	text := j.read(rel)
	if !strings.Contains(text, from) {
		j.Fatalf("%s does not hold %q:\n%s", rel, from, text)
	}
	j.save(rel, strings.Replace(text, from, to, 1))
}

// byHand commits everything as it stands with the real git.
func (j *journal) byHand(message string) string {
	j.Helper()
	j.git("add", "-A")
	j.git("commit", "-qm", message, "--date="+j.tick().Format(time.RFC3339))
	return j.git("rev-parse", "HEAD")
}

func (j *journal) verify() Report {
	j.Helper()
	r, err := j.s.Verify(context.Background(), nil)
	if err != nil {
		j.Fatal(err)
	}
	return r
}

// sound fails where the history has any problem.
func (j *journal) sound() Report {
	j.Helper()
	r := j.verify()
	for _, p := range r.Problems {
		j.Errorf("%s [%s]", p, p.Rule)
	}
	return r
}

// broken fails where the history has not exactly these problems, by their rules.
func (j *journal) broken(want ...string) Report {
	j.Helper()
	r := j.verify()
	var got []string
	for _, p := range r.Problems {
		got = append(got, p.Rule)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		j.Errorf("problems %v, want %v", got, want)
		for _, p := range r.Problems {
			j.Errorf("%s [%s]", p, p.Rule)
		}
	}
	return r
}

func (j *journal) history() []Record {
	j.Helper()
	h, err := j.s.History(context.Background())
	if err != nil {
		j.Fatal(err)
	}
	return slices.Collect(h.All())
}

func (j *journal) blame() []Blamed {
	j.Helper()
	b, err := j.s.Blame(context.Background(), -1)
	if err != nil {
		j.Fatal(err)
	}
	return b
}

// rewritten is what becomes of one commit when a history is forged.
type rewritten struct {
	tree, message string
	drop          bool
}

// rewrite makes the whole history anew, oldest first, as somebody would who
// wants to hide something; forge changes what it wants of each commit.
func (j *journal) rewrite(forge func(n int, r *rewritten)) {
	j.Helper()
	parent := ""
	for n, commit := range strings.Fields(j.git("rev-list", "--reverse", "HEAD")) {
		r := rewritten{tree: j.git("rev-parse", commit+"^{tree}"), message: j.git("show", "-s", "--format=%B", commit)}
		forge(n, &r)
		if r.drop {
			continue
		}
		args := []string{"commit-tree", r.tree, "-m", strings.TrimRight(r.message, "\n")}
		if parent != "" {
			args = append(args, "-p", parent)
		}
		parent = j.git(args...)
	}
	j.git("reset", "-q", "--hard", parent)
}

// withFile is a tree with one file changed; an empty text takes it away.
func (j *journal) withFile(tree, file, text string) string {
	j.Helper()
	j.git("read-tree", tree)
	if text == "" {
		j.git("rm", "-q", "--cached", file)
	} else {
		path := "../forged"
		j.save(path, text)
		j.git("update-index", "--add", "--cacheinfo", "100644,"+j.git("hash-object", "-w", path)+","+file)
	}
	forged := j.git("write-tree")
	j.git("read-tree", "HEAD")
	return forged
}

// gitWith runs git with something on its input.
func (j *journal) gitWith(input string, args ...string) {
	j.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = j.store, strings.NewReader(input)
	cmd.Env = []string{"HOME=" + j.path("home"), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		j.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
