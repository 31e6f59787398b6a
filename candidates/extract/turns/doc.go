// Package turns finds the turns of a session, and says which of them are worth
// learning from and why. It is pure: messages in, turns out; no disk, no clock,
// no model.
//
// A turn is what an agent did about one thing that a person said: the person's
// message, everything up to the agent's answer, and nothing behind it. What
// begins no turn (a summary, what came while the agent was at work) belongs to
// the turn that runs. What an agent does behind its answer without a person,
// such as after the news that a task in the background has ended, belongs to no
// turn; neither does what a fork copied, nor anything that a subagent did, whose
// work is a call of its parent's turn.
//
// A reason is what makes a turn worth learning from. A correction is a person's
// message that says that the agent did the wrong thing; the phrases stand in
// corrections.txt. A fault is a failure that tells of the machine and not of the
// work; the marks stand in faults.txt. Everything but a correction is known from
// the agent's own records of its calls, never from what was said.
//
// The package knows nothing of policies, settings and jobs: whoever admits a job
// asks those first.
//
// Start at Each and Turn.Worth.
package turns
