package repo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// TestVerifyExperiences: one of everything that operations do with experiences
// and feedback, an edit by hand, and one that is committed with it.
func TestVerifyExperiences(t *testing.T) {
	j, _ := life(t)
	e, c := j.promote(j.recorded(memfile.KindProblem))
	j.forget(e, c, bySystem)
	issue := j.recorded(memfile.KindUnresolvedIssue)
	j.edit(placeOf(issue), "npm broke it twice.", "npm broke it three times.")
	j.byHand("better words")
	issue.Kind, issue.Summary, issue.Resolution = memfile.KindProblem, "npm broke it three times.", "Use pnpm."
	issue = j.turn("solve", issue, memfile.StatusActive)
	issue.Title = "npm breaks the lock file"
	j.turn("forget", issue, memfile.StatusForgotten)
	j.learn("record", []memfile.Experience{j.note(memfile.KindOutcome), j.note(memfile.KindProcedure)})
	first := word(1, memfile.RatingPositive)
	first.Created = j.s.Now()
	j.say("feedback", first)
	second := first
	second.Revision, second.Rating, second.Updated = 2, memfile.RatingNegative, j.s.Now()
	j.say("feedback", second)
	r := j.sound()
	if !r.Sound(true) || r.Files != 1+5+2+4+1 {
		t.Errorf("%+v", r)
	}

	file := memfile.FeedbackPath("s1", "m1")
	j.save(file, "# mine\n"+j.read(file))
	j.edit(placeOf(j.recorded(memfile.KindOutcome)), "The lock file", "A lock file")
	j.byHand("words")
	if r := j.sound(); r.Files != 1+5+2+5+1 {
		t.Errorf("%+v", r)
	}
	os.Remove(filepath.Join(j.store, file))
	commit := j.byHand("no feedback")
	if r := j.sound(); len(r.ByHand) != 1 || r.ByHand[0].Commit != commit || r.ByHand[0].Path != file {
		t.Errorf("%+v", r.ByHand)
	}
	j.say("feedback", word(1, memfile.RatingPositive))
	j.sound()
}

// What an experience at the beginning of a shallow history was is taken as given.
func TestVerifyShallowExperiences(t *testing.T) {
	j := newJournal(t)
	e, issue := j.recorded(memfile.KindProblem), j.recorded(memfile.KindUnresolvedIssue)
	said := word(1, memfile.RatingPositive)
	said.Created = j.s.Now()
	j.say("feedback", said)
	shallow := j.path("shallow")
	j.surroundings.git("", "clone", "-q", "--depth", "1", "file://"+j.store, shallow)
	j.store = shallow
	j.reopen()
	j.promote(e)
	j.turn("forget", issue, memfile.StatusForgotten)
	if r := j.sound(); r.Complete || r.Operations != 3 {
		t.Errorf("%+v", r)
	}
	said.Revision, said.Rating = 2, memfile.RatingNegative
	j.say("feedback", said)
	j.sound()
	c := j.draft(add("Trust me."))
	c.Evidence = []memfile.ID{issue.ID}
	j.settle("propose", j.newID(memfile.KindOperation), []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}}, c)
	j.broken("record.evidence")
}

// remade changes an experience in a way that no operation may, with the word of one.
func remade(op string, change func(*memfile.Experience)) func(*journal, memfile.Candidate) {
	return func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindProblem)
		change(&e)
		j.learn(op, []memfile.Experience{e})
	}
}

