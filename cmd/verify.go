package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/repo"
)

type verifyOptions struct{ strict bool }

func newVerify(a *app) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify",
		Short: "Prove the whole history: every change explained, every record true",
		Long: `Derive every resident file again from the first commit on, and prove that each operation found what the one
before it left, that its commit holds what it names, and that trailers and records agree. Exit 0 and counts, or
exit 9 and every broken record by name. Of a shallow history what is there is proved. Where your settings
require signatures, each decision is held against your file of allowed signers, as of its time; what is unsigned
from before the first signed decision is counted. --strict takes that, a shallow history, and commits by hand that
were not adopted, for failures too.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.runVerify(c.Context(), o) },
	}
	c.Flags().BoolVar(&o.strict, "strict", false, "fail for commits by hand and an incomplete history too")
	return c
}

func (a *app) runVerify(ctx context.Context, o verifyOptions) error {
	s, _, err := a.open(false)
	if err != nil {
		return err
	}
	allowed, err := a.signersOf(s)
	if err != nil {
		return err
	}
	report, err := s.VerifySigned(ctx, allowed, a.progress("verify"))
	if err != nil {
		return err
	}
	if a.asJSON() {
		err = a.printJSON(report)
	} else {
		a.printVerified(report)
		a.printSignatures(report.Signatures, o.strict)
	}
	if err == nil && !report.Sound(o.strict) {
		return exit(exitUncertain)
	}
	return err
}

func (a *app) printVerified(r repo.Report) {
	for _, p := range r.Problems {
		a.say("%s", visibleName(p.String()))
	}
	for _, h := range r.ByHand {
		a.say("%s at %.12s: by hand, by %s, not adopted", visibleName(h.Path), h.Commit, visibleName(h.Author))
	}
	if !r.Complete {
		a.say("the history is shallow: proved from %.12s on", r.Since)
	}
	a.say("%s, %s, %s", counted(r.Operations, "operation", "operations"), counted(r.Files, "file", "files"), counted(len(r.Problems), "problem", "problems"))
}

// progress tells of long work on a terminal, at most a hundred times.
func (a *app) progress(what string) func(done, total int) {
	if !a.TerminalErr || a.globals.quiet {
		return nil
	}
	last := -1
	return func(done, total int) {
		if total < 1000 {
			return
		}
		if percent := done * 100 / total; percent != last {
			last = percent
			fmt.Fprintf(a.Err, "\r%s: %d %%", what, percent)
			if done == total {
				fmt.Fprintln(a.Err)
			}
		}
	}
}
