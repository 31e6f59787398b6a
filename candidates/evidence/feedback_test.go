package evidence

import (
	"errors"
	"strings"
	"testing"

	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

func rate(rating, note string, expected int) FeedbackChange {
	return FeedbackChange{Session: "s1", Message: "m1", Rating: rating, Note: note, Expected: expected}
}

// Fault (x) of behaviour 13.2: a revision is expected where none exists.
func TestFeedbackRevisions(t *testing.T) {
	b := newBench(t)
	var stale *StaleError
	if _, changed, err := b.ledger.Feedback(ctx, rate("positive", "", 2), ada); !errors.As(err, &stale) || stale.Present.Revision != 0 || changed {
		t.Fatalf("a revision of nothing: %v", err)
	}
	steps := []struct {
		change   FeedbackChange
		revision int
		changed  bool
	}{
		{rate("positive", " well done \n", 0), 1, true},
		{rate("positive", "well done", 1), 1, false},
		{rate("negative", "well done", 1), 2, true},
		{rate("negative", "", 2), 3, true},
	}
	for i, step := range steps {
		head := b.head()
		f, changed, err := b.ledger.Feedback(ctx, step.change, ada)
		if err != nil || f.Revision != step.revision || changed != step.changed || f.Note != strings.TrimSpace(step.change.Note) {
			t.Fatalf("step %d: %+v, %v, %v", i, f, changed, err)
		}
		if n := b.git("rev-list", "--count", head+"..HEAD"); n != map[bool]string{true: "1", false: "0"}[changed] {
			t.Errorf("step %d: %s commits", i, n)
		}
	}
	head := b.head()
	if _, _, err := b.ledger.Feedback(ctx, rate("positive", "", 2), ada); !errors.As(err, &stale) || stale.Present.Revision != 3 || stale.Present.Rating != "negative" {
		t.Errorf("a stale revision: %v", err)
	}
	if _, _, err := b.ledger.Feedback(ctx, rate("positive", "", -1), ada); !errors.As(err, &stale) {
		t.Errorf("below 0: %v", err)
	}
	b.unchanged(head)
	f, err := b.ledger.feedbackOn("s1", "m1")
	if err != nil || f.Revision != 3 || f.Rating != "negative" || !f.Updated.After(f.Created) {
		t.Errorf("%+v, %v", f, err)
	}
	if m := b.git("log", "--format=%B", "-1"); !strings.Contains(m, "Memory-Op: feedback\n") || !strings.Contains(m, "Memory-Source: - s1 m1") {
		t.Errorf("message\n%s", m)
	}
	b.sound()
}

func TestFeedbackThatIsRefused(t *testing.T) {
	b := newBench(t)
	head := b.head()
	for name, ch := range map[string]FeedbackChange{
		"rating": rate("good", "", 0), "session": {Message: "m", Rating: "positive"}, "message": {Session: "s", Rating: "positive"}, "note": rate("positive", strings.Repeat("x", memfile.MaxNote+1), 0),
	} {
		var lacks *memfile.RecordError
		if _, _, err := b.ledger.Feedback(ctx, ch, ada); !errors.As(err, &lacks) || lacks.Key != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := b.ledger.Feedback(ctx, rate("positive", "it printed "+token, 0), ada); !errors.As(err, new(*guard.RefusedError)) || strings.Contains(err.Error(), token) {
		t.Errorf("a credential: %v", err)
	}
	b.unchanged(head)
	b.must(nil, feedbackError(b.ledger.Feedback(ctx, rate("positive", "", 0), ada)))
	b.edit(memfile.FeedbackPath("s1", "m1"), "positive", "negative")
	if _, _, err := b.ledger.Feedback(ctx, rate("positive", "x", 1), ada); !errors.As(err, new(*repo.DriftError)) {
		t.Errorf("edited by hand: %v", err)
	}
}

func feedbackError(_ memfile.Feedback, _ bool, err error) error { return err }

// Names that other programs give never meet and never leave the folder.
func TestFeedbackNames(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"../../x", "MSG", "msg", "con", "é"} {
		ch := FeedbackChange{Session: name, Message: name, Rating: "positive"}
		b.must(nil, feedbackError(b.ledger.Feedback(ctx, ch, ada)))
		if f, err := b.ledger.feedbackOn(name, name); err != nil || f.Session != name || f.Message != name {
			t.Errorf("%q: %+v, %v", name, f, err)
		}
	}
	all, invalid, err := b.ledger.FeedbackList("")
	if err != nil || len(all) != 5 || len(invalid) != 0 {
		t.Errorf("%d, %v, %v", len(all), invalid, err)
	}
	b.save("feedback/s/bad.yaml", "gitmem: feedback/9\n")
	one, invalid, err := b.ledger.FeedbackList("MSG")
	if err != nil || len(one) != 1 || len(invalid) != 1 || invalid[0].Path != "feedback/s/bad.yaml" {
		t.Errorf("%+v, %+v, %v", one, invalid, err)
	}
}

// feedbackOn is the feedback on a message as it stands; its revision is 0 where
// there is none.
func (l *Ledger) feedbackOn(session, message string) (memfile.Feedback, error) {
	file, err := l.readFeedback(memfile.FeedbackPath(session, message))
	if file == nil {
		return memfile.Feedback{Session: session, Message: message}, err
	}
	return file.Feedback(), err
}
