package cmd

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gitmem/repo"
)

type blameOptions struct{ earlier int }

func newBlame(a *app) *cobra.Command {
	var o blameOptions
	c := &cobra.Command{
		Use:   "blame",
		Short: "For each entry: who proposed it, who approved it and how, when, from which session",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return a.blame(c.Context(), o) },
	}
	c.Flags().IntVar(&o.earlier, "earlier", repo.BlameEarlier, "at most so many earlier wordings of each (-1: all)")
	return c
}

func (a *app) blame(ctx context.Context, o blameOptions) error {
	d, err := a.desk()
	if err != nil {
		return err
	}
	blamed, err := d.Store.Blame(ctx, o.earlier)
	if err != nil {
		return err
	}
	drift, err := d.Store.Drift(repo.ResidentPath)
	if err != nil {
		return err
	}
	if drift.Exists() {
		a.notice(repo.ResidentPath + " holds hand edits that were not adopted; this is what the last operation left")
	}
	gone, err := withdrawn(ctx, d)
	if err != nil {
		return err
	}
	rows := []blamedJSON{}
	for _, b := range blamed {
		if b.Earlier == nil {
			b.Earlier = []repo.Wording{}
		}
		rows = append(rows, blamedJSON{b, gone[b.Candidate]})
	}
	if a.asJSON() {
		return printList(a, rows)
	}
	for _, b := range rows {
		a.sayBlame(b)
	}
	return nil
}

func (a *app) sayBlame(b blamedJSON) {
	a.say("%s %s%s", a.bold(fmt.Sprintf("%d:", b.Index), a.TerminalOut), clip(b.Text, 2000), ifMarked(b.EvidenceWithdrawn))
	sayWording(a.Out, "   ", b.Wording)
	for _, w := range b.Earlier {
		a.say("   before: %s", clip(w.Text, 2000))
		sayWording(a.Out, "      ", w)
	}
}

// sayWording says how a wording came into memory.
func sayWording(w io.Writer, indent string, from repo.Wording) {
	if from.ByHand {
		line := "written by hand"
		if from.Commit != "" {
			line += fmt.Sprintf(", commit %s by %s on %s", short(from.Commit), from.Author, stamp(from.Time))
		}
		fmt.Fprintln(w, indent+visible(line))
		return
	}
	if from.Commit == "" {
		fmt.Fprintln(w, indent+"older than the history that is here")
		return
	}
	line := fmt.Sprintf("%s, proposed by %s", from.Candidate, from.Actor)
	if from.Agent != "" {
		line += " " + from.Agent
	}
	line += fmt.Sprintf(", approved by %s", from.ApprovedBy)
	if from.Via != "" {
		line += " (" + from.Via + ")"
	}
	line += fmt.Sprintf(" on %s, commit %s", stamp(from.Time), short(from.Commit))
	fmt.Fprintln(w, indent+visible(line))
	if from.Session != "" {
		fmt.Fprintln(w, indent+visible(fmt.Sprintf("session %s, message %s", from.Session, from.Message)))
	}
}
