// Package agent is what the hooks of coding agents call: it reads what a hook
// gives and knows what its event means.
//
// An agent is a program such as Claude Code or Codex; an event is a moment in
// its life at which it runs commands, its hooks. An input is the JSON object that
// the agent writes to a hook's standard input. A transcript is a file that
// an input names; a runner is a process that goes on after a hook has ended.
//
// An input comes from another program and is taken as hostile: it is bounded,
// what it does not hold in the right shape is left out, and of the files that
// it names only the size is looked at. A hook must never disturb its agent;
// Within bounds what one does, whatever goes wrong in it.
//
// The package knows no store and writes nothing but a runner's log.
//
// Start at Find and Read.
package agent
