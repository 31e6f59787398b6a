package cmd

import (
	"errors"
	"fmt"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo/config"
)

func useHint(u *usage) string {
	if u.hint != "" {
		return u.hint
	}
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
	if d.Commit != "" {
		hint += "; `" + takeBack("restore --source="+short(d.Commit), d.Path) + "` throws them away"
	}
	if errors.As(err, &waits) {
		hint += fmt.Sprintf("; `gitmem edit %s` reviews the candidate anew, if its entry has changed", waits.id)
	}
	return hint
}

// locateHint says how an entry or a heading is named.
func locateHint(e *memfile.LocateError) string {
	if e.Section != "" {
		return "without --section it goes to the end; `gitmem edit` adds a heading"
	}
	return "give the whole entry, or a part that stands in one entry only; `gitmem list` shows them"
}

// stateHint says how a candidate gets into a state in which it can be decided.
func stateHint(e *candidates.StateError) string {
	if e.Event == candidates.BeginApply && (e.From == candidates.Rejected || e.From == candidates.Undone) {
		return fmt.Sprintf("`gitmem revive %s` opens it again", e.ID)
	}
	return fmt.Sprintf("`gitmem show %s` says what became of it", e.ID)
}

// settingHint says what a setting may be.
func settingHint(name string) string {
	key, ok := config.Lookup(name)
	if !ok {
		return ""
	}
	switch key.Kind {
	case config.Bool:
		return name + " is true or false"
	case config.Choice:
		return name + " is one of " + strings.Join(key.Choices, ", ")
	case config.Number:
		return strings.TrimSpace(fmt.Sprintf("%s is a whole number from %d to %d %s", name, key.Min, key.Max, key.Unit))
	case config.Ratio:
		return fmt.Sprintf("%s is a number from %s to %s", name, percent(int(key.Min)), percent(int(key.Max)))
	}
	return key.Purpose
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
	case "resolution":
		return "say in a sentence or two how it was solved"
	case "evidence":
		return "quote less of it, or only what matters"
	}
	return ""
}
