// Package evidence keeps the experiences and the feedback of one store: it
// records, confirms, solves, forgets and promotes, and decides which of these
// is allowed. Nothing here changes memory; a promotion only proposes.
//
// An experience is one piece of evidence from finished work, in one file. What
// a model recorded is held until a person confirms it. An unresolved issue
// supports nothing before it is solved. What is forgotten keeps its file for
// the record, supports nothing any more, and is not recorded again in the same
// words. A note is what somebody wants to have recorded. Feedback is what a
// person thought of one message of an agent; its revision counts the changes.
//
// Every change is one operation and one commit. The package never searches,
// and who may decide is for the command line to say.
//
// Start at Open and Ledger.Record; Next is the state machine.
package evidence
