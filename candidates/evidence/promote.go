package evidence

import (
	"context"
	"fmt"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Promotion says how an experience becomes a proposal for memory.
type Promotion struct {
	Content string // the entry; empty for the words of the experience
}

// Promote proposes an active experience for memory, in one commit that holds
// the candidate and the experience. The candidate passes every check of a
// proposal and stays pending, whatever the promotion policy says. Where memory
// says the same already nothing is made, see Outcome.DuplicateOf.
//
// Errors besides those of candidates.Desk.Propose: *StateError and
// *memfile.SupportError.
func (l *Ledger) Promote(ctx context.Context, id memfile.ID, p Promotion, actor candidates.Actor) (candidates.Outcome, error) {
	var out candidates.Outcome
	result, err := l.Desk.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := l.planPromote(id, p, actor)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

// PreviewPromote says what Promote would propose; it changes nothing.
func (l *Ledger) PreviewPromote(id memfile.ID, p Promotion, actor candidates.Actor) (candidates.Outcome, error) {
	_, out, err := l.planPromote(id, p, actor)
	return out, err
}

func (l *Ledger) planPromote(id memfile.ID, p Promotion, actor candidates.Actor) (*repo.Operation, candidates.Outcome, error) {
	r, err := l.reader()
	if err != nil {
		return nil, candidates.Outcome{}, err
	}
	rec, err := r.open(id, Promote)
	if err != nil {
		return nil, candidates.Outcome{}, err
	}
	supporting, err := memfile.SupportingID(rec.Experience)
	if err != nil {
		return nil, candidates.Outcome{}, err
	}
	e := rec.Experience
	e.Status = rec.next.Status
	change, e, err := l.change(rec.Record, e, actor)
	if err != nil {
		return nil, candidates.Outcome{}, fmt.Errorf("%s: %w", rec.ID, err)
	}
	return l.Desk.PlanProposal(candidates.Proposal{
		Edit:   memfile.Edit{Action: memfile.ActionAdd, Content: entryOf(rec.Experience, p)},
		Reason: fmt.Sprintf("promoted from %s, %s", rec.ID, kindWords(rec.Kind)), Confidence: rec.Confidence,
		Source: sourceOf(rec.Experience), Evidence: []memfile.ID{supporting}, Actor: actor,
		Along: candidates.Along{Op: "promote", IDs: []memfile.ID{e.ID}, Changes: []repo.Change{change}, Edited: rec.Edited, Decision: actor.Person()},
	})
}

// entryOf is the entry that an experience becomes: what the person wrote of a
// note, else the title and how it ended, on one line.
func entryOf(e memfile.Experience, p Promotion) string {
	switch end := e.Resolution; {
	case strings.TrimSpace(p.Content) != "":
		return p.Content
	case end == e.Summary:
		return end
	case end == "":
		return titled(e.Title, e.Summary)
	default:
		return titled(e.Title, end)
	}
}

func titled(title, text string) string {
	return strings.TrimRight(oneLine(title), ".:;,") + ": " + oneLine(text)
}
