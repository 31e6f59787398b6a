package cmd

import (
	"fmt"
	"strings"

	"gitmem/candidates"
	"gitmem/candidates/jobs"
	"gitmem/memfile"
)

// jobsStateJSON is finished work that waits to be learned from.
type jobsStateJSON struct {
	Noted   int `json:"noted"` // transcripts that are still to be read
	Queued  int `json:"queued"`
	Running int `json:"running"`
	// Failing are jobs whose last attempt failed; LastError is that of the one
	// that is due first, LastKind one word for it.
	Failing   int        `json:"failing"`
	Job       memfile.ID `json:"job,omitempty"`
	LastKind  string     `json:"last_kind,omitempty"`
	LastError string     `json:"last_error,omitempty"`
	Damaged   []string   `json:"damaged"` // files of the queue that hold no job
}

// jobsState says what waits in the stores at hand.
func (a *app) jobsState(desks []*candidates.Desk) (jobsStateJSON, error) {
	out := jobsStateJSON{Damaged: []string{}}
	for _, d := range desks {
		shelf, err := a.sessionsOf(d.Store)
		if err != nil {
			return out, err
		}
		noted, err := shelf.Noted()
		if err != nil {
			return out, err
		}
		out.Noted += len(noted)
		queued, bad, err := a.queueOf(d.Store).List()
		if err != nil {
			return out, err
		}
		for _, j := range queued {
			out.add(j)
		}
		for _, b := range bad {
			out.Damaged = append(out.Damaged, b.Error())
		}
	}
	return out, nil
}

func (s *jobsStateJSON) add(j jobs.Job) {
	switch j.State {
	case jobs.Queued:
		s.Queued++
	case jobs.Running:
		s.Running++
	}
	if j.LastError == "" || j.State == jobs.Skipped {
		return
	}
	if s.Failing++; s.Failing == 1 {
		s.Job, s.LastKind, s.LastError = j.ID, j.LastKind, j.LastError
	}
}

// sayJobsState tells of what waits, and of a model that does not answer.
func (a *app) sayJobsState(s jobsStateJSON) {
	var waits []string
	if s.Noted > 0 {
		waits = append(waits, counted(s.Noted, "transcript is to be read", "transcripts are to be read"))
	}
	if s.Queued > 0 {
		waits = append(waits, counted(s.Queued, "job waits", "jobs wait"))
	}
	if s.Running > 0 {
		waits = append(waits, counted(s.Running, "job is carried out", "jobs are carried out"))
	}
	if len(waits) > 0 {
		a.say("learning from sessions: %s", strings.Join(waits, ", "))
	}
	if s.Failing > 0 {
		a.say("  %s %s: %s", a.yellow(fmt.Sprintf("the last attempt of %s failed,", counted(s.Failing, "job", "jobs")), a.TerminalOut), s.LastKind, clip(s.LastError, 200))
	}
	for _, d := range s.Damaged {
		a.say("%s %s", a.red("damaged job:", a.TerminalOut), clip(d, 300))
	}
}
