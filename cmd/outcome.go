package cmd

import (
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
)

// outcomeJSON is what a proposal or a decision came to.
type outcomeJSON struct {
	ID          memfile.ID        `json:"id"`
	Status      string            `json:"status"`
	Commit      string            `json:"commit"`
	Operation   memfile.ID        `json:"operation"`
	Before      string            `json:"before"`
	After       string            `json:"after"`
	Usage       *candidates.Usage `json:"usage,omitempty"`
	Warnings    []string          `json:"warnings"`
	DuplicateOf string            `json:"duplicate_of,omitempty"`
	DryRun      bool              `json:"dry_run,omitempty"`
}

func (a *app) outcomeJSON(out candidates.Outcome) outcomeJSON {
	o := outcomeJSON{
		ID: out.Candidate.ID, Status: out.Candidate.Status, Commit: out.Result.Commit, Operation: out.Result.Operation,
		Before: out.Result.Before, After: out.Result.After, Warnings: out.Warnings, DuplicateOf: out.DuplicateOf, DryRun: a.globals.dryRun,
	}
	if out.Usage.Cap > 0 {
		o.Usage = &out.Usage
	}
	if o.Warnings == nil {
		o.Warnings = []string{}
	}
	if out.DuplicateOf != "" {
		o.ID, o.Status = "", "duplicate"
	}
	return o
}

// sayOutcome tells a person what became of a candidate.
func (a *app) sayOutcome(out candidates.Outcome) {
	c := out.Candidate
	if out.DuplicateOf != "" {
		a.say("nothing changed: the memory says this already: %q", clip(out.DuplicateOf, 200))
		return
	}
	state := a.would(c.Status)
	if out.Existing {
		state += " (proposed before)"
	}
	a.say("%s %s: %s", c.ID, a.bold(state, a.TerminalOut), what(c))
	if out.Result.Commit != "" {
		a.tell("commit %s in %s memory", short(out.Result.Commit), c.Scope)
	}
	if out.Usage.Cap > 0 && memfile.Settled(c.Status) {
		a.tell("%d of %d characters", out.Usage.Chars, out.Usage.Cap)
	}
}

// would is what was done, and in a dry run what would be.
func (a *app) would(done string) string {
	if a.globals.dryRun {
		return "would be " + done
	}
	return done
}

// tellDryRun ends a dry run that showed what would be done.
func (a *app) tellDryRun() {
	if a.globals.dryRun {
		a.tell("a dry run: nothing was changed")
	}
}

// what is a candidate in one line.
func what(c memfile.Candidate) string {
	if c.Batch() {
		return fmt.Sprintf("%d changes in %s memory", len(c.Operations), c.Scope)
	}
	switch c.Action {
	case memfile.ActionRemove:
		return "remove " + clip(target(c, 0), 80)
	case memfile.ActionReplace:
		return "replace " + clip(target(c, 0), 60) + " by " + clip(c.Content, 80)
	}
	return "add " + clip(c.Content, 120)
}

// target is the entry that a replace or remove was reviewed against, or its
// locator where none is recorded.
func target(c memfile.Candidate, i int) string {
	if i < len(c.Target) {
		return memfile.ItemText(c.Target[i])
	}
	return c.Edits()[i].Locator
}

// short is a commit id as people write it.
func short(commit string) string { return commit[:min(len(commit), 10)] }
