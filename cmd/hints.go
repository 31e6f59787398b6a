package cmd

import (
	"errors"
	"fmt"

	"gitmem/candidates"
)

func useHint(u *usage) string {
	if u.command == "" {
		return "`gitmem help` lists the commands"
	}
	return "`" + u.command + " --help` shows how it is used"
}

func driftHint(d *candidates.DriftedError, err error) string {
	var waits *waitsError
	if d.Rubble != "" {
		return "`gitmem diff` shows what is lost; `" + takeBack("restore --source="+short(d.Commit), d.Path) + "` brings the last good version back"
	}
	hint := "`gitmem adopt` makes them audited candidates; then run this again"
	if errors.As(err, &waits) {
		hint += fmt.Sprintf("; `gitmem edit %s` reviews the candidate anew, if its entry has changed", waits.id)
	}
	return hint
}

// takeBack is the command by which git puts back a file of the store here.
func takeBack(how, path string) string {
	return `git -C "$(gitmem path)" ` + how + " -- " + quoted(path)
}

// fieldHint says how a field of a change is given, or made to fit.
func fieldHint(field string) string {
	switch field {
	case "reason":
		return "--reason says in a sentence or two why this is worth remembering"
	case "confidence":
		return "--confidence takes a number from 0 to 1"
	case "content", "locator", "operations":
		return "divide it into several smaller changes"
	case "text":
		return "give a few words of it"
	}
	return ""
}
