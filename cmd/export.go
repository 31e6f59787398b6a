package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/repo"
)

type exportOptions struct{ format string }

func newExport(a *app) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export",
		Short: "Memory as the last operation left it, for other programs",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.export(c.Context(), o) },
	}
	c.Flags().StringVar(&o.format, "format", "markdown", "markdown or json")
	offerWords(c, "format", these("markdown", "json"))
	return c
}

// exportJSON is a memory with where each entry comes from.
type exportJSON struct {
	Store   string        `json:"store"`
	Scope   string        `json:"scope"`
	Head    string        `json:"head"`
	Entries []repo.Blamed `json:"entries"`
}

func (a *app) export(ctx context.Context, o exportOptions) error {
	if o.format != "markdown" && o.format != "json" {
		return usagef("--format %s: it is markdown or json", o.format)
	}
	d, err := a.desk()
	if err != nil {
		return err
	}
	drift, err := d.Store.Drift(candidates.ResidentPath)
	if err != nil {
		return err
	}
	if drift.Exists() {
		a.notice("hand edits that were not adopted are left out; `gitmem diff` shows them")
	}
	if o.format == "json" || a.asJSON() {
		return a.exportJSON(ctx, d)
	}
	former := drift.Saved
	if drift.Exists() {
		former = drift.Former
	}
	_, err = a.Out.Write(former.Data)
	return err
}

func (a *app) exportJSON(ctx context.Context, d *candidates.Desk) error {
	view, err := d.Store.View()
	if err != nil {
		return err
	}
	out := exportJSON{Store: string(d.Store.ID), Scope: d.Store.Scope, Head: view.Commit, Entries: []repo.Blamed{}}
	blamed, err := d.Store.Blame(ctx, 0)
	if err != nil {
		return err
	}
	for _, b := range blamed {
		if b.Earlier == nil {
			b.Earlier = []repo.Wording{}
		}
		out.Entries = append(out.Entries, b)
	}
	return a.printJSON(out)
}
