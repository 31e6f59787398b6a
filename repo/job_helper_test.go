package repo

import (
	"gitmem/memfile"
)

// settlement is everything that the commit of one job brings.
type settlement struct {
	job         memfile.Job
	experiences []memfile.Experience
	candidates  []memfile.Candidate
	message     memfile.Message
	more        []Change
}

// extraction is a job that made two experiences and a candidate, before it is
// settled.
func (j *journal) extraction() *settlement {
	j.Helper()
	now := j.s.Now()
	s := &settlement{}
	message := string(j.newID(memfile.KindOperation))
	s.job = memfile.Job{
		Kind: memfile.JobExtraction, Session: "s1", Message: message, Extractor: "1", Attempts: 1, Outcome: memfile.JobCompleted, Model: "local/qwen",
		Counts: memfile.JobCounts{Experiences: 2, Memories: 1}, Created: now, Finished: now,
	}
	s.job.ID, s.job.Identity = memfile.JobID(memfile.JobExtraction, s.job.Session, s.job.Message, s.job.Extractor)
	for i, status := range []string{memfile.StatusHeld, memfile.StatusActive} {
		e := j.note(memfile.KindOutcome)
		e.Status, e.Source.Message, e.Source.Job, e.Source.Ordinal, e.Source.Extractor = status, message, s.job.ID, i, s.job.Extractor
		s.experiences = append(s.experiences, e)
		s.job.Made = append(s.job.Made, e.ID)
	}
	c := j.draft(add("Use pnpm, as the turn shows."))
	c.Actor, c.Source = memfile.ActorReflection, memfile.Source{Agent: "claude-code", Session: "s1", Message: message}
	c.Evidence = []memfile.ID{s.experiences[1].ID}
	s.candidates = append(s.candidates, c)
	s.job.Made = append(s.job.Made, c.ID)
	s.message = memfile.Message{
		Op: "record", IDs: append([]memfile.ID{s.job.ID}, s.job.Made...), Actor: memfile.ActorReflection, Agent: "local/qwen", Source: c.Source,
	}
	return s
}

// failure is a job whose every attempt failed.
func (j *journal) failure() *settlement {
	j.Helper()
	s := j.extraction()
	s.experiences, s.candidates = nil, nil
	s.job.Attempts, s.job.Outcome, s.job.Error, s.job.Detail = 3, memfile.JobFailed, "timeout", "no answer"
	s.job.Counts, s.job.Made, s.message.IDs = memfile.JobCounts{}, nil, s.message.IDs[:1]
	return s
}

// record commits a settlement.
func (j *journal) record(s *settlement) *settlement {
	j.Helper()
	j.do(j.settling(s))
	return s
}

// settling is the operation that commits a settlement.
func (j *journal) settling(s *settlement) Operation {
	j.Helper()
	changes := []Change{{Path: placeOfJob(s.job), Before: j.present(placeOfJob(s.job)), After: Of(memfile.FormatJob(s.job))}}
	for _, e := range s.experiences {
		changes = append(changes, Change{Path: placeOf(e), Before: j.present(placeOf(e)), After: Of(memfile.FormatExperience(e))})
	}
	for _, c := range s.candidates {
		file := memfile.CandidatePath(c)
		changes = append(changes, Change{Path: file, Before: j.present(file), After: Of(memfile.FormatCandidate(c))})
	}
	if s.message.Subject == "" {
		s.message.Subject = s.job.Subject()
	}
	return Operation{Message: s.message, Changes: append(changes, s.more...)}
}

// detach takes the session out of everything that a job made, and of its record.
func (j *journal) detach(s *settlement) *settlement {
	j.Helper()
	s.message = memfile.Message{Op: "detach", IDs: s.message.IDs, Subject: "detach a session", Actor: memfile.ActorUser, Via: j.via}
	s.job.Session, s.job.Message = "", ""
	for i := range s.experiences {
		e := &s.experiences[i]
		e.Source.Session, e.Source.Message, e.Updated = "", "", j.s.Now()
	}
	for i := range s.candidates {
		c := &s.candidates[i]
		c.Source.Session, c.Source.Message, c.Updated = "", "", j.s.Now()
	}
	return s
}

func placeOfJob(job memfile.Job) string { return memfile.JobPath(job.ID, job.Created) }
