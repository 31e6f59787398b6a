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
	LastGood  string `json:"last_good"` // the commit that holds what the last operation left
	Restore   string `json:"restore"`   // the command that brings it back
}

func (a *app) diff() error {
	desks, err := a.desks()
	if err != nil {
		return err
	}
	list := []driftJSON{}
	for _, d := range desks {
		drift, err := d.Store.Drift(candidates.ResidentPath)
		if err != nil {
			return err
		}
		list = append(list, newDriftJSON(d.Store, drift))
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
		d.Restore = fmt.Sprintf("git -C %s restore --source=%s -- %s", quoted(s.Root), drift.Base.Commit, drift.Path)
	}
	return d
}

func (a *app) sayDrift(d driftJSON) {
	if !d.Drift {
		return
	}
	a.printDiff(a.Out, d.Diff, a.TerminalOut)
	if d.Rubble == "" {
		a.tell("hint: `gitmem adopt` makes these hand edits of %s memory audited candidates", d.Scope)
		return
	}
	a.tell("%s memory is damaged: %s", d.Scope, d.Rubble)
	a.tell("hint: the last good version is in commit %s; `%s` brings it back", short(d.LastGood), d.Restore)
}
