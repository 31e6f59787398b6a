package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

func newLearnForget(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "forget ID…",
		Short: "Let experiences be evidence no more; what stands on them is shown first",
		Long: `The files stay for the record. In the same commit open candidates that cite them are rejected, and for each change
of memory that was applied because of them a proposal to take it back waits for review. Memory itself is not changed.`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeExperiences(memfile.StatusHeld, memfile.StatusActive, memfile.StatusPromoted),
		RunE:              func(c *cobra.Command, ids []string) error { return a.learnForget(c.Context(), ids) },
	}
}

// forgottenJSON is what the forgetting did in one store.
type forgottenJSON struct {
	Forgotten   []memfile.ID `json:"forgotten"`
	Rejected    []memfile.ID `json:"rejected"`    // open candidates that cited it
	Revocations []memfile.ID `json:"revocations"` // proposals to take back what it supported
	LeftAlone   []memfile.ID `json:"left_alone"`  // applied once, and nothing of it stands any more
	Commit      string       `json:"commit"`
	Operation   memfile.ID   `json:"operation"`
	DryRun      bool         `json:"dry_run,omitempty"`
}

func (a *app) learnForget(ctx context.Context, ids []string) error {
	actor, err := a.mayDecide("learn forget")
	if err != nil {
		return err
	}
	chosen, err := a.findBatches(ids)
	if err != nil {
		return err
	}
	yes, err := a.askAbout(chosen, verdict{
		event: evidence.Forget, question: "forget",
		effect: func(b batch) error {
			preview, err := b.ledger.PreviewForget(b.ids(), actor)
			if err == nil {
				a.sayConsequences(preview)
			}
			return err
		},
	})
	if err != nil {
		return err
	}
	if !yes {
		chosen = nil
	}
	return a.forget(ctx, chosen, actor)
}

// forget forgets store by store; one that refuses keeps no other from it.
func (a *app) forget(ctx context.Context, chosen []batch, actor candidates.Actor) error {
	done := []forgottenJSON{}
	var failed []error
	for _, b := range chosen {
		out, err := b.ledger.Forget(ctx, b.ids(), actor)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		done = append(done, a.forgottenJSON(out))
		a.sayForgotten(b, out)
	}
	if a.asJSON() && (len(done) > 0 || len(failed) == 0) {
		failed = append(failed, printList(a, done))
	}
	return errors.Join(failed...)
}

// sayConsequences tells what else a forgetting does.
func (a *app) sayConsequences(f evidence.Forgotten) {
	w, _ := a.stage()
	for _, c := range f.Rejected {
		fmt.Fprintf(w, "  rejects %s, which cites it: %s\n", c.ID, what(c))
	}
	for _, c := range f.Revocations {
		fmt.Fprintf(w, "  proposes, for review: %s\n", what(c))
	}
	for _, id := range f.Superseded {
		fmt.Fprintf(w, "  leaves %s alone: nothing of what it wrote stands any more\n", id)
	}
	if len(f.Rejected)+len(f.Revocations)+len(f.Superseded) == 0 {
		fmt.Fprintln(w, "  nothing stands on it")
	} else {
		fmt.Fprintln(w, "  memory itself is not changed")
	}
}

func (a *app) sayForgotten(b batch, out evidence.Forgotten) {
	a.sayDecided(b, out.Experiences, repo.Result{})
	if a.asJSON() {
		return
	}
	for _, c := range out.Rejected {
		a.say("%s %s: %s", c.ID, a.bold(a.would(c.Status), a.TerminalOut), what(c))
	}
	for _, c := range out.Revocations {
		a.say("%s %s: %s", c.ID, a.bold(a.would(string(candidates.Pending)), a.TerminalOut), what(c))
	}
	if out.Result.Commit != "" {
		a.tell("commit %s in the %s store", short(out.Result.Commit), b.ledger.Desk.Store.Scope)
	}
	if len(out.Revocations) > 0 && !a.globals.dryRun {
		a.tell("`gitmem review` decides on what was proposed")
	}
}

func (a *app) forgottenJSON(out evidence.Forgotten) forgottenJSON {
	candidate := func(c memfile.Candidate) memfile.ID { return c.ID }
	return forgottenJSON{
		Forgotten: idList(out.Experiences, func(e memfile.Experience) memfile.ID { return e.ID }),
		Rejected:  idList(out.Rejected, candidate), Revocations: idList(out.Revocations, candidate),
		LeftAlone: append([]memfile.ID{}, out.Superseded...),
		Commit:    out.Result.Commit, Operation: out.Result.Operation, DryRun: a.globals.dryRun,
	}
}

// idList gives the id of each.
func idList[T any](list []T, id func(T) memfile.ID) []memfile.ID {
	ids := make([]memfile.ID, len(list))
	for i, one := range list {
		ids[i] = id(one)
	}
	return ids
}
