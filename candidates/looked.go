package candidates

import (
	"context"
	"encoding/json"
	"os"
	"time"
)

// looked is the private note of the commit up to which a person has looked at
// what was applied without one. A commit, not a time: clocks go backwards.
type looked struct {
	Commit string    `json:"commit"`
	At     time.Time `json:"at"`
}

const lookedName = "looked.json"

// AutoApplied is a change that a policy applied without a person and that
// still stands.
type AutoApplied struct {
	Record
	Commit string
	Time   time.Time
	Policy string
}

// AutoList is what a policy applied since a person last looked, newest first.
type AutoList struct {
	Changes []AutoApplied
	Commit  string // of HEAD as it was listed
	// Gone is the commit that was HEAD at the time Seen, empty where the history
	// still has it. Somebody who is no operation of gitmem replaced the history.
	Gone string
	Seen time.Time
}

// AutoApplied lists what a policy applied since a person last looked. What
// was taken back since is not listed: somebody has looked at it.
func (d *Desk) AutoApplied(ctx context.Context) (AutoList, error) {
	view, err := d.Store.View()
	if err != nil {
		return AutoList{}, err
	}
	l := AutoList{Commit: view.Commit}
	note := d.lastLooked(lookedName)
	last := note.Commit
	if last == view.Commit {
		return l, nil
	}
	history, err := d.Store.History(ctx)
	if err != nil {
		return l, err
	}
	found := last == "" || len(history.Missing) > 0
	for r := range history.All() {
		if r.Commit == last {
			found = true
			break
		}
		if r.Message.Op != "apply" || r.Message.Policy == "" {
			continue
		}
		for _, id := range r.Message.IDs {
			rec, err := d.Find(string(id))
			if err == nil && rec.State == Applied && rec.Effect != nil && rec.Effect.Operation == r.Message.Operation {
				l.Changes = append(l.Changes, AutoApplied{Record: rec, Commit: r.Commit, Time: r.Time, Policy: r.Message.Policy})
			}
		}
	}
	if !found {
		l.Gone, l.Seen = last, note.At
	}
	if len(l.Changes) == 0 && l.Gone == "" {
		_ = d.Looked(l) // nothing to look at up to here; the next time begins here
	}
	return l, nil
}

// Looked notes that a person has looked at a list.
func (d *Desk) Looked(l AutoList) error { return d.noteLooked(lookedName, l.Commit) }

func (d *Desk) noteLooked(name, commit string) error {
	if d.DryRun {
		return nil
	}
	data, err := json.Marshal(looked{Commit: commit, At: d.now()})
	if err != nil {
		return err
	}
	return d.Store.SaveCache(name, data)
}

func (d *Desk) lastLooked(name string) looked {
	var l looked
	data, err := os.ReadFile(d.Store.CachePath(name))
	if err != nil || json.Unmarshal(data, &l) != nil {
		return looked{}
	}
	return l
}
