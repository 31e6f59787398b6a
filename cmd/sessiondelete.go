package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo/session"
)

// What becomes of what was learned from a session that is deleted.
const (
	derivedKeep  = "keep"
	derivedClean = "clean"
)

func newSessionDelete(a *app) *cobra.Command {
	var derived string
	c := &cobra.Command{
		Use:   "delete ID --derived keep|clean",
		Short: "Delete a conversation, and say what becomes of what was learned from it",
		Long: `Deletes the messages of a conversation, what was sent to a model of it, the jobs that wait for it and the feedback on
its messages. Its transcript stays with its agent and is not read again. What was learned from it is, by --derived,
  keep   kept: the records and what they quote stay, and name the conversation no more
  clean  forgotten first: open candidates that rest on it are rejected, and for what was applied a proposal
         to take it back waits for review
What was cut short is done by running it again.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.sessionDelete(c.Context(), args[0], derived) },
	}
	c.Flags().StringVar(&derived, "derived", "", "what becomes of what was learned from it: keep or clean")
	offerWords(c, "derived", these(derivedKeep, derivedClean))
	return c
}

func (a *app) sessionDelete(ctx context.Context, prefix, derived string) error {
	actor, err := a.mayDecide("session delete")
	if err != nil {
		return err
	}
	if err := oneOf("--derived", derived, []string{derivedKeep, derivedClean}); err != nil {
		return err
	}
	if derived == "" {
		return &usage{
			err:  errors.New("--derived is needed: what becomes of what was learned from it"),
			hint: "--derived keep leaves it without its source; --derived clean forgets it, and proposes to take back what was applied",
		}
	}
	d, err := a.deletion(prefix, derived, actor)
	var missing *session.NotFoundError
	if errors.As(err, &missing) && !a.globals.dryRun && d != nil && d.shelf.Delete(ctx, prefix) == nil {
		return a.sayDeletion(d) // all else was done before it was cut short
	}
	if err != nil {
		return err
	}
	if err := d.look(); err != nil {
		return err
	}
	a.previewDeletion(d)
	yes, err := a.confirm("delete it?")
	if err != nil || !yes {
		return err
	}
	if !a.globals.dryRun {
		if err := d.run(ctx); err != nil {
			return err
		}
	}
	return a.sayDeletion(d)
}

// deletion is a conversation that is deleted, with everything that knows of it.
type deletion struct {
	session session.Session
	derived string
	actor   candidates.Actor
	shelf   *session.Shelf
	ledgers []*evidence.Ledger
	queue   interface {
		Drop(session string) ([]memfile.ID, error)
	}
	requests interface{ Drop(session string) error }

	forgotten []evidence.Forgotten
	detached  []evidence.Detached
	jobs      []memfile.ID // that waited
	below     []string     // its subagents
}

// deletion finds what is to be deleted. It is given without the session where
// that is not found.
func (a *app) deletion(prefix, derived string, actor candidates.Actor) (*deletion, error) {
	s, _, err := a.open(false)
	if err != nil {
		return nil, err
	}
	shelf, err := a.sessionsOf(s)
	if err != nil {
		return nil, err
	}
	ledgers, err := a.ledgers()
	if err != nil {
		return nil, err
	}
	queue := a.queueOf(s)
	d := &deletion{derived: derived, actor: actor, shelf: shelf, ledgers: ledgers, queue: queue, requests: a.requestsOf(s)}
	if d.session, err = shelf.Find(prefix); err != nil {
		d.session.ID = prefix
		return d, err
	}
	all, _ := shelf.List()
	for _, other := range all {
		if other.Parent == d.session.ID && other.Relation == session.Subagent {
			d.below = append(d.below, other.ID)
		}
	}
	waiting, _, err := queue.List()
	for _, j := range waiting {
		if j.Session == d.session.ID {
			d.jobs = append(d.jobs, j.ID)
		}
	}
	return d, err
}

// look finds out what would be done to what was learned; it changes nothing.
func (d *deletion) look() error {
	d.forgotten, d.detached = nil, nil
	for _, l := range d.ledgers {
		if d.derived == derivedClean {
			f, err := l.PreviewForgetSession(d.session.ID, d.actor)
			if err != nil {
				return err
			}
			d.forgotten = append(d.forgotten, f)
		}
		t, err := l.PreviewDetach(d.session.ID)
		if err != nil {
			return err
		}
		d.detached = append(d.detached, t)
	}
	return nil
}

// run does it, the messages last: as long as they are there all of it can be
// done again. The jobs go before the records, so that none of them makes more.
func (d *deletion) run(ctx context.Context) (err error) {
	d.forgotten, d.detached = nil, nil
	if err := d.forget(ctx); err != nil {
		return err
	}
	if d.jobs, err = d.queue.Drop(d.session.ID); err != nil {
		return err
	}
	if err := d.forget(ctx); err != nil { // what a job recorded until it was dropped
		return err
	}
	for _, l := range d.ledgers {
		t, err := l.Detach(ctx, d.session.ID, d.actor)
		if err != nil {
			return err
		}
		d.detached = append(d.detached, t)
	}
	if err := d.requests.Drop(d.session.ID); err != nil {
		return err
	}
	return d.shelf.Delete(ctx, d.session.ID)
}

// forget forgets what was learned, where that is asked for.
func (d *deletion) forget(ctx context.Context) error {
	if d.derived != derivedClean {
		return nil
	}
	for _, l := range d.ledgers {
		f, err := l.ForgetSession(ctx, d.session.ID, d.actor)
		if err != nil {
			return err
		}
		d.forgotten = append(d.forgotten, f)
	}
	return nil
}
