package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/memfile"
)

type proposeOptions struct {
	edit             memfile.Edit
	scope            string
	reason           string
	confidence       string
	session, message string
	operations       string
}

func newPropose(a *app) *cobra.Command {
	var o proposeOptions
	c := &cobra.Command{
		Use:   "propose",
		Short: "Propose a change of memory, which stays open until it is decided",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.proposeOpen(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.edit.Action, "action", "", "add, replace or remove")
	offerWords(c, "action", these(memfile.ActionAdd, memfile.ActionReplace, memfile.ActionRemove))
	f.StringVar(&o.edit.Content, "content", "", "the whole proposed `TEXT` (- reads stdin)")
	f.StringVar(&o.edit.Locator, "locator", "", "the entry to replace or remove, or a part of it")
	f.StringVar(&o.edit.Section, "section", "", "add it under this `HEADING`")
	scopeFlag(c, &o.scope)
	f.StringVar(&o.reason, "reason", "", "why this is worth remembering")
	f.StringVar(&o.confidence, "confidence", "", "how sure, 0 to 1 (1 for a person; an agent must say)")
	f.StringVar(&o.session, "session", "", "the session it comes from")
	f.StringVar(&o.message, "message", "", "the message it comes from; the same proposal of one message is one candidate")
	f.StringVar(&o.operations, "operations", "", "a JSON `FILE` with a list of changes that are one candidate (- reads stdin)")
	return c
}

func (a *app) proposeOpen(ctx context.Context, o proposeOptions) error {
	actor := a.actor()
	p := candidates.Proposal{
		Edit: o.edit, Reason: o.reason, Actor: actor,
		Source: memfile.Source{Session: o.session, Message: o.message},
	}
	var err error
	if p.Confidence, err = confidence(o.confidence, actor); err != nil {
		return err
	}
	if o.operations != "" {
		if o.edit != (memfile.Edit{}) {
			return usagef("--operations stands alone: each change in the file has its own action, locator, section and content")
		}
		if p.Operations, err = a.readOperations(o.operations); err != nil {
			return err
		}
	} else if p.Content, err = a.text(o.edit.Content); err != nil {
		return err
	}
	return a.propose(ctx, o.scope, p)
}

// readOperations reads the changes of a batch: a JSON list of objects with
// action, locator, section and content.
func (a *app) readOperations(file string) ([]memfile.Edit, error) {
	list, err := readList[editJSON](a, file, "changes", `[{"action": "add", "content": "…"}, {"action": "remove", "locator": "…"}]`)
	edits := make([]memfile.Edit, len(list))
	for i, e := range list {
		edits[i] = memfile.Edit{Action: e.Action, Locator: e.Locator, Section: e.Section, Content: e.Content}
	}
	return edits, err
}
