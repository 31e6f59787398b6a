package repo

import (
	"testing"

	"gitmem/memfile"
)

// unsay removes the feedback on a message by an operation.
func (j *journal) unsay(op, session, message string) {
	j.Helper()
	path := memfile.FeedbackPath(session, message)
	j.do(Operation{
		Message: memfile.Message{Op: op, Actor: memfile.ActorUser, Via: j.via, Subject: op},
		Changes: []Change{{Path: path, Before: j.present(path), Edited: true}},
	})
}

// Feedback goes with its session, and may come again.
func TestVerifyUnsaid(t *testing.T) {
	j, _ := life(t)
	j.say("feedback", word(1, memfile.RatingPositive))
	j.unsay("detach", "s1", "m1")
	j.sound()
	j.say("feedback", word(1, memfile.RatingNegative))
	if r := j.sound(); !r.Sound(true) {
		t.Errorf("%+v", r)
	}
}

func TestVerifyForgedUnsaid(t *testing.T) {
	foundOut(t, map[string]forgery{
		"a detach writes feedback": {func(j *journal, _ memfile.Candidate) {
			j.say("detach", word(1, memfile.RatingPositive))
		}, []string{"record.detached", "record.unrecorded"}},

		"another operation takes feedback away": {func(j *journal, _ memfile.Candidate) {
			j.say("feedback", word(1, memfile.RatingPositive))
			j.unsay("record", "s1", "m1")
		}, []string{"commit.other"}},

		"feedback that was made by hand goes with a session": {func(j *journal, _ memfile.Candidate) {
			j.save(memfile.FeedbackPath("s1", "m1"), string(memfile.FormatFeedback(word(1, memfile.RatingPositive))))
			j.byHand("feedback")
			j.unsay("detach", "s1", "m1")
		}, []string{"record.tampered"}},
	})
}
