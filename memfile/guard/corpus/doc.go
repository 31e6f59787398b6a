// Package corpus measures the guard against published texts: attacks and
// harmless sentences, some 1,300 real skills and memory files, and strings made
// after the published secret rules.
//
// The texts are not part of the project; they are read from a file system that
// the caller hands in. The package prints nothing: the command cmd/bench/guard
// prints what it measures, and a test holds it against the targets.
//
// Start at Measure.
package corpus
