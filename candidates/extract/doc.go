// Package extract turns the finished work of agents into experiences and
// proposals, once, and with no authority to do anything else.
//
// A turn that shows something to learn from is admitted as a job, before any
// model is called. A request is the replayed turn without secrets, places and
// the session's own names, the present memory, and a schema; it offers no
// tools. An outcome is what came back. Both are kept, in private, before and
// after the call. A settlement is one commit with all that an answer holds:
// experiences, proposals and the record of the job. A citation is a quotation
// that the model gives for what it says; it is verified by comparing it, byte
// for byte, with its source.
//
// Proposals pass the same checks as everybody's and wait for a person; what a
// policy may apply is narrower here than elsewhere, see Runner. Nothing is
// asked of a model but by an explicit setting, and the package opens no
// connection of its own: package model does.
//
// Start at Runner.Admit, Runner.Run and Runner.Reflect.
package extract
