package extract

import (
	"context"
	"fmt"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

// actor is who records and proposes here.
var actor = candidates.Actor{Kind: memfile.ActorReflection, Agent: "extractor"}

// Settlement is what became of an answer, in one commit.
type Settlement struct {
	Job         memfile.Job
	Experiences []memfile.Experience
	Candidates  []memfile.Candidate
	Result      repo.Result

	existing bool // the job was settled before, and Job is its record

	global []candidates.Proposal // for the global store, after the commit
	sure   []memfile.ID          // candidates that a policy may apply
}

// settling is one settlement while it is planned.
type settling struct {
	*work
	answer answer
	out    Settlement
	exps   *evidence.Batch
	mems   *candidates.Batch
	// globals are the proposals for the global store; nil before the first.
	globals *candidates.Batch
	// by the place in the answer: what an item became, and its quotations
	ids   []memfile.ID
	cites []cited
}

// settle records what an answer holds, proposes what it proposes, and closes
// the job, all in one commit. Items that a check refuses are named in the job
// and never drop the others. A job that was settled meanwhile stays as it is.
//
// It is refused with a *jobs.LostError for who does not hold the lease any
// more, and with a *PolicyError where learning from the session was ended.
func (w *work) settle(ctx context.Context, a answer) (Settlement, error) {
	var out Settlement
	result, err := w.desk().Run(ctx, func() (*repo.Operation, error) {
		out = Settlement{}
		done, _, ok, err := w.desk().SettledJob(w.claim.ID)
		if err != nil || ok {
			out.Job, out.existing = done, ok
			return nil, err
		}
		if err := w.mayStill(); err != nil {
			return nil, err
		}
		s := &settling{work: w, answer: a}
		op, err := s.plan()
		out = s.out
		return op, err
	})
	out.Result = result
	return out, err
}

// mayStill looks, under the store's lock, at what may have changed while the
// model was asked.
func (w *work) mayStill() error {
	if err := w.claim.Holds(); err != nil {
		return err
	}
	s, err := w.Shelf.Find(w.claim.Session)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	w.external = s.External
	return w.allowed(s.ID)
}

func (s *settling) plan() (*repo.Operation, error) {
	var err error
	if s.exps, err = s.Ledger.Batch(actor); err != nil {
		return nil, err
	}
	s.mems = s.desk().Batch()
	s.out.Job = s.record(memfile.JobCompleted)
	for i, it := range s.answer.Experiences {
		if err := s.experience(i, it); err != nil {
			return nil, err
		}
	}
	for i, m := range s.answer.Memories {
		if err := s.memory(i, m); err != nil {
			return nil, err
		}
	}
	return s.operation()
}

// operation is the one commit.
func (s *settling) operation() (*repo.Operation, error) {
	s.out.Experiences, s.out.Candidates = s.exps.Made(), s.mems.Made()
	job := &s.out.Job
	for _, e := range s.out.Experiences {
		job.Made = append(job.Made, e.ID)
	}
	for _, c := range s.out.Candidates {
		job.Made = append(job.Made, c.ID)
	}
	job.Counts.Experiences, job.Counts.Memories = len(s.out.Experiences), len(s.out.Candidates)+len(job.Global)
	job.Counts.Refused = len(job.Refused)
	op, err := s.jobOperation(*job, s.exps.Message())
	if err != nil {
		return nil, err
	}
	op.Message.IDs = append([]memfile.ID{job.ID}, job.Made...)
	op.Changes = append(op.Changes, s.exps.Changes()...)
	op.Changes = append(op.Changes, s.mems.Changes()...)
	return op, nil
}

// jobOperation writes the record of a job. One that could not be read back would
// let the job run again for ever, so that it is an error.
func (w *work) jobOperation(job memfile.Job, m memfile.Message) (*repo.Operation, error) {
	if err := job.Check(); err != nil {
		return nil, fmt.Errorf("%s: its record cannot be written: %w", job.ID, err)
	}
	m.Op, m.Actor, m.Agent, m.Via, m.Subject = "record", actor.Kind, actor.Agent, actor.Via, job.Subject()
	m.IDs = []memfile.ID{job.ID}
	m.Source = memfile.Source{Agent: w.claim.Agent, Session: w.claim.Session, Message: w.claim.Message}
	return &repo.Operation{
		Message: m, Author: candidates.Author(actor),
		Changes: []repo.Change{{Path: memfile.JobPath(job.ID, w.claim.Day), After: repo.Of(memfile.FormatJob(job))}},
	}, nil
}

// record is the job as its file will say it.
func (w *work) record(outcome string) memfile.Job {
	c := w.claim
	return memfile.Job{
		ID: c.ID, Kind: c.Kind, Session: c.Session, Message: c.Message, Identity: c.Identity, Extractor: c.Extractor,
		Attempts: c.Attempts, Outcome: outcome, Model: w.Settings.Learning.ExtractorModel,
		Request: w.requestDigest, Answer: w.answerDigest, Created: c.Admitted, Finished: w.desk().Store.Now(),
	}
}

func (s *settling) refuse(item memfile.RefusedItem) {
	s.out.Job.Refused = append(s.out.Job.Refused, item)
}

// experience plans one item; only an error that is not the item's own is given.
func (s *settling) experience(i int, it item) error {
	c := cite(it.Evidence, s.sources)
	s.ids, s.cites = append(s.ids, ""), append(s.cites, c)
	n, refused := s.note(i, it, c)
	if refused != nil {
		s.refuse(*refused)
		return nil
	}
	out, err := s.exps.Record(n)
	if err != nil {
		refused, own := refusal(i, "experiences", err)
		if !own {
			return err
		}
		s.refuse(refused)
		return nil
	}
	s.ids[i] = out.Experience.ID
	if !c.verified {
		s.out.Job.Counts.Unverified++
	}
	return nil
}

func (s *settling) note(i int, it item, c cited) (evidence.Note, *memfile.RefusedItem) {
	refuse := func(field, why string) (evidence.Note, *memfile.RefusedItem) {
		return evidence.Note{}, &memfile.RefusedItem{Ordinal: i, Field: "experiences." + field, Detail: why}
	}
	sure, ok := points(it.Confidence)
	switch {
	case !ok || sure == 0:
		return refuse("confidence", "it must be above 0 and up to 1")
	case len(it.Evidence) == 0:
		return refuse("evidence", "it quotes nothing")
	case len(it.Evidence) > maxCitations:
		return refuse("evidence", fmt.Sprintf("it has %d quotations, at most %d are taken", len(it.Evidence), maxCitations))
	}
	for _, q := range it.Evidence {
		if len(q.Excerpt) > maxExcerpt || len(q.Source) > maxSourceRef {
			return refuse("evidence", fmt.Sprintf("a quotation is longer than %d bytes", maxExcerpt))
		}
	}
	return evidence.Note{
		Kind: it.Kind, Title: it.Title, Summary: it.Summary, Resolution: it.Resolution, Confidence: sure, Evidence: c.evidence,
		Source: memfile.Origin{
			Agent: s.claim.Agent, Session: s.claim.Session, Message: s.claim.Message,
			Job: s.claim.ID, Ordinal: i, Extractor: s.claim.Extractor,
		},
		Day: s.claim.Day, Vouched: c.verified && c.shown && !s.external,
	}, nil
}

// memory plans one proposal.
func (s *settling) memory(i int, m proposed) error {
	p, refused := s.proposal(i, m)
	if refused == nil {
		var err error
		if refused, err = s.lay(i, m, p); err != nil {
			return err
		}
	}
	if refused != nil {
		s.refuse(*refused)
	}
	return nil
}

func (s *settling) proposal(i int, m proposed) (candidates.Proposal, *memfile.RefusedItem) {
	refuse := func(field, why string) (candidates.Proposal, *memfile.RefusedItem) {
		return candidates.Proposal{}, &memfile.RefusedItem{Ordinal: i, Field: "memories." + field, Detail: why}
	}
	sure, ok := points(m.Confidence)
	id := s.ids[*m.Experience]
	switch scope := s.desk().Store.Scope; {
	case !ok:
		return refuse("confidence", "it must be from 0 to 1")
	case s.answer.Experiences[*m.Experience].Kind == memfile.KindUnresolvedIssue:
		return refuse("experience", "an unresolved issue supports no memory")
	case id == "":
		return refuse("experience", "the experience that it rests on was refused")
	case m.Scope != memfile.ScopeProject && m.Scope != memfile.ScopeGlobal:
		return refuse("scope", "it must be project or global")
	case m.Scope == memfile.ScopeProject && scope != m.Scope:
		return refuse("scope", "there is no project here")
	case len(m.Content) > maxContent || len(m.Locator) > maxContent:
		return refuse("content", fmt.Sprintf("it is longer than %d bytes", maxContent))
	case len(m.Reason) > maxReason:
		return refuse("reason", fmt.Sprintf("it is longer than %d bytes", maxReason))
	}
	p := s.bare(m, sure)
	p.Evidence, p.Along = []memfile.ID{id}, candidates.Along{IDs: []memfile.ID{id}}
	return p, nil
}

// lay plans a proposal for this store, or notes one for the global store.
func (s *settling) lay(i int, m proposed, p candidates.Proposal) (*memfile.RefusedItem, error) {
	if m.Scope != s.desk().Store.Scope {
		return s.layGlobal(i, p)
	}
	out, err := s.mems.Propose(p)
	if err != nil {
		return ownRefusal(i, err)
	}
	if out.DuplicateOf == "" && !out.Existing && s.mayApply(m, p, out) {
		s.out.sure = append(s.out.sure, out.Candidate.ID)
	}
	return nil, nil
}

// ownRefusal turns the error of a proposal into what the job says of it.
func ownRefusal(i int, err error) (*memfile.RefusedItem, error) {
	refused, own := refusal(i, "memories", err)
	if !own {
		return nil, err
	}
	return &refused, nil
}

// mayApply holds the conditions under which a policy may apply what was
// learned, besides those of the policy itself.
func (s *settling) mayApply(m proposed, p candidates.Proposal, out candidates.Outcome) bool {
	c := s.cites[*m.Experience]
	return m.Scope == memfile.ScopeProject && p.Confidence >= leastSure && c.verified && c.typed && !s.external && !out.Near
}

// leastSure is the least confidence of what a policy may apply, in basis points.
const leastSure = 9000
