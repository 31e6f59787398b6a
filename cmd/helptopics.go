package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// helpTopics are pages of the help that belong to no command.
func helpTopics() []*cobra.Command {
	topics := []*cobra.Command{{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesPage()}}
	if page := failpointsPage(); page != "" {
		topics = append(topics, &cobra.Command{Use: "failpoints", Short: "The steps at which this test build can be killed", Long: page})
	}
	return topics
}

func exitCodesPage() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n\n")
	for _, c := range exitCodes {
		fmt.Fprintf(&b, "%5d  %s\n", c.code, c.meaning)
	}
	return strings.TrimRight(b.String(), "\n")
}
