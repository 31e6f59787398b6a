package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gitmem/memfile"
)

func newReceiptShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID",
		Short:             "One receipt: when and for whom, what from which file, and the text",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeReceipts,
		RunE:              func(_ *cobra.Command, args []string) error { return a.receiptShow(args[0]) },
	}
}

// receiptShowJSON is a whole receipt.
type receiptShowJSON struct {
	receiptJSON
	Sections []receiptWholeSectionJSON `json:"sections"`
	Notices  []string                  `json:"notices"`
	Text     string                    `json:"text"`
}

type receiptWholeSectionJSON struct {
	contextSectionJSON
	Source   string `json:"source"`
	Revision string `json:"revision"`
}

func (a *app) receiptShow(id string) error {
	r, store, err := a.receipt("receipt show", id)
	if err != nil {
		return err
	}
	out := receiptShowJSON{receiptJSON: newReceiptJSON(r, store), Notices: []string{}, Sections: []receiptWholeSectionJSON{}, Text: r.Text}
	out.Notices = append(out.Notices, r.Notices...)
	for i, s := range newContextJSON(r).Sections {
		out.Sections = append(out.Sections, receiptWholeSectionJSON{s, r.Sections[i].Source, r.Sections[i].Revision})
	}
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.sayReceipt(out)
	_, err = io.WriteString(a.Out, r.Text)
	return err
}

func (a *app) sayReceipt(r receiptShowJSON) {
	a.say("%s %s%s", a.bold(string(r.ID), a.TerminalOut), r.Time, conversation(r.Session, r.Turn))
	if r.Query != "" {
		a.say("  the query has the digest %s", r.Query)
	}
	for _, s := range r.Sections {
		a.say("  %s from %s at %s, %s", s.Name, visibleName(s.Source), s.Revision, s.SHA256)
		for _, item := range s.Items {
			a.say("    %s", itemLine(item))
		}
	}
	if s := r.Skipped; s != nil {
		a.say("  %s matched, the smallest needs %d tokens, %d were configured", counted(s.Matches, "experience", "experiences"), s.Needed, s.Configured)
	}
	for _, n := range r.Notices {
		a.say("  notice: %s", visible(n))
	}
	a.say("")
}

func itemLine(item contextItemJSON) string {
	id := item.ID
	if id == "" {
		id = memfile.ID("written by hand")
	}
	return fmt.Sprintf("%s %s %s", visibleName(item.Source), id, item.SHA256)
}
