package turns

import (
	"strings"

	"gitmem/repo/session"
)

// States of a turn.
const (
	Complete    = "complete"    // the agent gave its answer
	Interrupted = "interrupted" // it was stopped, or the next turn began without an answer
	Open        = "open"        // the session ends here, and the agent may go on
)

// Turn is one turn of a session.
type Turn struct {
	Session session.Session
	State   string
	// Messages are what was said, the person's message first and the answer of a
	// complete turn last.
	Messages []session.Message
	// Left is how many messages were left out behind the first Head ones, because
	// there are more than MaxMessages or MaxBytes; 0 where all are there. Reasons,
	// faults and external content are known of those too.
	Left, Head int
	// Follows means that the agent had said something in the session before this
	// turn, so that its first message may correct it.
	Follows bool
	// Asked means that what the agent said last before this turn was a question:
	// a "no" answers it, and corrects nothing.
	Asked bool

	facts *facts // of all messages; nil: of Messages
}

// Cut reports whether messages were left out.
func (t Turn) Cut() bool { return t.Left > 0 }

// Answer is the agent's last message in a complete turn: the one that a job is
// named after.
func (t Turn) Answer() (session.Message, bool) {
	if t.State != Complete || len(t.Messages) == 0 {
		return session.Message{}, false
	}
	return t.Messages[len(t.Messages)-1], true
}

// External reports whether a call of the turn took in content from outside the
// machine, as session.ToolCall.External has it. Whether a proposal has to wait
// for a person is asked of the whole session, subagents included:
// session.Session.External.
func (t Turn) External() bool { return t.known().external }

// Corrections are the ids of the person's messages that correct the agent: the
// one that begins the turn, which corrects the turn before, and those that came
// while the agent was at work. The turn that holds the correction is the one
// that it makes worth learning from: it has both what was wrong and what is right.
func (t Turn) Corrections() []string { return t.known().corrections }

// recordsTyping tells of which agents it is recorded what a person typed. Of any
// other one a user's message that is no aside begins a turn (docs/transcripts.md).
func recordsTyping(agent string) bool { return agent == "claude-code" || agent == "codex" }

// spoken reports whether a person said it.
func spoken(agent string, m session.Message) bool {
	return m.Role == session.User && !m.Compaction && !m.Copied && (m.Typed || !recordsTyping(agent))
}

// begins reports whether a message begins a turn.
func begins(agent string, m session.Message) bool { return spoken(agent, m) && !m.Aside }

// prompts reports whether a message sets an agent to work that rests: a command
// of the client or a note that something in the background is done, which
// nobody typed.
func prompts(m session.Message) bool {
	return m.Role == session.User && !m.Compaction && !m.Copied && !m.Aside
}

// asks reports whether an agent's message ends in a question.
func asks(m session.Message) bool {
	s := strings.TrimRight(m.Text, " \t\r\n*_`)\"”")
	return len(m.Tools) == 0 && (strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？"))
}
