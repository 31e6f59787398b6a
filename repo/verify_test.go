package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// life writes a history with one of everything that operations do.
func life(t *testing.T) (*journal, memfile.Candidate) {
	j := newJournal(t)
	c := j.propose(add("Use npm."))
	j.apply(c)
	two, _ := j.now(replace("Use npm.", "Use pnpm."))
	j.now(add("Run the tests."))
	batch, _ := j.now(remove("Run the tests."), add("Run all tests."), add("Then commit."))
	j.undo(batch)
	j.undo(two)
	r := j.propose(add("Never mind."))
	r = j.move("reject", memfile.StatusRejected, r)
	r = j.move("revive", memfile.StatusPending, r)
	last, _ := j.apply(r)
	return j, last
}

func TestVerifySound(t *testing.T) {
	j, _ := life(t)
	j.edit(ResidentPath, "Use npm.", "Use yarn.")
	j.adopt("")
	j.save(ResidentPath, j.read(ResidentPath)+"- By hand.\n")
	j.adopt(j.byHand("a note"))
	r := j.sound()
	if r.Operations != 14 || r.Files != 1+7 || !r.Complete || len(r.ByHand) != 0 || !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

func TestVerifyUndoOfTheFirstAdd(t *testing.T) {
	j := newJournal(t)
	c, _ := j.now(add("Use npm."))
	j.undo(c)
	if j.read(ResidentPath) != "(absent)" {
		t.Fatal("the file that the add made is still there")
	}
	j.now(add("Use pnpm."))
	if r := j.sound(); r.Files != 3 {
		t.Errorf("%+v", r)
	}
}

func TestVerifySkill(t *testing.T) {
	j, _ := life(t)
	j.skill("one\n")
	j.skill("two\n")
	if r := j.sound(); r.Files != 1+1+5 || !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

func TestVerifyEmptyStore(t *testing.T) {
	if r := newJournal(t).sound(); r.Operations != 1 || r.Files != 0 || !r.Complete {
		t.Errorf("%+v", r)
	}
}

// What a person commits is listed until it is adopted, or gone again.
func TestVerifyByHand(t *testing.T) {
	j, _ := life(t)
	left := j.read(ResidentPath)
	j.save(ResidentPath, left+"- One.\n")
	one := j.byHand("one")
	j.save(ResidentPath, left+"- One.\n- Two.\n")
	two := j.byHand("two")
	j.save("skills/a/SKILL.md", "a skill\n")
	skill := j.byHand("a skill")
	r := j.sound()
	got := fmt.Sprint(len(r.ByHand))
	for _, h := range r.ByHand {
		got += fmt.Sprintf(" %s %s %s", h.Commit, h.Path, h.Author)
	}
	if want := fmt.Sprintf("3 %s MEMORY.md ada %s MEMORY.md ada %s skills/a/SKILL.md ada", one, two, skill); got != want {
		t.Errorf("by hand: %s\nwant %s", got, want)
	}
	if !r.Sound(false) || r.Sound(true) {
		t.Error("commits by hand are a failure only where it is strict")
	}
	j.save(ResidentPath, left)
	j.byHand("take it back")
	if r := j.sound(); len(r.ByHand) != 1 || r.ByHand[0].Commit != skill {
		t.Errorf("after it was taken back: %+v", r.ByHand)
	}
}

// A person may edit an open candidate, and delete it; both stay visible.
func TestVerifyOpenCandidateByHand(t *testing.T) {
	j, _ := life(t)
	c := j.propose(add("Use make."))
	j.edit(memfile.CandidatePath(c), "Use make.", "Use just.")
	j.byHand("better words")
	j.sound()
	os.Remove(filepath.Join(j.store, memfile.CandidatePath(c)))
	commit := j.byHand("not this")
	if r := j.sound(); len(r.ByHand) != 1 || r.ByHand[0].Commit != commit || r.ByHand[0].Path != memfile.CandidatePath(c) {
		t.Errorf("%+v", r.ByHand)
	}
}

// Of a shallow history what is there is proved.
func TestVerifyShallow(t *testing.T) {
	j, _ := life(t)
	shallow := j.path("shallow")
	j.surroundings.git("", "clone", "-q", "--depth", "5", "file://"+j.store, shallow)
	j.store = shallow
	j.reopen()
	r := j.sound()
	if since := j.git("rev-parse", "HEAD~4"); r.Complete || r.Since != since || r.Sound(true) || !r.Sound(false) {
		t.Errorf("%+v, want since %s", r, since)
	}
	if r.Operations != 5 {
		t.Errorf("%d operations", r.Operations)
	}
	j.now(add("After the clone."))
	j.sound()
	j.edit(ResidentPath, "After the clone.", "After the call.")
	j.git("commit", "-q", "-a", "--amend", "--no-edit")
	j.broken("chain.after")
}

// Operations on two branches are joined by a merge, which is a commit by hand;
// what it holds beyond the newest operation is adopted.
func TestVerifyMerge(t *testing.T) {
	j, _ := life(t)
	j.git("switch", "-q", "-c", "side")
	j.now(add("On the side."))
	j.git("switch", "-q", "main")
	j.now(add("On main."))
	both := j.read(ResidentPath) + "- On the side.\n"
	if _, err := j.tryGit("merge", "-q", "side", "-m", "join"); err == nil {
		t.Fatal("the merge does not conflict")
	}
	j.save(ResidentPath, both)
	merge := j.byHand("join")
	if r := j.sound(); len(r.ByHand) != 1 || r.ByHand[0].Commit != merge {
		t.Errorf("by hand %+v, want the merge %s", r.ByHand, merge)
	}
	j.adopt(merge)
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// A merge that takes one side leaves out the newest operation, on the other.
func TestVerifyMergeOfOneSide(t *testing.T) {
	j, _ := life(t)
	j.git("switch", "-q", "-c", "side")
	j.now(add("On the side."))
	j.git("switch", "-q", "main")
	j.save("notes.txt", "x\n")
	j.byHand("notes")
	j.git("merge", "-q", "-s", "ours", "side", "-m", "ours")
	merge := j.git("rev-parse", "HEAD")
	r := j.verify()
	if len(r.ByHand) != 1 || r.ByHand[0].Commit != merge || r.ByHand[0].Path != ResidentPath {
		t.Errorf("by hand %+v, want the merge %s", r.ByHand, merge)
	}
	if len(r.Problems) != 1 || r.Problems[0].Rule != "record.deleted" { // the record of the side
		t.Errorf("problems %+v", r.Problems)
	}
}

// A merge that is no conflict brings operations of both sides in soundly.
func TestVerifyMergeOfOtherFiles(t *testing.T) {
	j, _ := life(t)
	j.git("switch", "-q", "-c", "side")
	j.now(add("On the side."))
	j.git("switch", "-q", "main")
	j.propose(add("A proposal on main."))
	j.git("merge", "-q", "side", "-m", "join")
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// dead fails where a step is about to change the disk, once and for ever.
func dead(at string) func(step, path string) error {
	over := false
	return func(step, _ string) error {
		if over = over || step == at; over {
			return errDead
		}
		return nil
	}
}

// interrupted leaves an apply as a crash does, with the file replaced.
func interrupted(j *journal, c memfile.Candidate) memfile.Candidate {
	j.Helper()
	alive := j.s
	s, err := Open(j.store, Options{Env: j.Env, Now: j.tick, Probe: dead("op.index")})
	if err != nil {
		j.Fatal(err)
	}
	j.s = s
	c = j.tryApply(c)
	j.s = alive
	return c
}

// A person's commit takes an interrupted apply along; recovery says so.
func TestVerifyTakenAlong(t *testing.T) {
	j, _ := life(t)
	interrupted(j, j.propose(add("Almost.")))
	for _, lock := range []string{"index.lock", "HEAD.lock", "refs/heads/main.lock"} {
		os.Remove(filepath.Join(j.store, ".git", lock))
	}
	hand := j.byHand("what is this?")
	if _, err := j.s.Recover(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := j.git("show", "-s", "--format=%B"); !strings.Contains(got, "Memory-Commit: "+hand) {
		t.Fatalf("recovery does not name the commit:\n%s", got)
	}
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
	if b := j.blame(); b[len(b)-1].Text != "Almost." || b[len(b)-1].Actor != memfile.ActorReflection {
		t.Errorf("blame %+v", b)
	}
}

func TestVerifyRecovered(t *testing.T) {
	j, _ := life(t)
	interrupted(j, j.propose(add("Almost.")))
	if _, err := j.s.Recover(context.Background()); err != nil {
		t.Fatal(err)
	}
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

// A resolve keeps what a person chose, whatever that is.
func TestVerifyResolved(t *testing.T) {
	for _, keep := range []Keep{KeepCurrent, KeepBefore, KeepAfter} {
		t.Run(string(keep), func(t *testing.T) {
			j, _ := life(t)
			c := interrupted(j, j.propose(add("Almost.")))
			j.save(ResidentPath, j.read(ResidentPath)+"- Mine.\n")
			_, err := j.s.Resolve(context.Background(), c.ID, keep, func(at Standing) (*Operation, error) {
				return j.resolution(c, keep), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if r := j.sound(); !r.Sound(true) {
				t.Errorf("%+v", r)
			}
			b := j.blame()
			last := b[len(b)-1]
			if keep == KeepCurrent && (last.Text != "Mine." || !last.ByHand || last.Commit != j.git("rev-parse", "HEAD")) {
				t.Errorf("blame %+v", last)
			}
			if keep == KeepAfter && (last.Text != "Almost." || last.Candidate != c.ID) {
				t.Errorf("blame %+v", last)
			}
		})
	}
}

func TestVerifyEndsWithItsContext(t *testing.T) {
	j, _ := life(t)
	ctx, cancel := context.WithCancel(context.Background())
	last := 0
	_, err := j.s.Verify(ctx, func(done, total int) {
		if last = done; done == 4 {
			cancel()
		}
		if total != 12 {
			t.Errorf("%d commits", total)
		}
	})
	if !errors.Is(err, context.Canceled) || last != 4 {
		t.Errorf("error %v after %d commits", err, last)
	}
}
