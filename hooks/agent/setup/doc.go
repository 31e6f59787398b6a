// Package setup knows which files of which coding agent gitmem's entries belong
// into, and adds them, checks them and takes them out again.
//
// The scope is user, for every project of an account, or project, for whoever
// works in one. A delivery is a way by which an agent gets the memory: by hooks,
// or, where it has none, by a managed block in its file of instructions; an agent
// has one. A note is what gitmem remembers in its private state of a file that it
// changed: with it the former bytes come back exactly.
//
// How the text of a file is changed is the work of package settings. This one
// reads and writes the files; it asks nobody, and prints nothing.
//
// Start at Request.Plan.
package setup
