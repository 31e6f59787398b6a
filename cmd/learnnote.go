package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// noteOptions are what all ways of recording share.
type noteOptions struct {
	scope            string
	confidence       string
	session, message string
}

func (o *noteOptions) flags(c *cobra.Command) {
	f := c.Flags()
	scopeFlag(c, &o.scope)
	f.StringVar(&o.confidence, "confidence", "", "how sure, 0 to 1 (1 for a person; an agent must say)")
	f.StringVar(&o.session, "session", "", "the session it comes from")
	f.StringVar(&o.message, "message", "", "the message it comes from")
}

func newLearnNote(a *app) *cobra.Command {
	c := newNoteOf(a, evidence.NoteOf)
	c.Use, c.Aliases = "note TEXT", []string{"remember"}
	c.Short = "Record how something is done, or what is worth knowing (TEXT - reads stdin)"
	return c
}

func newLearnIssue(a *app) *cobra.Command {
	c := newNoteOf(a, evidence.IssueOf)
	c.Use = "issue TEXT"
	c.Short = "Record what nobody has solved yet; it supports nothing before that (TEXT - reads stdin)"
	return c
}

// newNoteOf is a command that records one text.
func newNoteOf(a *app, noteOf func(string) evidence.Note) *cobra.Command {
	var o noteOptions
	c := &cobra.Command{
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := a.text(args[0])
			if err == nil && strings.TrimSpace(text) == "" {
				err = &candidates.FieldError{Field: "text", Reason: "it is empty"}
			}
			if err != nil {
				return err
			}
			return a.learn(c.Context(), noteOf(text), o)
		},
	}
	o.flags(c)
	return c
}

// recordedJSON is what became of a note.
type recordedJSON struct {
	ID       memfile.ID `json:"id"`
	Status   string     `json:"status"`
	Existing bool       `json:"existing,omitempty"` // the same was recorded before
	Guard    []string   `json:"guard,omitempty"`
	DryRun   bool       `json:"dry_run,omitempty"`
}

// learn records a note. Under an agent it is held until a person confirms it.
func (a *app) learn(ctx context.Context, n evidence.Note, o noteOptions) error {
	actor := a.actor()
	var err error
	if n.Confidence, err = noteConfidence(o.confidence, actor); err != nil {
		return err
	}
	n.Source.Session, n.Source.Message = o.session, o.message
	d, err := a.deskToPropose(o.scope)
	if err != nil {
		return err
	}
	out, err := evidence.Open(d).Record(ctx, n, actor)
	if err != nil {
		return err
	}
	e := out.Experience
	if a.asJSON() {
		return a.printJSON(recordedJSON{e.ID, e.Status, out.Existing, e.Guard, a.globals.dryRun})
	}
	a.sayRecorded(d.Store.Scope, out)
	return nil
}

// noteConfidence is the confidence of a note in basis points.
func noteConfidence(text string, actor candidates.Actor) (int, error) {
	points, err := confidence(text, actor)
	if err == nil && points == 0 {
		err = usagef("--confidence %s: what nobody is sure of is no experience; it is above 0 and up to 1", text)
	}
	return points, err
}

func (a *app) sayRecorded(scope string, out evidence.Outcome) {
	e := out.Experience
	if out.Existing {
		a.say("%s %s (recorded before)", e.ID, a.bold(e.Status, a.TerminalOut))
		return
	}
	a.say("%s %s: %s", e.ID, a.bold(a.would(e.Status), a.TerminalOut), clip(e.Title, 120))
	if len(e.Guard) > 0 {
		a.warn([]string{"marked by the guard (" + strings.Join(e.Guard, ", ") + "): people can find it, and it enters no context"})
	}
	if e.Status == memfile.StatusHeld {
		a.tell("it is held until a person confirms it: `gitmem learn confirm %s`", e.ID)
	}
	if out.Result.Commit != "" {
		a.tell("commit %s in the %s store", short(out.Result.Commit), scope)
	}
}
