package jobs

import "time"

// Verdict is what a program that claims says about a job that is due.
type Verdict struct {
	what   verdict
	until  time.Time
	reason string
}

type verdict int

const (
	leave verdict = iota
	take
	later
	skip
)

// Take claims the job.
func Take() Verdict { return Verdict{what: take} }

// Leave goes on to the next one. It is the zero value.
func Leave() Verdict { return Verdict{} }

// Later makes the job due at a time and goes on to the next one.
func Later(until time.Time) Verdict { return Verdict{what: later, until: until} }

// Skip ends the job and goes on to the next one.
func Skip(reason string) Verdict { return Verdict{what: skip, reason: reason} }
