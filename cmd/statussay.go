package cmd

import (
	"fmt"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// sayStatus tells the state to a person: a line for each memory, then only
// what there is to do.
func (a *app) sayStatus(s statusJSON) {
	for _, m := range s.Scopes {
		line := fmt.Sprintf("%s memory: ", m.Scope)
		if m.Entries != nil {
			line += counted(*m.Entries, "entry", "entries") + ", "
		}
		line += fmt.Sprintf("%d of %d characters", m.Chars, m.Cap)
		if (candidates.Usage{Chars: m.Chars, Cap: m.Cap}).Full() {
			line += a.yellow(fmt.Sprintf(" (%d %% full)", m.Chars*100/m.Cap), a.TerminalOut)
		}
		a.say("%s", line)
		switch {
		case m.Rubble != "":
			a.say("  %s %s; `%s` brings the last good version back", a.red("damaged:", a.TerminalOut), visible(m.Rubble), visible(m.Restore))
		case m.Drift:
			a.say("  hand edits that were not adopted: `gitmem diff` shows them, `gitmem adopt` takes them in")
		}
		for _, e := range m.EvidenceWithdrawn {
			a.say("  entry %d, by %s:%s", e.Index, e.Candidate, evidenceWithdrawn)
		}
	}
	if s.Experiences.Total+s.Experiences.Statuses[memfile.StatusForgotten] > 0 {
		a.say("%s", s.Experiences)
	}
	a.sayIndexes(s.Index)
	a.sayJobsState(s.Jobs)
	a.sayWaiting(s)
	for _, u := range s.Uncertain {
		a.sayUnsettled(u)
	}
	for _, f := range s.Invalid {
		a.say("%s %s", a.red("invalid:", a.TerminalOut), visible(place(f)))
	}
	for _, n := range s.Notices {
		a.say("%s", visible(n))
	}
	if !s.Generation.Enabled {
		a.tell("learning from sessions is off: %s", s.Generation.Reason)
	}
}

// sayIndexes tells of the indexes that have something to find.
func (a *app) sayIndexes(all indexStateJSON) {
	for _, i := range all.Stores {
		if i.Generation > 0 || i.Behind > 0 {
			a.say("%s", a.indexLine(i))
		}
	}
}

func (a *app) sayWaiting(s statusJSON) {
	w := s.Waiting
	if w.Pending+w.Failed > 0 {
		line := counted(w.Pending+w.Failed, "waits", "wait") + " for review"
		if w.Failed > 0 {
			line += fmt.Sprintf(", %d failed", w.Failed)
		}
		a.say("%s: `gitmem review`", line)
	}
	if w.Edited > 0 {
		a.say("%s edited by hand: `gitmem review` shows what it says now", counted(w.Edited, "open candidate was", "open candidates were"))
	}
	if w.Decisions > 0 {
		a.say("%s written and not carried out: `gitmem apply`", counted(w.Decisions, "decision is", "decisions are"))
	}
	if w.Held > 0 {
		a.say("%s held: `gitmem learn status --status held` lists them", counted(w.Held, "experience is", "experiences are"))
	}
	if n := len(s.AutoApplied); n > 0 {
		a.say("%s applied without a person: `gitmem review --auto`", counted(n, "change was", "changes were"))
	}
	a.sayDecidedByAgents(s.DecidedByAgents)
}

func (a *app) sayUnsettled(u uncertainJSON) {
	if u.State == repo.Waiting {
		a.say("operation %s (%s) waits: %s", u.Operation, u.Op, visible(u.Reason))
		return
	}
	a.say("%s operation %s (%s): %s; `gitmem recover resolve %s --keep current|before|after`",
		a.red("uncertain:", a.TerminalOut), u.Operation, u.Op, visible(u.Reason), u.Operation)
}

// place is a fault as path:line:column: message, without what is not known.
func place(f faultJSON) string {
	switch {
	case f.Line == 0:
		return f.Path + ": " + f.Message
	case f.Column == 0:
		return fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.Path, f.Line, f.Column, f.Message)
}
