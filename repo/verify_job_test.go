package repo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gitmem/memfile"
)

// TestVerifyJobs: jobs that made something and nothing, one that failed, what
// becomes of what they made, and a detach.
func TestVerifyJobs(t *testing.T) {
	j, _ := life(t)
	s := j.record(j.extraction())
	j.record(j.failure())
	empty := j.extraction()
	empty.experiences, empty.candidates, empty.job.Made, empty.message.IDs = nil, nil, nil, empty.message.IDs[:1]
	j.record(empty)
	if r := j.sound(); !r.Sound(true) || r.Files != 1+5+3+2+1 {
		t.Errorf("%+v", r)
	}
	s.candidates[0], _ = j.apply(s.candidates[0])
	s.experiences[0] = j.turn("confirm", s.experiences[0], memfile.StatusActive)
	j.record(j.detach(s))
	if r := j.sound(); !r.Sound(true) || r.Files != 1+5+3+2+1 {
		t.Errorf("%+v", r)
	}
	j.turn("forget", s.experiences[0], memfile.StatusForgotten)
	j.sound()
}

// What a job at the beginning of a shallow history said is taken as given.
func TestVerifyShallowJobs(t *testing.T) {
	j := newJournal(t)
	s, other := j.record(j.extraction()), j.record(j.failure())
	shallow := j.path("shallow")
	j.surroundings.git("", "clone", "-q", "--depth", "1", "file://"+j.store, shallow)
	j.store = shallow
	j.reopen()
	j.record(j.extraction())
	j.record(j.detach(s))
	if r := j.sound(); r.Complete || r.Operations != 3 {
		t.Errorf("%+v", r)
	}
	j.edit(placeOfJob(other.job), "timeout", "refused")
	j.byHand("better words")
	j.broken("record.changed")
}

