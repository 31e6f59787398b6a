package cmd

import (
	"errors"

	"github.com/spf13/cobra"
)

func newReceiptVerify(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Check that every receipt is as it was written",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.receiptVerify() },
	}
}

// receiptVerifyJSON is what a check of all receipts found.
type receiptVerifyJSON struct {
	Files    int         `json:"files"`
	Receipts int         `json:"receipts"` // that are as they were written
	Damaged  []faultJSON `json:"damaged"`
}

func (a *app) receiptVerify() error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	out := receiptVerifyJSON{Damaged: []faultJSON{}}
	var unread error
	for _, d := range desks {
		v, err := a.receiptsOf(d.Store).Verify()
		unread = errors.Join(unread, err)
		out.Files, out.Receipts = out.Files+v.Files, out.Receipts+v.Receipts
		for _, f := range v.Damaged {
			out.Damaged = append(out.Damaged, faultJSON{f.Path, f.Line, f.Column, f.Rule, f.Message})
		}
	}
	if unread != nil {
		return unread
	}
	if a.asJSON() {
		if err := a.printJSON(out); err != nil {
			return err
		}
	} else {
		for _, f := range out.Damaged {
			a.say("%s", visibleName(place(f)))
		}
		a.say("%s in %s, %d damaged", counted(out.Receipts, "receipt", "receipts"), counted(out.Files, "file", "files"), len(out.Damaged))
	}
	if len(out.Damaged) > 0 {
		return exit(exitUncertain)
	}
	return nil
}
