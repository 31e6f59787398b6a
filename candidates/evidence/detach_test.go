package evidence

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// traces are records that name one session: experiences that are held, active
// and forgotten, a candidate that is open and one that was rejected, a settled
// job, and feedback.
type traces struct {
	held, active, forgotten, open, rejected memfile.ID
	job                                     memfile.Job
}

func (b *bench) inSession(name string) traces {
	b.Helper()
	s := traces{held: b.record(held(name, "Held in "+name+"."), agent), active: b.record(held(name, "Active in "+name+"."), agent), forgotten: b.record(held(name, "Forgotten in "+name+"."), agent)}
	b.must(b.ledger.Confirm(ctx, []memfile.ID{s.active}, "", ada))
	b.must(b.ledger.Forget(ctx, []memfile.ID{s.forgotten}, ada))
	propose := func(text string) memfile.ID {
		out, err := b.ledger.Desk.Propose(ctx, candidates.Proposal{
			Edit: memfile.Edit{Action: "add", Content: text}, Reason: "r", Confidence: 9000, Actor: agent,
			Source: memfile.Source{Agent: "claude-code", Session: name, Message: "m1"},
		})
		b.must(out, err)
		return out.Candidate.ID
	}
	s.open, s.rejected = propose("Open, by "+name+"."), propose("Rejected, by "+name+".")
	b.must(b.ledger.Desk.Reject(ctx, s.rejected, ada, ""))
	s.job = b.settledJob(name)
	_, _, err := b.ledger.Feedback(ctx, FeedbackChange{Session: name, Message: "m1", Rating: "positive", Note: "well"}, ada)
	b.must(nil, err)
	return s
}

// settledJob records a job that made nothing.
func (b *bench) settledJob(session string) memfile.Job {
	b.Helper()
	at := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	j := memfile.Job{Kind: memfile.JobExtraction, Session: session, Message: "m1", Extractor: "1", Attempts: 1, Outcome: memfile.JobCompleted, Created: at, Finished: at}
	j.ID, j.Identity = memfile.JobID(j.Kind, j.Session, j.Message, j.Extractor)
	b.must(b.ledger.Desk.Store.Run(ctx, func() (*repo.Operation, error) {
		return &repo.Operation{
			Message: memfile.Message{Op: "record", Subject: j.Subject(), Actor: memfile.ActorReflection, IDs: []memfile.ID{j.ID}},
			Changes: []repo.Change{{Path: memfile.JobPath(j.ID, at), After: repo.Of(memfile.FormatJob(j))}},
		}, nil
	}))
	return j
}

// naming are the committed files that hold a text.
func (b *bench) naming(text string) []string {
	b.Helper()
	var found []string
	for _, file := range strings.Split(b.git("ls-files"), "\n") {
		if strings.Contains(b.read(file), text) {
			found = append(found, file)
		}
	}
	return found
}

