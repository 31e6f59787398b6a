package evidence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// FeedbackChange is what a person thinks of a message.
type FeedbackChange struct {
	Session, Message string
	Rating           string // memfile.RatingPositive or its sibling
	Note             string // may be empty
	// Expected is the revision that the person has seen, 0 where there was none.
	Expected int
}

// Feedback writes what a person thinks of a message, as the next revision, and
// gives what then stands. The same rating and note again change nothing. Errors:
// *StaleError where another revision stands than the one expected,
// *memfile.RecordError, *guard.RefusedError, *repo.DriftError where somebody
// edited the file.
func (l *Ledger) Feedback(ctx context.Context, ch FeedbackChange, actor candidates.Actor) (memfile.Feedback, bool, error) {
	var out memfile.Feedback
	changed := false
	_, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, now, err := l.planFeedback(ch, actor)
		out, changed = now, op != nil
		return op, err
	})
	return out, changed && err == nil, err
}

func (l *Ledger) planFeedback(ch FeedbackChange, actor candidates.Actor) (*repo.Operation, memfile.Feedback, error) {
	path := memfile.FeedbackPath(ch.Session, ch.Message)
	file, err := l.readFeedback(path)
	if err != nil {
		return nil, memfile.Feedback{}, err
	}
	was := memfile.Feedback{Session: ch.Session, Message: ch.Message}
	if file != nil {
		was = file.Feedback()
	}
	if was.Revision != ch.Expected {
		return nil, was, &StaleError{Present: was, Expected: ch.Expected}
	}
	next := was
	next.Rating, next.Note, next.Updated = ch.Rating, plain(ch.Note), l.now()
	if next.Revision++; was.Revision == 0 {
		next.Created = next.Updated
	}
	if err := errors.Join(next.Check(), checkFeedback(next)); err != nil {
		return nil, was, err
	}
	if was.Rating == next.Rating && was.Note == next.Note {
		return nil, was, nil
	}
	change := repo.Change{Path: path}
	if file == nil {
		change.After = repo.Of(memfile.FormatFeedback(next))
	} else {
		text, err := file.Update(next)
		if err != nil {
			return nil, was, err
		}
		change.Before, change.After = repo.Of(file.Bytes()), repo.Of(text)
	}
	op := &repo.Operation{Message: feedbackMessage(next, actor), Author: candidates.Author(actor), Changes: []repo.Change{change}}
	return op, next, nil
}

// checkFeedback scans what goes into the file and into the commit.
func checkFeedback(f memfile.Feedback) error {
	if err := errors.Join(candidates.CheckWord("session", f.Session), candidates.CheckWord("message", f.Message)); err != nil {
		return err
	}
	return guard.Refusal("note", guard.Scan(f.Note, guard.Note, guard.Options{}))
}

func feedbackMessage(f memfile.Feedback, actor candidates.Actor) memfile.Message {
	m := memfile.Message{Op: "feedback", Actor: actor.Kind, Via: actor.Via, Agent: actor.Agent, Source: memfile.Source{Session: f.Session, Message: f.Message}}
	m.Subject = fmt.Sprintf("feedback: %s, revision %d", f.Rating, f.Revision)
	if f.Note != "" {
		m.Paragraphs = []string{oneLine(f.Note)}
	}
	return m
}

// readFeedback reads one file, nil where there is none.
func (l *Ledger) readFeedback(path string) (*memfile.FeedbackFile, error) {
	data, err := l.Desk.Store.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	file, err := memfile.ParseFeedback(path, data)
	if err != nil {
		return nil, err
	}
	if f := file.NameFault(); f != nil {
		return nil, f
	}
	return file, nil
}

// FeedbackList is the feedback of a session, or of all, the newest first, and
// every file that is none.
func (l *Ledger) FeedbackList(session string) ([]memfile.Feedback, []candidates.Invalid, error) {
	var all []memfile.Feedback
	var invalid []candidates.Invalid
	root := os.DirFS(l.Desk.Store.Root)
	if _, err := fs.Stat(root, memfile.FeedbackFolder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	err := fs.WalkDir(root, memfile.FeedbackFolder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || candidates.Litter(e.Name()) || !strings.HasSuffix(path, ".yaml") {
			return err
		}
		file, err := l.readFeedback(path)
		switch {
		case err != nil:
			invalid = append(invalid, *candidates.NewInvalid(path, err))
		case file != nil && (session == "" || file.Feedback().Session == session):
			all = append(all, file.Feedback())
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b memfile.Feedback) int { return b.Updated.Compare(a.Updated) })
	return all, invalid, err
}
