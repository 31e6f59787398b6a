package jobs

import "testing"

// Every state with every event.
func TestEveryTransition(t *testing.T) {
	events := []Event{ToClaim, ToExhaust, ToBeat, ToRetry, ToPostpone, ToRelease, ToSkip, ToFail, ToSettle}
	want := map[string][]string{
		//       claim    exhaust beat     retry   postpone release skip     fail    settle
		Queued:  {Running, Failed, "", "", "", "", Skipped, "", ""},
		Running: {Running, Failed, Running, Queued, Queued, Queued, Skipped, Failed, Settled},
		Failed:  {Failed, Failed, Failed, "", "", Failed, Skipped, Failed, Settled},
		Skipped: {"", "", "", "", "", "", "", "", ""},
		Settled: {"", "", "", "", "", "", "", "", ""},
		"":      {"", "", "", "", "", "", "", "", ""},
	}
	for state, row := range want {
		for i, event := range events {
			if got, ok := Next(state, event); got != row[i] || ok != (row[i] != "") {
				t.Errorf("%s, %s: %q %v, want %q", state, event, got, ok, row[i])
			}
		}
	}
}