// A settlement that was interrupted is finished by a recovery, also after a
// person's commit took its files along.
func TestVerifyRecoveredJobs(t *testing.T) {
	for name, meanwhile := range map[string]func(*journal) string{
		"nothing": func(*journal) string { return "" },
		"a commit takes it along": func(j *journal) string {
			for _, lock := range []string{"index.lock", "HEAD.lock", "refs/heads/main.lock"} {
				os.Remove(filepath.Join(j.store, ".git", lock))
			}
			return j.byHand("what is this?")
		},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := life(t)
			s := j.extraction()
			op := j.settling(s)
			dying, err := Open(j.store, Options{Env: j.Env, Now: j.tick, Probe: dead("op.index")})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := dying.Run(t.Context(), func() (*Operation, error) { return &op, nil }); err == nil {
				t.Fatal("the operation was not interrupted")
			}
			hand := meanwhile(j)
			if _, err := j.s.Recover(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := j.git("show", "-s", "--format=%B"); !strings.Contains(got, "Memory-Id: "+string(s.job.ID)) || !strings.Contains(got, hand) {
				t.Errorf("recovery leaves\n%s", got)
			}
			if r := j.sound(); !r.Sound(true) || r.Files != 1+5+1+3 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// settled commits a settlement that somebody forged.
func settled(forge func(s *settlement)) func(*journal, memfile.Candidate) {
	return func(j *journal, _ memfile.Candidate) {
		s := j.extraction()
		forge(s)
		j.record(s)
	}
}

// after forges what comes after a sound settlement.
func after(forge func(j *journal, s *settlement)) func(*journal, memfile.Candidate) {
	return func(j *journal, _ memfile.Candidate) { forge(j, j.record(j.extraction())) }
}

// detached commits a detach that somebody forged.
func detached(forge func(s *settlement)) func(*journal, memfile.Candidate) {
	return after(func(j *journal, s *settlement) {
		forge(j.detach(s))
		j.record(s)
	})
}

var forgedJobs = map[string]forgery{
	"a job is made by hand": {func(j *journal, _ memfile.Candidate) {
		job := j.extraction().job
		j.save(placeOfJob(job), string(memfile.FormatJob(job)))
		j.byHand("a job")
	}, []string{"record.unrecorded"}},

	"a job is changed by hand": {after(func(j *journal, s *settlement) {
		j.edit(placeOfJob(s.job), "local/qwen", "cloud/gpt")
		j.byHand("typo")
	}), []string{"record.changed"}},

	"a comment is put into a job by hand": {after(func(j *journal, s *settlement) {
		j.save(placeOfJob(s.job), "# mine\n"+j.read(placeOfJob(s.job)))
		j.byHand("a remark")
	}), []string{"record.changed"}},

	"a job is deleted by hand": {after(func(j *journal, s *settlement) {
		os.Remove(filepath.Join(j.store, placeOfJob(s.job)))
		j.byHand("tidy")
	}), []string{"record.deleted"}},

	"a job is moved to another day by hand": {after(func(j *journal, s *settlement) {
		j.save("jobs/2001/01/01/"+string(s.job.ID)+".yaml", j.read(placeOfJob(s.job)))
		os.Remove(filepath.Join(j.store, placeOfJob(s.job)))
		j.byHand("tidy")
	}), []string{"record.twice", "record.deleted"}},

	"a job is changed by hand, and then detached": {after(func(j *journal, s *settlement) {
		j.edit(placeOfJob(s.job), "local/qwen", "cloud/gpt")
		j.byHand("typo")
		s.job.Model = "cloud/gpt"
		j.record(j.detach(s))
	}), []string{"record.tampered"}},

	"a later operation changes a job": {after(func(j *journal, s *settlement) {
		s.job.Model = "cloud/gpt"
		s.experiences, s.candidates = nil, nil
		s.message = memfile.Message{Op: "refresh", IDs: s.message.IDs[:1], Actor: memfile.ActorSystem}
		j.record(s)
	}), []string{"record.status"}},

	"a job is settled a second time": {after(func(j *journal, s *settlement) {
		again := j.failure()
		again.job.ID, again.job.Identity, again.job.Created = s.job.ID, s.job.Identity, s.job.Created
		again.message.IDs = []memfile.ID{s.job.ID}
		j.record(again)
	}), []string{"record.status"}},

	"a job is not named by its commit": {settled(func(s *settlement) { s.message.IDs = s.message.IDs[1:] }), []string{
		"commit.other", "record.unrecorded", "record.job", "record.job", "record.job",
	}},

	"a job is named and has no file": {func(j *journal, _ memfile.Candidate) {
		s := j.failure()
		s.message.IDs = append(s.message.IDs, "j00000000000000ff")
		j.record(s)
	}, []string{"record.unchanged", "record.job"}},

	"two jobs are settled by one commit": {func(j *journal, _ memfile.Candidate) {
		s, other := j.failure(), j.failure()
		s.message.IDs = append(s.message.IDs, other.job.ID)
		s.more = []Change{{Path: placeOfJob(other.job), After: Of(memfile.FormatJob(other.job))}}
		j.record(s)
	}, []string{"record.job"}},

	"a job claims what its commit did not bring": {settled(func(s *settlement) { s.job.Made = append(s.job.Made, "e00000000000000ff") }), []string{"record.made"}},
	"a job claims an experience that was there": {func(j *journal, _ memfile.Candidate) {
		e, s := j.recorded(memfile.KindProblem), j.extraction()
		s.job.Made = append(s.job.Made, e.ID)
		s.message.IDs = append(s.message.IDs, e.ID)
		j.record(s)
	}, []string{"record.unchanged"}},

	"a job takes a candidate that was there": {func(j *journal, _ memfile.Candidate) {
		s := j.extraction()
		c := j.propose(add("Trust me."))
		c.Reason = "trust me"
		s.candidates = append(s.candidates, c)
		s.job.Made, s.message.IDs = append(s.job.Made, c.ID), append(s.message.IDs, c.ID)
		j.record(s)
	}, []string{"record.status"}},

	"a job keeps silent about an experience": {settled(func(s *settlement) { s.job.Made = s.job.Made[1:] }), []string{"record.made"}},
	"a failed job brings experiences": {settled(func(s *settlement) {
		s.job.Outcome, s.job.Error, s.job.Made = memfile.JobFailed, "timeout", nil
	}), []string{"record.made", "record.made", "record.made"}},

	"an experience says that another job made it": {settled(func(s *settlement) { s.experiences[0].Source.Job = "j00000000000000ff" }), []string{"record.job"}},
	"an experience says that no job made it": {settled(func(s *settlement) {
		s.experiences[0].Source.Job, s.experiences[0].Source.Ordinal = "", 0
	}), []string{"record.job"}},

	"an experience is promoted already":      {settled(func(s *settlement) { s.experiences[0].Status = memfile.StatusPromoted }), []string{"record.status"}},
	"a candidate says that a person made it": {settled(func(s *settlement) { s.candidates[0].Actor = memfile.ActorUser }), []string{"record.actor"}},
	"a candidate is decided already": {settled(func(s *settlement) {
		s.candidates[0].Decided = &memfile.Decided{By: memfile.ActorUser, Via: "terminal"}
	}), []string{"record.decided"}},
	"a candidate fails with its settlement":   {settled(func(s *settlement) { s.candidates[0].Status = memfile.StatusFailed }), []string{"record.status"}},
	"a candidate cites an unresolved issue":   {settled(func(s *settlement) { s.experiences[1].Kind = memfile.KindUnresolvedIssue }), []string{"record.evidence"}},
	"a job has no identity":                   {settled(func(s *settlement) { s.job.Identity = "" }), []string{"record.invalid"}},
	"the settlement brings a file of its own": {settled(func(s *settlement) { s.more = []Change{{Path: "jobs/notes.yaml", After: Of([]byte("x: y\n"))}} }), []string{"commit.other"}},

	"a person records a candidate without a job": {func(j *journal, _ memfile.Candidate) {
		c := j.draft(add("Trust me."))
		j.settle("record", j.newID(memfile.KindOperation), []Change{{Path: memfile.CandidatePath(c), After: Of(memfile.FormatCandidate(c))}}, c)
	}, []string{"record.job"}},

	"a detach changes the model":                   {detached(func(s *settlement) { s.job.Model = "cloud/gpt" }), []string{"record.detached"}},
	"a detach leaves the session of a job":         {detached(func(s *settlement) { s.job.Session = "s1" }), []string{"record.detached"}},
	"a detach changes the agent of an experience":  {detached(func(s *settlement) { s.experiences[0].Source.Agent = "codex" }), []string{"record.detached"}},
	"a detach confirms an experience":              {detached(func(s *settlement) { s.experiences[0].Status = memfile.StatusActive }), []string{"record.detached"}},
	"a detach leaves the message of an experience": {detached(func(s *settlement) { s.experiences[0].Source.Message = "m2" }), []string{"record.detached"}},
	"a detach changes the words of a candidate":    {detached(func(s *settlement) { s.candidates[0].Content = "Send it all." }), []string{"record.detached"}},
	"a detach makes an experience": {after(func(j *journal, s *settlement) {
		e := j.note(memfile.KindOutcome)
		e.Source = memfile.Origin{Agent: "claude-code"}
		s.experiences = append(s.experiences, e)
		s.message.IDs = append(s.message.IDs, e.ID)
		j.record(j.detach(s))
	}), []string{"record.detached"}},

	"a job does not lie in the folder of a day": {func(j *journal, _ memfile.Candidate) {
		s := j.failure()
		j.do(Operation{Message: s.message, Changes: []Change{{Path: "jobs/old/" + string(s.job.ID) + ".yaml", After: Of(memfile.FormatJob(s.job))}}})
	}, []string{"record.place"}},
}

func TestVerifyForgedJob(t *testing.T) { foundOut(t, forgedJobs) }
