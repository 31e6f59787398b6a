package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// experience is one with the ledger of the store in which it lies.
type experience struct {
	ledger *evidence.Ledger
	evidence.Record
}

func (e experience) scope() string { return e.ledger.Desk.Store.Scope }

// ledgers are the experiences of the stores at hand.
func (a *app) ledgers() ([]*evidence.Ledger, error) {
	desks, err := a.desks()
	var all []*evidence.Ledger
	for _, d := range desks {
		all = append(all, evidence.Open(d))
	}
	return all, err
}

// findExperience resolves the id of an experience, or a unique beginning of one.
func (a *app) findExperience(id string) (experience, error) {
	if strings.HasPrefix(id, string(memfile.KindCandidate)) {
		return experience{}, &kindError{id: id, is: "a candidate", takes: "an experience", hint: "`gitmem learn status` shows the experiences, `gitmem list` the candidates"}
	}
	found, err := findOn(a, id, func(d *candidates.Desk) (experience, memfile.ID, error) {
		ledger := evidence.Open(d)
		rec, err := ledger.Find(id)
		return experience{ledger, rec}, rec.ID, err
	})
	if errors.Is(err, candidates.ErrNotFound) {
		err = &noExperienceError{err}
	}
	return found, err
}

// noExperienceError says that an id, or a session, has no experience.
type noExperienceError struct{ err error }

func (e *noExperienceError) Error() string { return e.err.Error() }
func (e *noExperienceError) Unwrap() error { return e.err }

// batch is the experiences of one store that are decided together.
type batch struct {
	ledger  *evidence.Ledger
	records []evidence.Record
}

func (b batch) ids() []memfile.ID {
	ids := make([]memfile.ID, len(b.records))
	for i, rec := range b.records {
		ids[i] = rec.ID
	}
	return ids
}

// findBatches resolves several ids before anything is done about the first.
func (a *app) findBatches(ids []string) ([]batch, error) {
	var all []batch
	named := map[memfile.ID]bool{}
	for _, id := range ids {
		e, err := a.findExperience(id)
		if err != nil {
			return nil, err
		}
		if named[e.ID] {
			continue
		}
		named[e.ID] = true
		at := slices.IndexFunc(all, func(b batch) bool { return b.ledger.Desk.Store.Root == e.ledger.Desk.Store.Root })
		if at < 0 {
			at, all = len(all), append(all, batch{ledger: e.ledger})
		}
		all[at].records = append(all[at].records, e.Record)
	}
	return all, nil
}

// heldOf gives what is held of a session.
func (a *app) heldOf(session string) ([]batch, error) {
	ledgers, err := a.ledgers()
	if err != nil {
		return nil, err
	}
	var all []batch
	for _, l := range ledgers {
		list, err := l.List(evidence.Filter{Status: memfile.StatusHeld, Session: session})
		if err != nil {
			return nil, err
		}
		a.tellInvalid(list.Invalid)
		if len(list.Records) > 0 {
			all = append(all, batch{l, list.Records})
		}
	}
	if len(all) == 0 {
		return nil, &noExperienceError{fmt.Errorf("nothing is held of the session %s: %w", session, candidates.ErrNotFound)}
	}
	return all, nil
}

// completeExperiences offers the ids of experiences that have one of some
// statuses, all for none, each with its title.
func (a *app) completeExperiences(statuses ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		ledgers, err := a.ledgers()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var offered []cobra.Completion
		for _, l := range ledgers {
			list, err := l.List(evidence.Filter{})
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			for _, rec := range list.Records {
				id := string(rec.ID)
				fits := strings.HasPrefix(id, begun) && !slices.Contains(args, id) && (len(statuses) == 0 || slices.Contains(statuses, rec.Status))
				if fits && a.mayQuoteExperience(rec) && len(offered) < mostOffered {
					offered = append(offered, cobra.CompletionWithDesc(id, clip(rec.Redacted().Title, 80)))
				}
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// completeAnyID offers candidates and experiences.
func (a *app) completeAnyID(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	offered, directive := a.completeIDs(candidates.States...)(c, args, begun)
	more, _ := a.completeExperiences()(c, args, begun)
	return append(offered, more...), directive
}

// mayQuoteExperience says whether the words of an experience may be printed
// here: under an agent only those that count as evidence.
func (a *app) mayQuoteExperience(rec evidence.Record) bool {
	agent, _ := a.agent()
	return agent == "" || rec.Quotable()
}
