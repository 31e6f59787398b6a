package turns

import "gitmem/repo/session"

// Reasons are what makes a turn worth learning from.
type Reasons struct {
	ToolCall   bool // a call ran, whatever came of it
	Artifact   bool // a call wrote or changed a file, by its own record
	Recovered  bool // a call failed, and succeeded after another one had been made
	Correction bool // a person said that the agent was wrong
	Feedback   bool // a person gave feedback on one of the agent's messages
}

// Any reports whether there is a reason.
func (r Reasons) Any() bool { return r != Reasons{} }

// Reasons gives what speaks for a turn. feedback tells whether there is feedback
// on a message; nil: there is none. It is not asked of messages that were left out.
func (t Turn) Reasons(feedback func(message string) bool) Reasons {
	f := t.known()
	r := Reasons{ToolCall: f.called, Artifact: f.artifact, Recovered: f.recovered, Correction: len(f.corrections) > 0}
	for _, m := range t.Messages {
		if feedback != nil && m.Role == session.Assistant && feedback(m.ID) {
			r.Feedback = true
			break
		}
	}
	return r
}

// Worth decides whether a turn is learned from, and says why not in words for
// the list of jobs.
func (t Turn) Worth(feedback func(message string) bool) (why string, worth bool) {
	switch t.State {
	case Interrupted:
		return "the turn was interrupted", false
	case Open:
		return "the turn is not over", false
	}
	r := t.Reasons(feedback)
	if !r.Any() {
		return "no tool call, correction or feedback", false
	}
	if why, only := t.EnvironmentOnly(); only && !r.Correction && !r.Feedback {
		return why, false
	}
	return "", true
}

// EnvironmentOnly reports whether a turn shows nothing but that something is
// wrong with the machine, or that no command went well in the end, and says it
// in words. A correction or feedback makes such a turn worth learning from all
// the same; Worth asks for both.
func (t Turn) EnvironmentOnly() (why string, only bool) {
	f := t.known()
	if f.many {
		return "", false
	}
	commands, faults, other := 0, "", false
	allFailed := true
	for _, o := range f.calls {
		if o.command {
			commands++
			allFailed = allFailed && o.failed
		}
		switch {
		case o.failed && o.fault != "":
			faults = firstOf(faults, o.fault)
		case o.failed || !o.looks:
			other = true
		}
	}
	switch {
	case faults != "" && !other:
		return "only a fault of the environment: " + faults, true
	case commands > 0 && allFailed:
		return "every command failed in the end", true
	}
	return "", false
}

// firstOf picks one of two names, always the same whatever the order.
func firstOf(a, b string) string {
	if a == "" || b < a {
		return b
	}
	return a
}
