package jobs

// The states of a job that is in the queue. A settled job is in it no longer.
const (
	Queued  = "queued"
	Running = "running"
	Skipped = "skipped" // final; Reason says why
	Failed  = "failed"  // until its record is written
	Settled = "settled"
)

// Event is what can happen to a job.
type Event string

// The events of a job.
const (
	ToClaim    Event = "claim" // it is due, and nobody holds it
	ToExhaust  Event = "claim after the last attempt"
	ToBeat     Event = "beat"
	ToRetry    Event = "retry"
	ToPostpone Event = "postpone"
	ToRelease  Event = "release"
	ToSkip     Event = "skip"
	ToFail     Event = "fail"
	ToSettle   Event = "settle"
)

// transitions is the machine. What is not in it cannot happen.
var transitions = map[string]map[Event]string{
	Queued: {ToClaim: Running, ToExhaust: Failed, ToSkip: Skipped},
	Running: {
		ToClaim: Running, ToExhaust: Failed, // after its lease
		ToBeat: Running, ToRetry: Queued, ToPostpone: Queued, ToRelease: Queued,
		ToSkip: Skipped, ToFail: Failed, ToSettle: Settled,
	},
	// A failed job is claimed to be recorded. Its attempts are over.
	Failed: {ToClaim: Failed, ToExhaust: Failed, ToBeat: Failed, ToRelease: Failed, ToSkip: Skipped, ToFail: Failed, ToSettle: Settled},
}

// Next gives the state after an event; false where it cannot happen.
func Next(state string, event Event) (string, bool) {
	next, ok := transitions[state][event]
	return next, ok
}
