// Package mcp serves memory to an agent over the Model Context Protocol, on its
// standard input and output.
//
// A tool is what the agent may call: one proposes, two read. None decides: what
// is proposed waits for a person, and there is no tool to approve, apply or undo.
// A resource is the memory of one scope; whoever subscribes is told when it
// changes. A Memory is what answers.
//
// The package checks the form of what arrives and nothing else: which stores may
// be asked is bound by who makes the Memory, and no call can widen it.
//
// Start at Serve.
package mcp
