// Package session keeps the private conversations of one store: what agents
// and people said, one folder a conversation, below the store's private folder
// and never in git.
//
// A session is an agent's conversation. A message is one thing said in it, in
// the same shape for every agent; a message that grows while it is read is
// written again with a higher revision, and the newest revision counts. A
// source is a transcript that an agent writes, with the place up to which it
// was read. A policy says whether a session may use memory and may be learned
// from; it is frozen when the session is first seen.
//
// The messages file only grows. The source is written after the messages, so
// that a kill at any instruction repeats reading; message ids are stable, and
// what is known already is not added again. Nothing is synced: a power failure
// that loses messages is seen by the file's size, and the transcript is read
// again.
//
// The package reads no agent's format; hooks/transcript does. It redacts
// nothing: what is kept here is what was said, and stays in this folder.
//
// Start at Open, then Shelf.Append and Shelf.Messages.
package session
