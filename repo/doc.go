// Package repo is a store on disk: it finds and makes stores, reads their
// files, and commits one operation at a time so that no crash, at any
// instruction, applies a change twice or loses one that was reported.
//
// A store is a git repository of gitmem's own. An operation is a set of paths
// with their exact bytes before and after, and a message; it becomes one
// commit. At most one of its paths, a resident file or a SKILL.md, decides;
// the others are records. The base of a path is what the newest operation
// left there; drift is every other content. A pending operation is one whose
// reference below refs/gitmem/op/ still stands; recovery settles it.
//
// The history is read back as records, from a private cache that is never
// needed; blame follows an entry through it, and verify derives every resident
// file from it again.
//
// The package decides nothing about review or authority, and it never runs a
// hook of git.
//
// Start at Open, then Store.Run, which the files prepare.go, pin.go, switch.go,
// publish.go and recover.go carry out in this order; for reading at Store.History.
package repo
