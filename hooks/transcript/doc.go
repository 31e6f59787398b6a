// Package transcript turns the transcripts that agents write into messages of
// sessions: Claude Code's and Codex's JSON lines, and a documented format for
// all others (docs/transcripts.md).
//
// A line is one record of a transcript. A talk is one conversation as far as it
// was read; a draft is a message that lines are still added to. The state of a
// parser is kept with the place up to which a file was read, so that following
// a file that grows costs what was added.
//
// Everything about a tool call comes from the agent's own record of it, never
// from reading what was said. A line that is damaged, or longer than MaxLine,
// is skipped and named; it never stops the lines after it.
//
// The package neither decides what is learned nor redacts anything. It writes
// nothing but through package session.
//
// Start at Follow and Import; Discover finds the files.
package transcript
