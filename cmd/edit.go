package cmd

import (
	"context"
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/repo"
)

type editOptions struct {
	content, reason, locator, section, confidence string
	given                                         map[string]bool // by the flag's name
}

func newEdit(a *app) *cobra.Command {
	var o editOptions
	c := &cobra.Command{
		Use:               "edit [ID]",
		Short:             "Edit MEMORY.md, or an open candidate, in $VISUAL or $EDITOR; checked on save",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeIDs(candidates.Pending, candidates.Failed),
		RunE: func(c *cobra.Command, args []string) error {
			o.given = map[string]bool{}
			for _, name := range []string{"content", "reason", "locator", "section", "confidence"} {
				o.given[name] = c.Flags().Changed(name)
			}
			if len(args) == 0 {
				return a.editMemory(c.Context(), o)
			}
			return a.editCandidate(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.content, "content", "", "change the content of the candidate to `TEXT`, without an editor (- reads stdin)")
	f.StringVar(&o.reason, "reason", "", "change the reason")
	f.StringVar(&o.locator, "locator", "", "change the locator")
	f.StringVar(&o.section, "section", "", "change the heading it goes under")
	f.StringVar(&o.confidence, "confidence", "", "change how sure it is, 0 to 1")
	return c
}

func (o editOptions) any() bool {
	for _, given := range o.given {
		if given {
			return true
		}
	}
	return false
}

// editMemory edits the resident file on a copy. What the checks refuse never
// reaches the file.
func (a *app) editMemory(ctx context.Context, o editOptions) error {
	actor, err := a.decider("edit", candidates.ViaEditor)
	if err != nil {
		return err
	}
	if o.any() {
		return usagef("these flags change a candidate: name its id")
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	shown, err := standing(d)
	if err != nil {
		return err
	}
	copied, err := a.newDraft(d.Store, candidates.ResidentPath, shown.Data)
	if err != nil {
		return err
	}
	return copied.untilRight(ctx, func(text []byte) error {
		if string(text) == string(shown.Data) {
			return a.leftAsItIs()
		}
		adoption, err := d.Rewrite(ctx, candidates.Rewrite{Actor: actor, Shown: shown, Text: text})
		if err != nil {
			return err
		}
		return a.sayAdoption(d, adoption)
	})
}

// standing is the resident file as it stands on disk.
func standing(d *candidates.Desk) (repo.Bytes, error) {
	data, err := d.Store.Read(candidates.ResidentPath)
	if errors.Is(err, fs.ErrNotExist) {
		return repo.Bytes{}, nil
	}
	return repo.Of(data), err
}

// editCandidate edits an open candidate on a copy, or by flags.
func (a *app) editCandidate(ctx context.Context, id string, o editOptions) error {
	actor, err := a.decider("edit", candidates.ViaEditor)
	if err != nil {
		return err
	}
	p, err := a.find(id)
	if err != nil {
		return err
	}
	if o.any() {
		actor.Via = a.via()
		return a.editByFlags(ctx, p, o, actor)
	}
	return a.editInEditor(ctx, p, actor, a.sayEdited)
}

func (a *app) editByFlags(ctx context.Context, p placed, o editOptions, actor candidates.Actor) error {
	var ch candidates.Changes
	content, err := a.text(o.content)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		value string
		to    **string
	}{{"content", content, &ch.Content}, {"reason", o.reason, &ch.Reason}, {"locator", o.locator, &ch.Locator}, {"section", o.section, &ch.Section}} {
		if o.given[f.name] {
			*f.to = &f.value
		}
	}
	if o.given["confidence"] {
		points, err := confidence(o.confidence, actor)
		if err != nil {
			return err
		}
		ch.Confidence = &points
	}
	out, err := p.desk.Edit(ctx, p.ID, ch, actor)
	if err != nil {
		return err
	}
	return a.sayEdited(out)
}

// editInEditor edits a candidate on a copy, and says so when it was accepted.
func (a *app) editInEditor(ctx context.Context, p placed, actor candidates.Actor, say func(candidates.Outcome) error) error {
	if _, err := candidates.Next(p.State, candidates.Edit); err != nil {
		return stateError(p, err)
	}
	copied, err := a.newDraft(p.desk.Store, string(p.ID)+".md", p.File.Bytes())
	if err != nil {
		return err
	}
	p.desk.Saw(p.Record)
	return copied.untilRight(ctx, func(text []byte) error {
		out, err := p.desk.Edit(ctx, p.ID, candidates.Changes{File: text}, actor)
		if err != nil {
			return err
		}
		return say(out)
	})
}

func (a *app) sayEdited(out candidates.Outcome) error {
	if a.asJSON() {
		return a.printJSON(a.outcomeJSON(out))
	}
	a.warn(out.Warnings)
	a.sayOutcome(out)
	return nil
}
