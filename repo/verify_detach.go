package repo

import (
	"time"

	"gitmem/memfile"
)

// checkDetach makes sure that a detach took the session and the message out of
// a record, and nothing else.
func (v *verifier) checkDetach(f seen, id memfile.ID, t treeChange) error {
	if f.message.Op != "detach" {
		return nil
	}
	was, wasRecord, err := v.detached(t.path, t.before)
	if err != nil {
		return v.unreadable(f, t.path, err)
	}
	is, isRecord, err := v.detached(t.path, t.after)
	if err != nil {
		return v.unreadable(f, t.path, err)
	}
	switch {
	case !wasRecord || !isRecord: // what was none is reported with it
		if t.before == "" {
			v.recordProblem(f, id, t.path, "record.detached", "the operation detach made it")
		}
	case is.attached:
		v.recordProblem(f, id, t.path, "record.detached", "it still names a session or a message after the operation detach")
	case was.rest != is.rest:
		v.recordProblem(f, id, t.path, "record.detached", "the operation detach changed more of it than its session and message")
	}
	return nil
}

// withoutSession is a record apart from its session and message.
type withoutSession struct {
	rest     string
	attached bool // it has one of the two
}

// detached reads a version of a record; false where there is none.
func (v *verifier) detached(file, blob string) (withoutSession, bool, error) {
	if blob == "" {
		return withoutSession{}, false, nil
	}
	data, err := v.s.BlobData(blob)
	if err != nil {
		return withoutSession{}, false, err
	}
	switch id, _, _ := recordFile(file); noun(id) {
	case "job":
		if parsed, err := memfile.ParseJob(file, data); err == nil {
			j := parsed.Job()
			attached := takeAway(&j.Session, &j.Message)
			return withoutSession{string(memfile.FormatJob(j)), attached}, true, nil
		}
	case "experience":
		if parsed, err := memfile.ParseExperience(file, data); err == nil {
			e := parsed.Experience()
			attached := takeAway(&e.Source.Session, &e.Source.Message)
			e.Updated = time.Time{}
			return withoutSession{string(memfile.FormatExperience(e)), attached}, true, nil
		}
	case "candidate":
		if parsed, err := memfile.ParseCandidate(file, data); err == nil {
			c := parsed.Candidate()
			attached := takeAway(&c.Source.Session, &c.Source.Message)
			c.Updated = time.Time{}
			return withoutSession{string(memfile.FormatCandidate(c)), attached}, true, nil
		}
	}
	return withoutSession{}, false, nil
}

// takeAway empties two texts; true if one of them was not.
func takeAway(session, message *string) bool {
	had := *session != "" || *message != ""
	*session, *message = "", ""
	return had
}