var forgedExperiences = map[string]forgery{
	"an experience is made by hand": {func(j *journal, _ memfile.Candidate) {
		e := j.note(memfile.KindProblem)
		j.save(placeOf(e), string(memfile.FormatExperience(e)))
		j.byHand("a note")
	}, []string{"record.unrecorded"}},

	"an experience is made by hand and then confirmed": {func(j *journal, _ memfile.Candidate) {
		e := j.note(memfile.KindProblem)
		j.save(placeOf(e), string(memfile.FormatExperience(e)))
		j.byHand("a note")
		j.turn("confirm", e, memfile.StatusActive)
	}, []string{"record.tampered", "record.status"}},

	"a held one is confirmed by hand": {func(j *journal, _ memfile.Candidate) {
		e := j.note(memfile.KindProblem)
		j.learn("record", []memfile.Experience{e})
		j.edit(placeOf(e), "status: held", "status: active")
		j.byHand("fine")
	}, []string{"record.changed"}},

	"its evidence is changed by hand, and it is promoted": {func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindProblem)
		j.edit(placeOf(e), "verified: false", "verified: true")
		j.byHand("typo")
		e.Evidence[0].Verified = true
		j.promote(e)
	}, []string{"record.tampered", "record.origin"}},

	"it becomes no experience by hand": {func(j *journal, _ memfile.Candidate) {
		j.edit(placeOf(j.recorded(memfile.KindProblem)), "kind: problem", "kind: rumour")
		j.byHand("typo")
	}, []string{"record.invalid"}},

	"a forgotten one is changed by hand": {func(j *journal, _ memfile.Candidate) {
		e := j.turn("forget", j.recorded(memfile.KindProblem), memfile.StatusForgotten)
		j.edit(placeOf(e), "npm broke", "yarn broke")
		j.byHand("other words")
	}, []string{"record.changed"}},

	"a forgotten one is deleted by hand": {func(j *journal, _ memfile.Candidate) {
		e := j.turn("forget", j.recorded(memfile.KindProblem), memfile.StatusForgotten)
		os.Remove(filepath.Join(j.store, placeOf(e)))
		j.byHand("tidy")
	}, []string{"record.deleted"}},

	"a second file has the id": {func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindProblem)
		j.save("experiences/2001/01/01/"+string(e.ID)+".md", j.read(placeOf(e)))
		j.byHand("a copy")
	}, []string{"record.twice"}},

	"a confirm takes one that is active":          {remade("confirm", func(*memfile.Experience) {}), []string{"record.unchanged"}},
	"a confirm changes the confidence":            {remade("confirm", func(e *memfile.Experience) { e.Confidence = 1 }), []string{"record.status", "record.origin"}},
	"a forget changes where it comes from":        {remade("forget", func(e *memfile.Experience) { e.Status, e.Source.Message = memfile.StatusForgotten, "m2" }), []string{"record.source"}},
	"a forget leaves it active":                   {remade("forget", func(e *memfile.Experience) { e.Title = "x" }), []string{"record.status"}},
	"a forget changes the kind":                   {remade("forget", func(e *memfile.Experience) { e.Status, e.Kind = memfile.StatusForgotten, memfile.KindOutcome }), []string{"record.kind"}},
	"a solve takes what is no unresolved issue":   {remade("solve", func(e *memfile.Experience) { e.Resolution = "x" }), []string{"record.kind"}},
	"a promotion makes no candidate":              {remade("promote", func(e *memfile.Experience) { e.Status = memfile.StatusPromoted }), []string{"record.promoted"}},
	"it is recorded a second time":                {remade("record", func(e *memfile.Experience) { e.Title = "x" }), []string{"record.status"}},
	"an operation leaves an issue that is solved": {remade("forget", func(e *memfile.Experience) { e.Kind, e.Resolution = memfile.KindUnresolvedIssue, "x" }), []string{"record.invalid"}},

	"a solve changes the status too": {func(j *journal, _ memfile.Candidate) {
		e := j.note(memfile.KindUnresolvedIssue)
		j.learn("record", []memfile.Experience{e})
		e.Kind, e.Resolution = memfile.KindProblem, "x"
		j.turn("solve", e, memfile.StatusActive)
	}, []string{"record.status"}},

	"an operation moves it to another day": {func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindProblem)
		j.do(Operation{
			Message: memfile.Message{Op: "forget", IDs: []memfile.ID{e.ID}, Actor: memfile.ActorUser, Via: j.via, Subject: "forget"},
			Changes: []Change{
				{Path: placeOf(e), Before: j.present(placeOf(e))},
				{Path: "experiences/old/" + string(e.ID) + ".md", After: Of([]byte(strings.Replace(j.read(placeOf(e)), "status: active", "status: forgotten", 1)))},
			},
		})
	}, []string{"record.place", "record.place"}},

	"an operation deletes it": {func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindProblem)
		j.do(Operation{
			Message: memfile.Message{Op: "forget", IDs: []memfile.ID{e.ID}, Actor: memfile.ActorUser, Via: j.via, Subject: "forget"},
			Changes: []Change{{Path: placeOf(e), Before: j.present(placeOf(e))}},
		})
	}, []string{"record.deleted"}},

	"a candidate cites an unresolved issue": {func(j *journal, _ memfile.Candidate) {
		e := j.recorded(memfile.KindUnresolvedIssue)
		c := j.draft(add("Trust me."))
		c.Evidence = []memfile.ID{e.ID}
		j.settle("propose", j.newID(memfile.KindOperation), []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}}, c)
	}, []string{"record.evidence"}},

	"what lost its evidence is rejected in a person's name": {func(j *journal, _ memfile.Candidate) {
		e, c := j.promote(j.recorded(memfile.KindProblem))
		j.forget(e, c, memfile.Decided{By: memfile.ActorUser, Via: "terminal"})
	}, []string{"record.decided"}},

	"feedback is made by hand": {func(j *journal, _ memfile.Candidate) {
		w := word(1, memfile.RatingPositive)
		w.Created = j.s.Now()
		j.save(memfile.FeedbackPath("s1", "m1"), string(memfile.FormatFeedback(w)))
		j.byHand("great")
	}, []string{"record.unrecorded"}},

	"feedback is changed by hand": {func(j *journal, _ memfile.Candidate) {
		j.say("feedback", word(1, memfile.RatingPositive))
		j.edit(memfile.FeedbackPath("s1", "m1"), "positive", "negative")
		j.byHand("no")
	}, []string{"record.changed"}},

	"feedback skips a revision": {func(j *journal, _ memfile.Candidate) {
		w := word(1, memfile.RatingPositive)
		w.Created = j.s.Now()
		j.say("feedback", w)
		w.Revision = 3
		j.say("feedback", w)
	}, []string{"record.revision"}},

	"feedback says that it was first given at another time": {func(j *journal, _ memfile.Candidate) {
		j.say("feedback", word(1, memfile.RatingPositive))
		j.say("feedback", word(2, memfile.RatingNegative))
	}, []string{"record.origin"}},

	"feedback lies elsewhere": {func(j *journal, _ memfile.Candidate) {
		w := word(1, memfile.RatingPositive)
		w.Created = j.s.Now()
		j.do(Operation{
			Message: memfile.Message{Op: "feedback", Actor: memfile.ActorUser, Via: j.via, Subject: "feedback"},
			Changes: []Change{{Path: "feedback/s2/m1.yaml", After: Of(memfile.FormatFeedback(w))}},
		})
	}, []string{"record.place"}},

	"another operation writes feedback": {func(j *journal, _ memfile.Candidate) {
		j.say("confirm", word(1, memfile.RatingPositive))
	}, []string{"commit.other", "record.unrecorded"}},
}

func TestVerifyForgedExperience(t *testing.T) { foundOut(t, forgedExperiences) }
