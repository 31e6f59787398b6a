package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates/extract"
	"gitmem/hooks/transcript"
	"gitmem/repo/session"
)

type reflectOptions struct {
	session      string
	instructions bool
}

func newReflect(a *app) *cobra.Command {
	var o reflectOptions
	c := &cobra.Command{
		Use:   "reflect turn|session",
		Short: "Learn at once from the newest finished turn, or from a whole session",
		Long: `Sends the newest finished turn, or all finished turns of a session, to the configured model at once, and records
what it found like any job does: nothing of it is memory before a person decides. Without --session it is the newest session
of this working directory. --instructions prints what the model is told.`,
		Args: cobra.MaximumNArgs(1), ValidArgs: []string{extract.ScopeTurn, extract.ScopeSession},
		RunE: func(c *cobra.Command, args []string) error { return a.reflect(c.Context(), args, o) },
	}
	c.Flags().StringVar(&o.session, "session", "", "the session, by its id or the beginning of it")
	c.Flags().BoolVar(&o.instructions, "instructions", false, "print what the model is told, and ask nothing")
	return c
}

func (a *app) reflect(ctx context.Context, args []string, o reflectOptions) error {
	if o.instructions {
		return a.sayInstructions()
	}
	if len(args) == 0 {
		return usagef("say what to reflect on: turn or session")
	}
	if err := oneOf("reflect", args[0], []string{extract.ScopeTurn, extract.ScopeSession}); err != nil {
		return err
	}
	if a.globals.dryRun {
		return usagef("--dry-run: a model cannot be asked without asking it; --instructions shows what it is told")
	}
	l, err := a.learner()
	if err != nil {
		return err
	}
	if err := l.mayLearn(); err != nil {
		return err
	}
	s, err := a.sessionOr(l, o.session)
	if err != nil {
		return err
	}
	done, err := l.Reflect(ctx, s.ID, args[0])
	if err != nil {
		return err
	}
	out := newDoneJSON(done)
	switch {
	case done.Err != nil:
		return done.Err
	case a.asJSON():
		return a.printJSON(out)
	}
	a.say("%s", a.doneLine(out))
	if done.Existing {
		a.tell("this was done before; `gitmem jobs show %s` tells what came of it", out.ID)
	}
	return nil
}

func (a *app) sayInstructions() error {
	if a.asJSON() {
		return a.printJSON(struct {
			Extractor    string `json:"extractor"`
			Instructions string `json:"instructions"`
			Schema       any    `json:"schema"`
		}{extract.Version(), extract.Instructions, extract.Schema()})
	}
	_, err := fmt.Fprint(a.Out, extract.Instructions)
	return err
}

// sessionOr finds the session of a prefix; without one the newest of this
// working directory, else the newest of the project.
func (a *app) sessionOr(l *learner, prefix string) (session.Session, error) {
	if prefix != "" {
		return l.Shelf.Find(prefix)
	}
	all, err := l.Shelf.List()
	if len(all) == 0 {
		if err == nil {
			err = errNoSession
		}
		return session.Session{}, err
	}
	for _, s := range all {
		if s.Relation != session.Subagent && transcript.Within(s.Cwd, []string{a.Dir}) {
			return s, nil
		}
	}
	for _, s := range all {
		if s.Relation != session.Subagent {
			return s, nil
		}
	}
	return all[0], nil
}
