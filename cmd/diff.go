package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"gitmem/candidates"
	"gitmem/repo"
)

func newDiff(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "diff",
		Short: "Hand edits of MEMORY.md that were not adopted, as a unified diff",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.diff() },
	}
}

// driftJSON is the drift of one resident file.
type driftJSON struct {
	Scope     string `json:"scope"`
	Path      string `json:"path"`
	Drift     bool   `json:"drift"`
	Committed bool   `json:"committed"`
	Rubble    string `json:"rubble"`
	Diff      string `json:"diff"`
	LastGood  string `json:"last_good"`        // the commit that holds what the last operation left
	Restore   string `json:"restore"`          // the command that brings it back
	Hidden    bool   `json:"hidden,omitempty"` // nobody adopted it: it is not for an agent
}

func (a *app) diff() error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	list := []driftJSON{}
	agent, _ := a.agent()
	for _, d := range desks {
		drift, err := d.Store.Drift(candidates.ResidentPath)
		if err != nil {
			return err
		}
		found := newDriftJSON(d.Store, drift)
		if agent != "" {
			found.Diff, found.Hidden = "", found.Drift
		}
		list = append(list, found)
	}
	if a.asJSON() {
		return printList(a, list)
	}
	for _, d := range list {
		a.sayDrift(d)
	}
	return nil
}

func newDriftJSON(s *repo.Store, drift repo.Drift) driftJSON {
	d := driftJSON{Scope: s.Scope, Path: drift.Path, Drift: drift.Exists(), Committed: drift.Committed, Rubble: drift.Rubble}
	if !d.Drift {
		return d
	}
	d.Diff, d.LastGood = candidates.DriftDiff(drift), drift.Base.Commit
	if drift.Base.Blob != "" {
		d.Restore = restoring(s, drift)
	}
	return d
}

// restoring is the command by which git brings back what the last operation
// left.
func restoring(s *repo.Store, drift repo.Drift) string {
	return fmt.Sprintf("git -C %s restore --source=%s -- %s", quoted(s.Root), drift.Base.Commit, quoted(drift.Path))
}

func (a *app) sayDrift(d driftJSON) {
	if !d.Drift {
		return
	}
	if d.Hidden {
		a.say("%s memory holds hand edits that nobody adopted; they are not shown to an agent", d.Scope)
	}
	a.printDiff(a.Out, d.Diff, a.TerminalOut)
	if d.Rubble == "" {
		hint := "hint: `gitmem adopt` makes these hand edits of " + d.Scope + " memory audited candidates"
		if d.Restore != "" {
			hint += "; `" + d.Restore + "` throws them away"
		}
		a.tell("%s", hint)
		return
	}
	a.tell("%s memory is damaged: %s", d.Scope, d.Rubble)
	a.tell("hint: `%s` brings the last good version back", d.Restore)
}
