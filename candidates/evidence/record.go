package evidence

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// How many experiences that models recorded may wait for a person.
const (
	MaxHeldPerSession = 32
	maxHeldPerStore   = 500
)

// Outcome is what a change of one experience came to.
type Outcome struct {
	Experience memfile.Experience
	Path       string
	Existing   bool // the same was recorded before; nothing was written
	Result     repo.Result
}

// Record records a note: active for a person, held until a person confirms it
// for everybody else. The same note again gives the experience that it made,
// whatever became of it but forgotten.
//
// Errors callers test for: *memfile.RecordError and *candidates.FieldError for
// what the note lacks, *guard.RefusedError, *ForgottenError,
// *OtherContentError, *candidates.FloodError, and those of repo.Store.Run. After
// any of them nothing has changed.
func (l *Ledger) Record(ctx context.Context, n Note, actor candidates.Actor) (Outcome, error) {
	var out Outcome
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planRecord(n, actor)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

func (l *Ledger) planRecord(n Note, actor candidates.Actor) (*repo.Operation, Outcome, error) {
	r, err := l.reader()
	if err != nil {
		return nil, Outcome{}, err
	}
	change, out, err := r.plan(n, actor, nil)
	if err != nil || out.Existing {
		return nil, out, err
	}
	op := operation("record", actor, out.Experience)
	op.Changes = []repo.Change{change}
	return op, out, nil
}

// plan makes the file of a note. beside are experiences that the same operation
// records.
func (r *reader) plan(n Note, actor candidates.Actor, beside []memfile.Experience) (repo.Change, Outcome, error) {
	e, err := r.ledger.draft(n, actor)
	out := Outcome{Experience: e}
	if err != nil {
		return repo.Change{}, out, err
	}
	if twin, ok, err := r.twin(e); err != nil || ok {
		out.Existing, out.Experience, out.Path = ok, twin.Experience, twin.Path
		return repo.Change{}, out, err
	}
	if id, ok := r.lines.forgotten(e); ok {
		return repo.Change{}, out, &ForgottenError{ID: id}
	}
	if err := r.checkFlood(e, actor, beside); err != nil {
		return repo.Change{}, out, err
	}
	if e.Guard, err = scan(e, wholeQuotations(n, e), actor.Kind); err != nil {
		return repo.Change{}, out, err
	}
	if out.Path = memfile.ExperiencePath(e.ID, n.Day); n.Day.IsZero() {
		out.Path = memfile.ExperiencePath(e.ID, e.Created)
	}
	file, err := memfile.ParseExperience(out.Path, memfile.FormatExperience(e))
	if err != nil {
		return repo.Change{}, out, fmt.Errorf("it cannot be written as a file: %w", err)
	}
	out.Experience = file.Experience()
	return repo.Change{Path: out.Path, After: repo.Of(file.Bytes())}, out, nil
}

// wholeQuotations are those of a note before they were cut.
func wholeQuotations(n Note, e memfile.Experience) []memfile.Evidence {
	if len(n.Evidence) > 0 {
		return n.Evidence
	}
	return e.Evidence
}

// twin finds what was recorded from the same note before.
func (r *reader) twin(e memfile.Experience) (Record, bool, error) {
	line, made := r.line(e.ID)
	if made && line.Status == memfile.StatusForgotten {
		return Record{}, false, &ForgottenError{ID: e.ID}
	}
	rec, err := r.at(e.ID)
	var gone *notFound
	switch {
	case errors.As(err, &gone) && made:
		return Record{}, false, &repo.DriftError{Path: line.Path, Reason: "it was recorded, and its file was deleted by hand; put it back, or say it in other words"}
	case errors.As(err, &gone):
		return Record{}, false, nil
	case err != nil:
		return Record{}, false, err
	}
	return rec, true, r.sameAsFirst(e)
}

// sameAsFirst compares a note with what was recorded under its id at first: a
// person may have edited or solved that since.
func (r *reader) sameAsFirst(e memfile.Experience) error {
	line, ok := r.lines.First(e.ID)
	k, known := readLine(line)
	if !ok || !known {
		return nil
	}
	data, err := r.ledger.Desk.Store.BlobData(k.Blob)
	if err != nil {
		return err
	}
	file, err := memfile.ParseExperience(k.Path, data)
	if err != nil {
		return err
	}
	if what := different(file.Experience(), e); what != "" {
		return &OtherContentError{ID: e.ID, What: what}
	}
	return nil
}

// different names the first thing in which two recordings differ.
func different(a, b memfile.Experience) string {
	for _, part := range []struct{ name, a, b string }{
		{"kind", a.Kind, b.Kind},
		{"title", oneLine(a.Title), oneLine(b.Title)},
		{"summary", oneLine(a.Summary), oneLine(b.Summary)},
		{"resolution", oneLine(a.Resolution), oneLine(b.Resolution)},
		{"session", a.Source.Session, b.Source.Session},
		{"message", a.Source.Message, b.Source.Message},
		{"evidence", quoted(a), quoted(b)},
	} {
		if part.a != part.b {
			return part.name
		}
	}
	return ""
}

// quoted stands for the quotations of an experience. Its own words are compared
// apart, and white space makes no difference there.
func quoted(e memfile.Experience) string {
	text, own := "", memfile.Digest([]byte(ending(e)))
	for _, q := range e.Evidence {
		if q.Digest == own {
			q.Digest = "its own words"
		}
		text += q.Kind + "\x00" + q.Source + "\x00" + q.Digest + "\x00"
	}
	return text
}

// checkFlood bounds how many experiences of models wait for a person.
func (r *reader) checkFlood(e memfile.Experience, actor candidates.Actor, beside []memfile.Experience) error {
	if e.Status != memfile.StatusHeld || actor.Person() {
		return nil
	}
	store := 0
	for _, other := range beside {
		if other.Status == memfile.StatusHeld {
			store++
		}
	}
	ofSession := store // a batch is of one session
	session := digestWord(e.Source.Session)
	r.lines.visit("", func(k knownLine) {
		if k.Status != memfile.StatusHeld {
			return
		}
		store++
		if session != "" && k.Session == session {
			ofSession++
		}
	})
	switch what := "experiences of models wait"; {
	case ofSession >= MaxHeldPerSession:
		return &candidates.FloodError{What: what, Where: "this session", Open: ofSession, Max: MaxHeldPerSession}
	case store >= maxHeldPerStore:
		return &candidates.FloodError{What: what, Where: "this store", Open: store, Max: maxHeldPerStore}
	}
	return nil
}

func decimal(n int) string { return strconv.Itoa(n) }
