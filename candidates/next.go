package candidates

import (
	"fmt"
	"slices"
	"strings"
)

// State is where a memory candidate stands. None is no candidate at all;
// Applying, Undoing and Uncertain are derived from a pending operation and
// never written in a file.
type State string

// The states of a memory candidate.
const (
	None      State = "none"
	Pending   State = "pending"
	Applying  State = "applying"
	Applied   State = "applied"
	Undoing   State = "undoing"
	Undone    State = "undone"
	Rejected  State = "rejected"
	Failed    State = "failed"
	Uncertain State = "uncertain"
)

// Event is what can happen to a candidate.
type Event string

// The events of a memory candidate.
const (
	Propose        Event = "propose"          // the checks pass
	ApplyAtOnce    Event = "apply at once"    // add, replace, remove or adopt by a person
	Edit           Event = "edit"             // checked and previewed again
	Reject         Event = "reject"           // by a person; leaves a tombstone
	Lapse          Event = "lapse"            // by age; leaves none
	Withdraw       Event = "withdraw"         // its evidence was forgotten; leaves none
	PreviewFails   Event = "preview fails"    // a fault of the candidate's own
	BeginApply     Event = "begin apply"      // both snapshots are durable
	BeginUndo      Event = "begin undo"       //
	UndoConflicts  Event = "undo conflicts"   // the entry it wrote no longer stands
	Done           Event = "done"             // the operation took place
	NotDone        Event = "not done"         // nothing was written
	Unclear        Event = "unclear"          // the file is neither
	ResolveApplied Event = "resolve: applied" // a person looked
	ResolveUndone  Event = "resolve: undone"  //
	ResolveFailed  Event = "resolve: failed"  //
	Revive         Event = "revive"           // by a person; clears the tombstone
)

// States and Events list all there are, for tests and help.
var (
	States = []State{None, Pending, Applying, Applied, Undoing, Undone, Rejected, Failed, Uncertain}
	Events = []Event{
		Propose, ApplyAtOnce, Edit, Reject, Lapse, Withdraw, PreviewFails, BeginApply, BeginUndo, UndoConflicts,
		Done, NotDone, Unclear, ResolveApplied, ResolveUndone, ResolveFailed, Revive,
	}
)

// TransitionError says that an event is not possible in a state.
type TransitionError struct {
	From    State
	Event   Event
	Allowed []Event
}

// Error says it in the words that a person asks with.
func (e *TransitionError) Error() string {
	var words []string
	for _, a := range e.Allowed {
		if word := a.asked(); word != "" {
			words = append(words, word)
		}
	}
	event := e.Event.asked()
	if event == "" {
		event = string(e.Event)
	}
	if len(words) == 0 {
		return fmt.Sprintf("it is %s; %s is not possible as long as it is", e.From, event)
	}
	return fmt.Sprintf("it is %s; %s is not possible, only %s", e.From, event, strings.Join(words, ", "))
}

// asked is the word by which a person asks for an event, empty for those that
// nobody asks for.
func (e Event) asked() string {
	switch e {
	case Edit, Reject, Revive, Propose:
		return string(e)
	case BeginApply:
		return "approve"
	case BeginUndo:
		return "undo"
	case ResolveApplied:
		return "recover resolve"
	}
	return ""
}

// Next is the state after an event. Every pair that the tables of
// docs/states.md do not list is a *TransitionError.
func Next(from State, event Event) (State, error) {
	switch {
	case from == None && event == Propose:
		return Pending, nil
	case from == None && event == ApplyAtOnce, from == Pending && event == BeginApply, from == Failed && event == BeginApply:
		return Applying, nil
	case open(from) && event == Edit:
		return Pending, nil
	case open(from) && (event == Reject || event == Lapse || event == Withdraw):
		return Rejected, nil
	case open(from) && event == PreviewFails:
		return Failed, nil
	case from == Applying:
		return afterApplying(event)
	case from == Applied && event == BeginUndo:
		return Undoing, nil
	case from == Applied && event == UndoConflicts:
		return Applied, nil
	case from == Undoing:
		return afterUndoing(event)
	case from == Uncertain:
		return afterUncertain(event)
	case event == Revive && (from == Rejected || from == Undone):
		return Pending, nil
	}
	return from, refuse(from, event)
}

func open(s State) bool { return s == Pending || s == Failed }

func afterApplying(event Event) (State, error) {
	switch event {
	case Done:
		return Applied, nil
	case NotDone:
		return Failed, nil
	case Unclear:
		return Uncertain, nil
	}
	return Applying, refuse(Applying, event)
}

func afterUndoing(event Event) (State, error) {
	switch event {
	case Done:
		return Undone, nil
	case NotDone:
		return Applied, nil
	case Unclear:
		return Uncertain, nil
	}
	return Undoing, refuse(Undoing, event)
}

func afterUncertain(event Event) (State, error) {
	switch event {
	case ResolveApplied:
		return Applied, nil
	case ResolveUndone:
		return Undone, nil
	case ResolveFailed:
		return Failed, nil
	}
	return Uncertain, refuse(Uncertain, event)
}

func refuse(from State, event Event) error {
	return &TransitionError{From: from, Event: event, Allowed: allowedIn(from)}
}

// allowedIn lists the events that Next takes in a state.
func allowedIn(from State) []Event {
	table := map[State][]Event{
		None:      {Propose, ApplyAtOnce},
		Pending:   {Edit, Reject, Lapse, Withdraw, PreviewFails, BeginApply},
		Failed:    {Edit, Reject, Lapse, Withdraw, PreviewFails, BeginApply},
		Applying:  {Done, NotDone, Unclear},
		Applied:   {BeginUndo, UndoConflicts},
		Undoing:   {Done, NotDone, Unclear},
		Uncertain: {ResolveApplied, ResolveUndone, ResolveFailed},
		Rejected:  {Revive},
		Undone:    {Revive},
	}
	return slices.Clone(table[from])
}
