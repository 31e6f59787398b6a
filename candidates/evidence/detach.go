package evidence

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Detached is what a detach took a session out of.
type Detached struct {
	Experiences, Candidates, Jobs []memfile.ID
	// Feedback is what was said of messages of the session, and is gone.
	Feedback []memfile.Feedback
	Result   repo.Result
}

// Empty is true where nothing named the session.
func (d Detached) Empty() bool {
	return len(d.Experiences)+len(d.Candidates)+len(d.Jobs)+len(d.Feedback) == 0
}

// Detach takes a session that is deleted out of every record that names it, and
// removes the feedback on its messages, in one commit. Excerpts, digests and
// the history stay. Where nothing names it there is no commit, so that it can be
// repeated.
//
// Errors: *repo.DriftError where one of the files was saved by hand and not
// committed, memfile.Faults for one that cannot be read, and those of
// repo.Store.Run.
func (l *Ledger) Detach(ctx context.Context, session string, actor candidates.Actor) (Detached, error) {
	var out Detached
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planDetach(session, actor)
		out = found
		return op, err
	})
	out.Result = result
	if err == nil && !l.Desk.DryRun {
		// The name of the folder is that of the session. One that is not empty stays.
		_ = os.Remove(filepath.Join(l.Desk.Store.Root, filepath.FromSlash(feedbackFolder(session))))
	}
	return out, err
}

// feedbackFolder is where the feedback on a session's messages lies.
func feedbackFolder(session string) string { return path.Dir(memfile.FeedbackPath(session, "m")) }

// PreviewDetach says what Detach would do; it changes nothing.
func (l *Ledger) PreviewDetach(session string) (Detached, error) {
	_, out, err := l.planDetach(session, candidates.Actor{})
	return out, err
}

func (l *Ledger) planDetach(session string, actor candidates.Actor) (*repo.Operation, Detached, error) {
	var out Detached
	if session == "" {
		return nil, out, &candidates.FieldError{Field: "session", Reason: "nothing is named that could be detached"}
	}
	changes, err := l.detachExperiences(session, &out)
	if err != nil {
		return nil, out, err
	}
	others, err := l.Desk.PlanDetach(session)
	if err != nil {
		return nil, out, err
	}
	out.Candidates, out.Jobs = others.Candidates, others.Jobs
	unsaid, err := l.removeFeedback(session, &out)
	if err != nil || out.Empty() {
		return nil, out, err
	}
	op := &repo.Operation{Author: candidates.Author(actor), Decision: actor.Person(), Changes: slices.Concat(changes, others.Changes, unsaid)}
	op.Message = memfile.Message{Op: "detach", Actor: actor.Kind, Via: actor.Via, Agent: actor.Agent, Subject: out.subject()}
	op.Message.IDs = slices.Concat(out.Experiences, out.Candidates, out.Jobs)
	return op, out, nil
}

// subject counts and does not name: the session is gone.
func (d Detached) subject() string {
	var parts []string
	if n := len(d.Experiences) + len(d.Candidates) + len(d.Jobs); n > 0 {
		parts = append(parts, many(n, "record"))
	}
	if n := len(d.Feedback); n > 0 {
		parts = append(parts, "feedback on "+many(n, "message"))
	}
	return "detach a deleted session: " + strings.Join(parts, ", ")
}

func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// detachExperiences changes the experiences of a session as they are committed:
// what somebody saved and did not commit is drift, and is not taken along.
func (l *Ledger) detachExperiences(session string, out *Detached) ([]repo.Change, error) {
	r, err := l.reader()
	if err != nil {
		return nil, err
	}
	var changes []repo.Change
	for _, id := range r.ofSession(session) {
		line, _ := r.line(id)
		data, there, err := r.view.File(line.Path)
		if err != nil {
			return nil, err
		}
		if !there { // a person deleted it, and committed that
			continue
		}
		file, err := memfile.ParseExperience(line.Path, data)
		if err != nil {
			return nil, err
		}
		e := file.Experience()
		e.Source.Session, e.Source.Message = "", ""
		after, err := file.Update(e)
		if err != nil {
			return nil, err
		}
		out.Experiences = append(out.Experiences, id)
		changes = append(changes, repo.Change{Path: line.Path, Before: repo.Of(data), After: repo.Of(after)})
	}
	return changes, nil
}

// removeFeedback takes away what was said of messages of a session.
func (l *Ledger) removeFeedback(session string, out *Detached) ([]repo.Change, error) {
	view, err := l.Desk.Store.View()
	if err != nil {
		return nil, err
	}
	folder := feedbackFolder(session)
	names, err := view.Files(folder)
	if err != nil {
		return nil, err
	}
	var changes []repo.Change
	for _, name := range slices.Sorted(maps.Keys(names)) {
		place := path.Join(folder, name)
		data, there, err := view.File(place)
		if err != nil || !there {
			return nil, err
		}
		file, err := memfile.ParseFeedback(place, data)
		if err != nil {
			return nil, err
		}
		if f := file.Feedback(); f.Session == session {
			out.Feedback = append(out.Feedback, f)
			changes = append(changes, repo.Change{Path: place, Before: repo.Of(data)})
		}
	}
	return changes, nil
}
