package agent

// Names of agents, as transcripts have them.
const (
	ClaudeCode = "claude-code"
	Codex      = "codex"
)

// Event is what a moment in an agent's life asks for. The zero Event asks for
// nothing.
type Event struct {
	Name  string
	Notes bool // the transcript has news
	Ended bool // the turn, or the session, is over
	// Inner says that it is a subagent that has ended: its own transcript is
	// complete, and its parent's goes on.
	Inner bool
	Wakes bool // it is time to work on what waits
	// Memory and Experiences are what the agent is given for its prompt.
	Memory, Experiences bool
	Judges              bool // a call of a tool is about to be made, and may be denied
}

// events are those of which both agents tell in the same words.
var events = []Event{
	{Name: "Stop", Notes: true, Ended: true},
	{Name: "SubagentStop", Notes: true, Ended: true, Inner: true},
	{Name: "PreCompact", Notes: true},
	{Name: "SessionStart", Wakes: true, Memory: true},
	{Name: "UserPromptSubmit", Experiences: true},
	{Name: "PreToolUse", Judges: true},
	{Name: "SessionEnd", Notes: true, Ended: true, Wakes: true},
}

// Find gives what an event of an agent means; false for an agent or an event
// that nobody here knows.
func Find(agent, event string) (Event, bool) {
	if agent != ClaudeCode && agent != Codex {
		return Event{}, false
	}
	for _, e := range events {
		if e.Name == event {
			return e, true
		}
	}
	return Event{}, false
}