// RULES 34: one commit takes a session out of everything that names it, what
// was said of it goes, and all else stays.
func TestDetachOneCommit(t *testing.T) {
	b := newBench(t)
	s, other := b.inSession("s-one"), b.inSession("s-two")
	others, before, head := b.naming("session: s-two"), b.at(s.active), b.head()
	preview, err := b.ledger.PreviewDetach("s-one")
	b.must(nil, err)
	b.unchanged(head)
	out, err := b.ledger.Detach(ctx, "s-one", ada)
	if err != nil || b.git("rev-list", "--count", head+"..HEAD") != "1" {
		t.Fatal(out, err)
	}
	if len(out.Experiences) != 3 || len(out.Candidates) != 2 || !slices.Equal(out.Jobs, []memfile.ID{s.job.ID}) || len(out.Feedback) != 1 || len(preview.Experiences) != 3 {
		t.Errorf("%+v", out)
	}
	if left := b.naming("session: s-one"); len(left) > 0 {
		t.Errorf("it is still named in %q", left)
	}
	if have := b.naming("session: s-two"); !slices.Equal(have, others) || len(others) != 7 {
		t.Errorf("another session: %q, %q before", have, others)
	}
	after := b.at(s.active)
	if after.Summary != before.Summary || after.Source.Message != "" || after.Status != memfile.StatusActive || !slices.Equal(after.Evidence, before.Evidence) {
		t.Errorf("%+v", after.Experience)
	}
	if c := b.candidate(s.open); c.State != candidates.Pending || c.Source.Session != "" || c.Source.Agent != "claude-code" {
		t.Errorf("%+v", c.Candidate)
	}
	if strings.Contains(b.message(), "s-one") || !strings.Contains(b.message(), "Memory-Op: detach") {
		t.Error(b.message())
	}
	b.sound()
	head = b.head()
	if again, err := b.ledger.Detach(ctx, "s-one", ada); err != nil || !again.Empty() {
		t.Errorf("%+v, %v", again, err)
	}
	b.unchanged(head)
	if f, err := b.ledger.ForgetSession(ctx, "s-two", ada); err != nil || len(f.Experiences) != 2 || b.at(other.held).Status != memfile.StatusForgotten {
		t.Errorf("%+v, %v", f, err)
	}
	head = b.head()
	if f, err := b.ledger.ForgetSession(ctx, "s-two", ada); err != nil || len(f.Experiences) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	b.unchanged(head)
	// the records live on, and feedback on such a message would begin anew
	b.must(b.ledger.Confirm(ctx, []memfile.ID{s.held}, "", ada))
	b.must(b.ledger.Desk.Approve(ctx, s.open, ada))
	_, changed, err := b.ledger.Feedback(ctx, FeedbackChange{Session: "s-one", Message: "m1", Rating: "negative"}, ada)
	if err != nil || !changed {
		t.Error(changed, err)
	}
	b.sound()
}

// A name that YAML does not write as it is, and files that are larger than they look.
func TestDetachOddName(t *testing.T) {
	b := newBench(t)
	name := `a "b" \c: d`
	b.inSession(name)
	out, err := b.ledger.Detach(ctx, name, ada)
	if err != nil || len(out.Experiences) != 3 || len(out.Candidates) != 2 || len(out.Jobs) != 1 || len(out.Feedback) != 1 {
		t.Fatalf("%+v, %v", out, err)
	}
	b.sound()
	if _, err := b.ledger.Detach(ctx, "", ada); !errors.As(err, new(*candidates.FieldError)) {
		t.Error(err)
	}
}

// What a person saved and did not commit is not taken along, nor lost.
func TestDetachStopsAtDrift(t *testing.T) {
	b := newBench(t)
	s := b.inSession("s-one")
	b.edit("candidates/"+string(s.open)+".md", "Open, by s-one.", "Open, by me.")
	head := b.head()
	var drift *repo.DriftError
	if _, err := b.ledger.Detach(ctx, "s-one", ada); !errors.As(err, &drift) {
		t.Fatal(err)
	}
	if b.head() != head || len(b.naming("session: s-one")) != 7 {
		t.Error("something was changed")
	}
	b.git("commit", "-qam", "mine")
	b.must(b.ledger.Detach(ctx, "s-one", ada))
	if c := b.candidate(s.open); c.Content != "Open, by me." || c.Source.Session != "" {
		t.Errorf("%+v", c.Candidate)
	}
	b.sound()
}

// A record that a person deleted by a commit is none any more.
func TestDetachPassesByWhatWasDeleted(t *testing.T) {
	b := newBench(t)
	s := b.inSession("s-one")
	if err := os.Remove(filepath.Join(b.root, "candidates", string(s.open)+".md")); err != nil {
		t.Fatal(err)
	}
	b.git("commit", "-qam", "gone")
	out, err := b.ledger.Detach(ctx, "s-one", ada)
	if err != nil || len(out.Candidates) != 1 || len(b.naming("session: s-one")) != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
}
