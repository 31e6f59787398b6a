package evidence

import (
	"fmt"
	"slices"
	"strings"

	"gitmem/memfile"
)

// State is where an experience stands. Whether it is an unresolved issue is
// part of it, since such a one can be solved and never promoted.
type State struct {
	Status     string // None, or one of memfile's words
	Unresolved bool
}

// None is the status of an experience that does not exist.
const None = "none"

// StateOf is the state of an experience.
func StateOf(e memfile.Experience) State {
	return State{Status: e.Status, Unresolved: e.Kind == memfile.KindUnresolvedIssue}
}

func (s State) String() string {
	if s.Unresolved {
		return s.Status + ", an unresolved issue"
	}
	return s.Status
}

// Event is what can happen to an experience.
type Event string

// The events of an experience.
const (
	RecordHeld   Event = "record, held" // by a model: a person has to confirm it
	RecordActive Event = "record"       // by a person, or with citations that were verified
	Confirm      Event = "confirm"      // by a person
	Solve        Event = "solve"        // an unresolved issue, with a resolution
	Promote      Event = "promote"      // as the evidence of a memory candidate
	Forget       Event = "forget"       // the file stays for the record
)

// Statuses and Events list all there are, for tests and help.
var (
	Statuses = []string{None, memfile.StatusHeld, memfile.StatusActive, memfile.StatusPromoted, memfile.StatusForgotten}
	Events   = []Event{RecordHeld, RecordActive, Confirm, Solve, Promote, Forget}
)

// TransitionError says that an event is not possible in a state.
type TransitionError struct {
	From    State
	Event   Event
	Allowed []Event
}

func (e *TransitionError) Error() string {
	if len(e.Allowed) == 0 {
		return fmt.Sprintf("it is %s; %s is not possible", e.From, e.Event)
	}
	words := make([]string, len(e.Allowed))
	for i, a := range e.Allowed {
		words[i] = string(a)
	}
	return fmt.Sprintf("it is %s; %s is not possible, only %s", e.From, e.Event, strings.Join(words, ", "))
}

// Next is the state after an event. Every pair that the table of docs/states.md
// does not list is a *TransitionError.
func Next(from State, event Event) (State, error) {
	if !slices.Contains(allowedIn(from), event) {
		return from, &TransitionError{From: from, Event: event, Allowed: allowedIn(from)}
	}
	to := from
	switch event {
	case RecordHeld:
		to.Status = memfile.StatusHeld
	case RecordActive, Confirm:
		to.Status = memfile.StatusActive
	case Solve:
		to.Unresolved = false
	case Promote:
		to.Status = memfile.StatusPromoted
	case Forget:
		to.Status = memfile.StatusForgotten
	}
	return to, nil
}

// allowedIn lists the events that are possible in a state.
func allowedIn(s State) []Event {
	switch s {
	case State{None, false}, State{None, true}:
		return []Event{RecordHeld, RecordActive}
	case State{memfile.StatusHeld, false}:
		return []Event{Confirm, Forget}
	case State{memfile.StatusHeld, true}:
		return []Event{Confirm, Solve, Forget}
	case State{memfile.StatusActive, false}:
		return []Event{Promote, Forget}
	case State{memfile.StatusActive, true}:
		return []Event{Solve, Forget}
	case State{memfile.StatusPromoted, false}:
		return []Event{Forget}
	}
	return nil
}
