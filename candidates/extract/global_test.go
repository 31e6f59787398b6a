package extract

import (
	"fmt"
	"strings"
	"testing"

	"gitmem/candidates"
	"gitmem/memfile"
)

// forEverywhere is an answer with a proposal for each store.
func forEverywhere() answer {
	return answer{
		Experiences: []item{exp("use pnpm", byPerson)},
		Memories:    []proposed{adds("Use pnpm here."), adds("Prefer short answers.").everywhere()},
	}
}

func TestGlobalProposal(t *testing.T) {
	b := newBench(t)
	head := b.head()
	s := b.learn(forEverywhere()).Settlement
	if got := b.globalCandidates(); fmt.Sprint(got) != "[Prefer short answers.]" || b.commits(head) != 1 {
		t.Errorf("%q, %d commits", got, b.commits(head))
	}
	d, err := b.globalDesk(nil)
	b.must(err)
	if len(s.Job.Global) != 1 || len(s.Candidates) != 1 || s.Job.Counts.Memories != 2 {
		t.Fatalf("%+v", s.Job)
	}
	rec, err := d.Find(string(s.Job.Global[0]))
	if err != nil || rec.Source.Session != "s-talk" || len(rec.Evidence) != 0 || rec.State != candidates.Pending || rec.Actor != memfile.ActorReflection {
		t.Errorf("%+v, %v", rec, err)
	}
	if message := b.gitIn(b.env.GlobalRoot(), "log", "-1", "--format=%B"); !strings.Contains(message, "Memory-Op: propose") {
		t.Error(message)
	}
	b.sound()
}

// The same twice in one answer is one proposal, and the record stays readable.
func TestGlobalProposalTwice(t *testing.T) {
	b := newBench(t)
	a := forEverywhere()
	a.Memories = append(a.Memories, adds("Prefer short answers.").everywhere())
	s := b.learn(a).Settlement
	if len(b.globalCandidates()) != 1 || len(s.Job.Global) != 1 || len(s.Job.Refused) != 1 || s.Job.Refused[0].Field != "memories.content" {
		t.Errorf("%v, %q", s.Job.Global, refusedAs(s.Job))
	}
	if jobs := b.settled(); len(jobs) != 1 {
		t.Errorf("%d jobs are settled", len(jobs))
	}
	b.sound()
}

// The bound of a session counts what the same answer proposes.
func TestGlobalFlood(t *testing.T) {
	b := newBench(t)
	a := answer{Experiences: []item{exp("use pnpm", byPerson)}}
	for n := range candidates.MaxOpenPerSession + 2 {
		a.Memories = append(a.Memories, adds(fmt.Sprintf("Rule number %d for everything.", n)).everywhere())
	}
	s := b.learn(a).Settlement
	if n := len(b.globalCandidates()); n != candidates.MaxOpenPerSession || len(s.Job.Global) != n || len(s.Job.Refused) != 2 {
		t.Errorf("%d proposals, the job names %d and refused %q", n, len(s.Job.Global), refusedAs(s.Job))
	}
	b.sound()
}

// What the global store refuses is named as any other item.
func TestGlobalRefusal(t *testing.T) {
	b := newBench(t)
	a := forEverywhere()
	a.Memories = append(a.Memories, adds("The token is "+token).everywhere())
	s := b.learn(a).Settlement
	if got := refusedAs(s.Job); len(got) != 1 || !strings.HasPrefix(got[0], "2 memories.content: ") || strings.Contains(got[0], token) {
		t.Errorf("%q", got)
	}
	b.sound()
}
