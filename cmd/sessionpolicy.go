package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/hooks/transcript"
	"gitmem/repo"
	"gitmem/repo/session"
)

type sessionPolicyOptions struct {
	use, generation string
	revision        int
}

func newSessionPolicy(a *app) *cobra.Command {
	o := sessionPolicyOptions{}
	c := &cobra.Command{
		Use:   "policy ID",
		Short: "What a conversation may be used for; with flags, changes it",
		Args:  cobra.ExactArgs(1),
		RunE:  func(c *cobra.Command, args []string) error { return a.sessionPolicy(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.use, "use", "", "whether its contexts get memory: on or off")
	f.StringVar(&o.generation, "generation", "", "whether it may be learned from: enabled or disabled")
	f.IntVar(&o.revision, "revision", -1, "the present revision `N`, needed to change it")
	offerWords(c, "use", func() []string { return []string{"on", "off"} })
	offerWords(c, "generation", func() []string { return []string{session.Enabled, session.Disabled} })
	return c
}

func (a *app) sessionPolicy(ctx context.Context, prefix string, o sessionPolicyOptions) error {
	if err := errors.Join(oneOf("--use", o.use, []string{"on", "off"}), oneOf("--generation", o.generation, []string{session.Enabled, session.Disabled})); err != nil {
		return err
	}
	changes := o.use != "" || o.generation != ""
	if changes {
		if _, err := a.mayDecide("session policy"); err != nil {
			return err
		}
		if o.revision < 0 {
			return usagef("--revision N is needed, so that nobody's newer change is overwritten; `gitmem session policy %s` shows it", prefix)
		}
	}
	shelf, _, err := a.sessions()
	if err != nil {
		return err
	}
	s, err := shelf.Find(prefix)
	if err != nil {
		return err
	}
	p, err := shelf.Policy(s.ID)
	if err == nil && changes && !a.globals.dryRun {
		change := session.PolicyChange{Generation: o.generation, Source: "user"}
		if o.use != "" {
			on := o.use == "on"
			change.UseMemories = &on
		}
		p, err = shelf.SetPolicy(ctx, s.ID, change, o.revision)
	}
	if err != nil {
		return err
	}
	return a.sayPolicy(s.ID, p)
}

// usesMemory says whether the contexts of a session get memory. The policy of a
// session that was never seen is frozen now.
func (a *app) usesMemory(ctx context.Context, keeper *repo.Store, id string) (bool, error) {
	if id == "" {
		return true, nil
	}
	shelf, err := a.sessionsOf(keeper)
	if err != nil {
		return false, err
	}
	p, err := shelf.Policy(id)
	if err == nil && !a.globals.dryRun {
		p, err = shelf.Freeze(ctx, id, "")
	}
	return p.UseMemories, err
}

func newSessionExclude(a *app) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "exclude ID",
		Short: "Never learn from a conversation; this is final",
		Args:  cobra.ExactArgs(1),
		RunE:  func(c *cobra.Command, args []string) error { return a.sessionExclude(c.Context(), args[0], reason) },
	}
	c.Flags().StringVar(&reason, "reason", "", "why")
	return c
}

func (a *app) sessionExclude(ctx context.Context, prefix, reason string) error {
	if _, err := a.mayDecide("session exclude"); err != nil {
		return err
	}
	shelf, _, err := a.sessions()
	if err != nil {
		return err
	}
	s, err := shelf.Find(prefix)
	if err != nil {
		return err
	}
	a.tell("session %s will never be learned from, nor those that it started; this is final", clip(s.ID, 80))
	yes, err := a.confirm("exclude it?")
	if err != nil || !yes || a.globals.dryRun {
		return err
	}
	p, err := shelf.Exclude(ctx, s.ID, reason, "user")
	if err != nil {
		return err
	}
	return a.sayPolicy(s.ID, p)
}

func (a *app) sayPolicy(id string, p session.Policy) error {
	if a.asJSON() {
		return a.printJSON(newPolicyJSON(p))
	}
	use := "uses memory"
	if !p.UseMemories {
		use = "uses no memory"
	}
	a.say("%s: %s, learning %s, revision %d", clip(id, 80), use, p.Generation, p.Revision)
	return nil
}

// classifySession: conversations that are not there, and policies that moved on.
func classifySession(err error) (int, string, bool) {
	var (
		missing *session.NotFoundError
		several *session.AmbiguousError
		stale   *session.StaleError
		moved   *session.MovedError
	)
	switch {
	case errors.As(err, &missing):
		return exitNotFound, "`gitmem session list` shows every conversation that is kept", true
	case errors.As(err, &several):
		return exitNotFound, "give more of the id", true
	case errors.Is(err, session.ErrNotAnswer):
		return exitNotFound, "`gitmem session show ID` shows who said what", true
	case errors.As(err, &stale):
		return exitConflict, fmt.Sprintf("name the present revision: --revision %d", stale.Present.Revision), true
	case errors.Is(err, session.ErrExcluded):
		return exitConflict, "what is excluded stays excluded", true
	case errors.As(err, &moved):
		return exitLocked, "another process reads it at this moment; try again", true
	case errors.Is(err, transcript.ErrFormat):
		return exitInvalid, "--from names the format where it cannot be told", true
	}
	return 0, "", false
}
