package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

func newLearnConfirm(a *app) *cobra.Command {
	var session string
	c := &cobra.Command{
		Use:               "confirm [ID…]",
		Short:             "Let held experiences count as evidence, those of a session at once if you like",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: a.completeExperiences(memfile.StatusHeld),
		RunE:              func(c *cobra.Command, ids []string) error { return a.learnConfirm(c.Context(), ids, session) },
	}
	c.Flags().StringVar(&session, "session", "", "all that is held of this session")
	return c
}

func newLearnSolved(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "solved ID RESOLUTION",
		Aliases:           []string{"solve"},
		Short:             "Say how an unresolved issue was solved; it becomes a problem (RESOLUTION - reads stdin)",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeExperiences(memfile.StatusHeld, memfile.StatusActive),
		RunE:              func(c *cobra.Command, args []string) error { return a.learnSolved(c.Context(), args[0], args[1]) },
	}
}

// decidedExperienceJSON is an experience about which a person decided.
type decidedExperienceJSON struct {
	ID        memfile.ID `json:"id"`
	Kind      string     `json:"kind"`
	Status    string     `json:"status"`
	Commit    string     `json:"commit"`
	Operation memfile.ID `json:"operation"`
	DryRun    bool       `json:"dry_run,omitempty"`
}

func (a *app) learnConfirm(ctx context.Context, ids []string, session string) error {
	actor, err := a.mayDecide("learn confirm")
	if err != nil {
		return err
	}
	var chosen []batch
	switch {
	case (len(ids) == 0) == (session == ""):
		return usagef("name the experiences, or with --session the session whose held ones are meant")
	case session != "":
		chosen, err = a.heldOf(session)
	default:
		chosen, err = a.findBatches(ids)
	}
	if err != nil {
		return err
	}
	return a.decideBatches(chosen, verdict{
		event: evidence.Confirm, question: "confirm",
		act: func(b batch) ([]memfile.Experience, repo.Result, error) {
			out, err := b.ledger.Confirm(ctx, b.ids(), "", actor)
			return out.Experiences, out.Result, err
		},
	})
}

func (a *app) learnSolved(ctx context.Context, id, resolution string) error {
	actor, err := a.mayDecide("learn solved")
	if err != nil {
		return err
	}
	if resolution, err = a.text(resolution); err != nil {
		return err
	}
	chosen, err := a.findBatches([]string{id})
	if err != nil {
		return err
	}
	return a.decideBatches(chosen, verdict{
		event: evidence.Solve, question: "solve",
		effect: func(batch) error {
			w, _ := a.stage()
			detail(w, "resolution", resolution)
			return nil
		},
		act: func(b batch) ([]memfile.Experience, repo.Result, error) {
			out, err := b.ledger.Solve(ctx, b.records[0].ID, resolution, actor)
			return []memfile.Experience{out.Experience}, out.Result, err
		},
	})
}

// verdict is a decision on experiences.
type verdict struct {
	event    evidence.Event
	question string
	effect   func(batch) error // shows what else comes of it; may be nil
	act      func(batch) ([]memfile.Experience, repo.Result, error)
}

// decideBatches shows experiences, asks once, and acts: one commit in each
// store.
func (a *app) decideBatches(chosen []batch, v verdict) error {
	yes, err := a.askAbout(chosen, v)
	if err != nil {
		return err
	}
	done := []decidedExperienceJSON{}
	var failed []error
	for _, b := range chosen {
		if !yes {
			break
		}
		experiences, result, err := v.act(b)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		for _, e := range experiences {
			done = append(done, decidedExperienceJSON{e.ID, e.Kind, e.Status, result.Commit, result.Operation, a.globals.dryRun})
		}
		a.sayDecided(b, experiences, result)
	}
	if a.asJSON() && (len(done) > 0 || len(failed) == 0) {
		failed = append(failed, printList(a, done))
	}
	return errors.Join(failed...)
}

// askAbout shows what is to be decided and asks. What is in no state for it
// ends it before anything is shown.
func (a *app) askAbout(chosen []batch, v verdict) (bool, error) {
	for _, b := range chosen {
		for _, rec := range b.records {
			if err := possible(rec, v.event); err != nil {
				return false, err
			}
		}
	}
	var last memfile.ID
	n := 0
	for _, b := range chosen {
		for _, rec := range b.records {
			a.describeExperience(b.ledger.Desk.Store.Scope, rec)
			b.ledger.Saw(rec)
			last = rec.ID
			n++
		}
		if v.effect == nil {
			continue
		}
		if err := v.effect(b); err != nil {
			return false, err
		}
	}
	about := string(last)
	if n > 1 {
		about = fmt.Sprintf("these %d experiences", n)
	}
	yes, err := a.confirm(v.question + " " + about + "?")
	if err == nil && !yes {
		a.tell("%s: left as it was", about)
	}
	return yes, err
}

// possible says why an event is not possible in the state of an experience.
func possible(rec evidence.Record, event evidence.Event) error {
	_, err := evidence.Next(evidence.StateOf(rec.Experience), event)
	var refused *evidence.TransitionError
	if errors.As(err, &refused) {
		return &evidence.StateError{ID: rec.ID, TransitionError: refused}
	}
	return err
}

func (a *app) sayDecided(b batch, experiences []memfile.Experience, result repo.Result) {
	if a.asJSON() {
		return
	}
	for _, e := range experiences {
		a.say("%s %s: %s, %s", e.ID, a.bold(a.would(e.Status), a.TerminalOut), e.Kind, clip(e.Title, 120))
	}
	if result.Commit != "" {
		a.tell("commit %s in the %s store", short(result.Commit), b.ledger.Desk.Store.Scope)
	}
}
