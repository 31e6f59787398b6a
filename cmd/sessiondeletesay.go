package cmd

import (
	"fmt"

	"gitmem/candidates/evidence"
	"gitmem/memfile"
)

// sessionDeletedJSON says what the deletion of a conversation did.
type sessionDeletedJSON struct {
	Session     string       `json:"session"`
	Derived     string       `json:"derived"`
	Messages    int          `json:"messages"`
	Forgotten   []memfile.ID `json:"forgotten"`
	Rejected    []memfile.ID `json:"rejected"`    // open candidates that rested on it
	Revocations []memfile.ID `json:"revocations"` // proposals to take back what it supported
	LeftAlone   []memfile.ID `json:"left_alone"`  // applied once, and nothing of it stands any more
	Detached    []memfile.ID `json:"detached"`    // records that name it no more
	Feedback    int          `json:"feedback"`    // on its messages; it is gone
	Jobs        []memfile.ID `json:"jobs"`        // that waited
	Commits     []string     `json:"commits"`
	DryRun      bool         `json:"dry_run,omitempty"`
}

func (a *app) deletedJSON(d *deletion) sessionDeletedJSON {
	out := sessionDeletedJSON{
		Session: d.session.ID, Derived: d.derived, Messages: d.session.Messages, DryRun: a.globals.dryRun,
		Forgotten: []memfile.ID{}, Rejected: []memfile.ID{}, Revocations: []memfile.ID{}, LeftAlone: []memfile.ID{}, Detached: []memfile.ID{},
		Jobs: append([]memfile.ID{}, d.jobs...), Commits: []string{},
	}
	commit := func(id string) {
		if id != "" {
			out.Commits = append(out.Commits, id)
		}
	}
	for _, f := range d.forgotten {
		one := a.forgottenJSON(f)
		out.Forgotten, out.Rejected = append(out.Forgotten, one.Forgotten...), append(out.Rejected, one.Rejected...)
		out.Revocations, out.LeftAlone = append(out.Revocations, one.Revocations...), append(out.LeftAlone, one.LeftAlone...)
		commit(one.Commit)
	}
	for _, t := range d.detached {
		for _, ids := range [][]memfile.ID{t.Experiences, t.Candidates, t.Jobs} {
			out.Detached = append(out.Detached, ids...)
		}
		out.Feedback += len(t.Feedback)
		commit(t.Result.Commit)
	}
	return out
}

// previewDeletion shows what is about to be done.
func (a *app) previewDeletion(d *deletion) {
	w, _ := a.stage()
	say := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	say("session %s of %s: %s", clip(d.session.ID, 80), d.session.Agent, counted(d.session.Messages, "message", "messages"))
	for _, f := range d.forgotten {
		for _, e := range f.Experiences {
			say("  forgets %s, %s: %s", e.ID, e.Kind, clip(e.Title, 100))
		}
		if len(f.Experiences) > 0 {
			a.sayConsequences(f)
		}
	}
	n, said := 0, 0
	for _, t := range d.detached {
		n, said = n+records(t), said+len(t.Feedback)
	}
	if n > 0 {
		say("  %s", counted(n, "record names its source no more", "records name their source no more"))
	}
	if said > 0 {
		say("  feedback on %s goes", counted(said, "message", "messages"))
	}
	if len(d.jobs) > 0 {
		say("  %s given up", counted(len(d.jobs), "job is", "jobs are"))
	}
	if len(d.below) > 0 {
		say("  its %s: `gitmem session list` shows more", counted(len(d.below), "subagent is a conversation of its own and stays", "subagents are conversations of their own and stay"))
	}
}

func records(d evidence.Detached) int { return len(d.Experiences) + len(d.Candidates) + len(d.Jobs) }

func (a *app) sayDeletion(d *deletion) error {
	out := a.deletedJSON(d)
	if a.asJSON() {
		return a.printJSON(out)
	}
	a.say("session %s %s: what was learned from it is %s", clip(out.Session, 80), a.bold(a.would("deleted"), a.TerminalOut), kept(d.derived))
	for _, c := range out.Commits {
		a.tell("commit %s", short(c))
	}
	if len(out.Revocations) > 0 && !a.globals.dryRun {
		a.tell("`gitmem review` decides on what was proposed")
	}
	a.tellDryRun()
	return nil
}

func kept(derived string) string {
	if derived == derivedClean {
		return "forgotten"
	}
	return "kept without its source"
}
