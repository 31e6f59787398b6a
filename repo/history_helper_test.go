package repo

import (
	"context"
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

// skill applies a skill, as far as its own record does not matter.
func (j *journal) skill(text string) Result {
	j.Helper()
	m := memfile.Message{Op: "apply", IDs: []memfile.ID{"s00000000000000aa"}, Subject: "apply s00000000000000aa", Actor: memfile.ActorUser}
	return j.do(Operation{Message: m, Changes: []Change{
		{Path: "skills/a/SKILL.md", Before: j.present("skills/a/SKILL.md"), After: Of([]byte(text)), Decides: true},
	}})
}
