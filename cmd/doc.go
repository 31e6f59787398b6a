// Package cmd is the command line: flags, words, colours and exit codes, and
// the wiring of the packages below. It holds no rule of the domain.
//
// What was asked for goes to stdout, everything else to stderr. With --json,
// stdout is one JSON document. An error is one line on stderr that starts with
// what is wrong and where, then a hint line; with --json, stdout stays empty
// and the last line of stderr is an object.
//
// There is one file for each command, and each has the same parts: a
// constructor, an options struct, its flags, and a run function that takes
// values, not the cobra command. What they share: app.go gives them the store,
// the desk and the settings, each made when first asked for, and desks.go the
// candidates by their ids; actor.go says who acts; decide.go shows, asks and
// acts; confirm.go asks, editor.go opens the editor; describe.go, outcome.go,
// record.go and print.go print; errors.go knows exit codes and hints.
//
// Start at Main.
package cmd
