package cmd

import (
	"context"
	"errors"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// decision is a deciding command on candidates named by their ids.
type decision struct {
	name     string // of the command
	question string // asked once for each
	show     func(placed) error
	act      func(context.Context, placed, candidates.Actor) (candidates.Outcome, error)
}

// decideEach shows each candidate, asks, and acts. One that fails does not
// stop the others; its error comes last.
func (a *app) decideEach(ctx context.Context, ids []string, d decision) error {
	actor, err := a.mayDecide(d.name)
	if err != nil {
		return err
	}
	found, err := a.findAll(ids)
	if err != nil {
		return err
	}
	outcomes := []outcomeJSON{}
	var failed []error
	for _, p := range found {
		out, done, err := a.decideOne(ctx, p, d, actor)
		if errors.Is(err, errInterrupted) {
			return err
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if done {
			outcomes = append(outcomes, a.outcomeJSON(out))
		}
	}
	if a.asJSON() && (len(outcomes) > 0 || len(failed) == 0) {
		if err := printList(a, outcomes); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

func (a *app) decideOne(ctx context.Context, p placed, d decision, actor candidates.Actor) (candidates.Outcome, bool, error) {
	if err := d.show(p); err != nil {
		return candidates.Outcome{}, false, err
	}
	p.desk.Saw(p.Record)
	yes, err := a.confirm(d.question + " " + string(p.ID) + "?")
	if err != nil || !yes {
		if err == nil {
			a.tell("%s: left as it is", p.ID)
		}
		return candidates.Outcome{}, false, err
	}
	var out candidates.Outcome
	err = a.adoptingFirst(ctx, p.desk, actor, func() error {
		out, err = d.act(ctx, p, actor)
		return err
	})
	if err != nil {
		return out, false, whileDeciding(p, err)
	}
	a.warn(out.Warnings)
	if !a.asJSON() {
		a.sayOutcome(out)
	}
	return out, true, nil
}

// waitsError names the open candidate that hand edits keep from being applied.
type waitsError struct {
	id  memfile.ID
	err error
}

func (e *waitsError) Error() string { return e.err.Error() }
func (e *waitsError) Unwrap() error { return e.err }

func whileDeciding(p placed, err error) error {
	if isDrift(err) && !memfile.Settled(p.Status) {
		return &waitsError{p.ID, err}
	}
	return err
}

// adoptingFirst acts; where hand edits that nobody adopted are in the way, it
// shows them to a person at a terminal, offers to adopt them, and acts again.
// A --yes answered the command's own question, not this one.
func (a *app) adoptingFirst(ctx context.Context, d *candidates.Desk, actor candidates.Actor, act func() error) error {
	err := act()
	var drifted *candidates.DriftedError
	if !errors.As(err, &drifted) || drifted.Rubble != "" || !a.TerminalIn || a.globals.yes || a.globals.dryRun {
		return err
	}
	drift, shown := a.showDrift(d)
	if shown != nil {
		return shown
	}
	yes, asked := a.confirm("adopt these hand edits first?")
	if asked != nil || !yes {
		return errors.Join(asked, err)
	}
	adoption, adopted := d.Adopt(ctx, candidates.AdoptOptions{Actor: actor, Seen: &drift.Saved})
	if adopted != nil {
		return adopted
	}
	a.warn(adoption.Warnings)
	a.tell("adopted, commit %s", short(adoption.Result.Commit))
	return act()
}

// showDrift prints the hand edits that were not adopted.
func (a *app) showDrift(d *candidates.Desk) (repo.Drift, error) {
	drift, err := d.Store.Drift(candidates.ResidentPath)
	if err == nil {
		w, tty := a.stage()
		a.printDiff(w, candidates.DriftDiff(drift), tty)
	}
	return drift, err
}
