package extract

import (
	"context"
	"errors"
	"slices"

	"gitmem/candidates"
	"gitmem/memfile"
)

// layGlobal notes a proposal for the global store. It is checked there before,
// so that the job can say what was refused, and laid on that desk by an
// operation of its own once the job is settled. The experience stays in its
// own store, so the proposal names session and message and no evidence.
func (s *settling) layGlobal(i int, p candidates.Proposal) (*memfile.RefusedItem, error) {
	if s.globals == nil {
		desk, err := s.Global()
		if err != nil {
			return nil, err
		}
		s.globals = desk.Batch()
	}
	p.Evidence, p.Along = nil, candidates.Along{}
	out, err := s.globals.Propose(p)
	if err != nil {
		return ownRefusal(i, err)
	}
	if out.DuplicateOf == "" && !out.Existing {
		s.out.Job.Global = append(s.out.Job.Global, out.Candidate.ID)
		s.out.global = append(s.out.global, p)
	}
	return nil, nil
}

// proposeGlobal lays the proposals of a settled job on the desk of the global
// store. What is there already stays as it is, so that doing it again changes
// nothing.
func (w *work) proposeGlobal(ctx context.Context, all []candidates.Proposal) error {
	if len(all) == 0 {
		return nil
	}
	desk, err := w.Global()
	if err != nil {
		return err
	}
	for _, p := range all {
		if _, err := desk.Propose(ctx, p); err != nil {
			if _, own := fieldOf(err); !own {
				return err // the job stays until it is done
			}
		}
	}
	return nil
}

// finish does what was left to do for a job that was settled before its process
// ended: its proposals for the global store, made anew from the answer that was
// kept.
func (w *work) finish(ctx context.Context, job memfile.Job) error {
	if len(job.Global) > 0 {
		err := w.finishGlobal(ctx, job)
		if err != nil && !errors.Is(err, ErrGone) {
			return &unfinishedError{err}
		}
	}
	return w.claim.Settled()
}

func (w *work) finishGlobal(ctx context.Context, job memfile.Job) error {
	kept, err := w.Requests.Of(job.ID)
	if err != nil {
		return err
	}
	for _, k := range kept {
		if k.Outcome == nil || k.Outcome.Digest != job.Answer {
			continue
		}
		a, err := readAnswer(k.Outcome.Answer)
		if err != nil {
			return err
		}
		return w.proposeGlobal(ctx, w.globalOf(job, a))
	}
	return ErrGone
}

// globalOf are the proposals of an answer that a job names for the global store.
func (w *work) globalOf(job memfile.Job, a answer) []candidates.Proposal {
	var out []candidates.Proposal
	for _, m := range a.Memories {
		sure, ok := points(m.Confidence)
		if m.Scope != memfile.ScopeGlobal || !ok {
			continue
		}
		p := w.bare(m, sure)
		if id := candidates.ProposalID(memfile.ScopeGlobal, p); slices.Contains(job.Global, id) {
			out = append(out, p)
		}
	}
	return out
}

// bare is a proposal before it is tied to an experience.
func (w *work) bare(m proposed, sure int) candidates.Proposal {
	switch m.Action { // each text is required by the schema, needed or not
	case memfile.ActionAdd:
		m.Locator = ""
	case memfile.ActionRemove:
		m.Content = ""
	}
	return candidates.Proposal{
		Edit:   memfile.Edit{Action: m.Action, Content: m.Content, Locator: m.Locator},
		Reason: m.Reason, Confidence: sure, Actor: actor,
		Source: memfile.Source{Agent: w.claim.Agent, Session: w.claim.Session, Message: w.claim.Message},
	}
}
