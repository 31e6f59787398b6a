package candidates

import (
	"errors"
	"slices"
	"testing"
)

// table is the table of docs/states.md; every pair that is not in it is an error.
var table = map[State]map[Event]State{
	None:      {Propose: Pending, ApplyAtOnce: Applying},
	Pending:   {Edit: Pending, Reject: Rejected, Lapse: Rejected, Withdraw: Rejected, PreviewFails: Failed, BeginApply: Applying},
	Failed:    {Edit: Pending, Reject: Rejected, Lapse: Rejected, Withdraw: Rejected, PreviewFails: Failed, BeginApply: Applying},
	Applying:  {Done: Applied, NotDone: Failed, Unclear: Uncertain},
	Applied:   {BeginUndo: Undoing, UndoConflicts: Applied},
	Undoing:   {Done: Undone, NotDone: Applied, Unclear: Uncertain},
	Uncertain: {ResolveApplied: Applied, ResolveUndone: Undone, ResolveFailed: Failed},
	Rejected:  {Revive: Pending},
	Undone:    {Revive: Pending},
}

func TestNextEveryPair(t *testing.T) {
	for _, from := range States {
		for _, event := range Events {
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
