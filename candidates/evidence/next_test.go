package evidence

import (
	"errors"
	"slices"
	"testing"
)

// table is the table of docs/states.md; every pair that is not in it is an error.
var table = map[State]map[Event]State{
	{"none", false}:     {RecordHeld: {"held", false}, RecordActive: {"active", false}},
	{"none", true}:      {RecordHeld: {"held", true}, RecordActive: {"active", true}},
	{"held", false}:     {Confirm: {"active", false}, Forget: {"forgotten", false}},
	{"held", true}:      {Confirm: {"active", true}, Solve: {"held", false}, Forget: {"forgotten", true}},
	{"active", false}:   {Promote: {"promoted", false}, Forget: {"forgotten", false}},
	{"active", true}:    {Solve: {"active", false}, Forget: {"forgotten", true}},
	{"promoted", false}: {Forget: {"forgotten", false}},
}

func TestNextEveryPair(t *testing.T) {
	pairs := 0
	for _, status := range Statuses {
		for _, unresolved := range []bool{false, true} {
			for _, event := range Events {
				checkPair(t, State{status, unresolved}, event)
				pairs++
			}
		}
	}
	if pairs != 60 {
		t.Errorf("%d pairs", pairs)
	}
}

func checkPair(t *testing.T, from State, event Event) {
	t.Helper()
	got, err := Next(from, event)
	want, ok := table[from][event]
	switch {
	case ok && (err != nil || got != want):
		t.Errorf("%s + %s: %s, %v; want %s", from, event, got, err, want)
	case !ok && err == nil:
		t.Errorf("%s + %s: %s; want an error", from, event, got)
	case !ok:
		checkRefusal(t, from, event, err)
	}
}

// checkRefusal: the error names the state, the event, and just what is allowed.
func checkRefusal(t *testing.T, from State, event Event, err error) {
	t.Helper()
	var refused *TransitionError
	if !errors.As(err, &refused) || refused.From != from || refused.Event != event {
		t.Errorf("%s + %s: error %v", from, event, err)
		return
	}
	for _, e := range Events {
		if _, ok := table[from][e]; ok != slices.Contains(refused.Allowed, e) {
			t.Errorf("%s: allowed %v says %v of %s", from, refused.Allowed, !ok, e)
		}
	}
}
