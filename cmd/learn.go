package cmd

import "github.com/spf13/cobra"

func newLearn(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "learn",
		Short: "Evidence from finished work: record, confirm, forget it, propose it for memory",
		Long: `An experience is one piece of evidence from finished work, in a file of its own. It never changes memory by
itself. What a person records counts at once; what an agent records is held until a person confirms it. Whatever is
forgotten keeps its file for the record, and is evidence no more.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		newLearnNote(a), newLearnIssue(a), newLearnRecord(a), newLearnSolved(a), newLearnConfirm(a), newLearnForget(a), newLearnPromote(a),
		newLearnFeedback(a), newLearnStatus(a), newHelp(),
	)
	return c
}
