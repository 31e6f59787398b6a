// Package candidates knows what was proposed and what became of it: it
// proposes, edits, approves, rejects, applies, undoes, adopts and resolves
// changes of a resident file, and decides which of these is allowed.
//
// A candidate is a proposed change with its whole life recorded in one file.
// A decision says by whom and by which way a candidate was decided. A
// tombstone is what a person rejected, removed or undid: nobody but a person
// brings it back. Every way in (command line, editor, import, hook) passes the
// same checks, in the order of validate.go.
//
// The package never searches: a search result must not decide a write. It
// touches no disk itself; package repo carries its operations out.
//
// Start at Desk.Propose and Desk.Approve; Next is the state machine.
package candidates
